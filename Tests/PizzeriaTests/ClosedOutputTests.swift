import Foundation
import Testing

@Suite("Pizzeria: what is printed cannot be written", .timeLimit(.minutes(15)))
struct ClosedOutputTests {
  @Test(
    "on a full disk the program says so and leaves with code 74; it does not crash",
    arguments: [["browse"], ["view", "Da Nina"], ["explain", "Da Nina"], ["manifest"]])
  func fullDisk(_ arguments: [String]) throws {
    let world = try World()
    let process = world.process("pizzeria", arguments)
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 74)
    #expect(said == "pizzeria: standard output cannot be written\n")
  }

  @Test("who offers behind a pipe that was closed hands over all the same, and then leaves with code 74")
  func closedPipe() throws {
    let world = try World()
    let offer = world.process("pizzeria", ["offer", "Da Nina"])
    let output = Pipe()
    offer.standardOutput = output
    try offer.run()
    var shown = Data()
    while !String(decoding: shown, as: UTF8.self).contains("offered;") {
      let some = output.fileHandleForReading.availableData
      try #require(!some.isEmpty, "it ended before it offered")
      shown += some
    }
    try output.fileHandleForReading.close()
    #expect(try world.pizzeria("take").code == 0)
    offer.waitUntilExit()
    #expect(offer.terminationReason == .exit)
    #expect(offer.terminationStatus == 74)
  }
}
