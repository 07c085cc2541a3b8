import Foundation
import TestSupport
import Testing

@Suite("Pizzeria: output that cannot be written", .timeLimit(.minutes(5)))
struct ClosedOutputTests {
  @Test(
    "on a full disk the program reports it and exits with code 74",
    arguments: [["browse"], ["view", "Da Nina"], ["explain", "Da Nina"], ["manifest"]])
  func fullDisk(_ arguments: [String]) async throws {
    let world = try World()
    let run = try await world.process("pizzeria", arguments).runToEnd(into: URL(filePath: "/dev/full"))
    #expect(!run.isSignal)
    #expect(run.code == 74)
    #expect(run.errors == "pizzeria: standard output cannot be written\n")
  }

  @Test("an offer with a closed output pipe is still handed over, and the program then exits with code 74")
  func closedPipe() async throws {
    let world = try World()
    let offer = try world.process("pizzeria", ["offer", "Da Nina"])
    let output = Pipe()
    offer.standardOutput = output
    let running = try offer.start()
    var shown = Data()
    while !String(decoding: shown, as: UTF8.self).contains("offered;") {
      let some = await output.fileHandleForReading.next()
      try #require(!some.isEmpty, "it ended before it offered")
      shown += some
    }
    try output.fileHandleForReading.close()
    #expect(try await world.pizzeria("take").code == 0)
    await running.end()
    #expect(offer.terminationReason == .exit)
    #expect(offer.terminationStatus == 74)
  }
}
