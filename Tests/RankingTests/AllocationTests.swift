import Foundation
import Testing

@Suite("Memory in the hot path")
struct AllocationTests {
  #if DEBUG
    // Code that is not optimised keeps closures and iterators on the heap.
    private static let isOptimised = false
  #else
    private static let isOptimised = true
  #endif

  @Test(
    "scoring and learning ask for none once they are warm", .enabled(if: isOptimised),
    arguments: [1, 20, 300])
  func warm(candidates: Int) throws {
    let program = Process()
    program.executableURL = Bundle.main.executableURL?.deletingLastPathComponent()
      .appending(path: "RankingAllocations")
    program.arguments = ["all", "\(candidates)", "100"]
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    // Where they cannot be counted both are 0 as well.
    #expect(text.hasPrefix("score 0 learn 0 "), "\(text)")
  }
}
