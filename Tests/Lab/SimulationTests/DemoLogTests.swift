import Activities
import Foundation
import LogFormat
import Testing

@testable import Simulation

/// `datasets/demo.jsonl` is what `hunch simulate datasets/personas/ada.json --seed 1` prints.
@Suite struct DemoLogTests {
  static let file = datasets.appending(path: "demo.jsonl")

  @Test func `the demo log is made from its persona, byte by byte`() throws {
    var log: [UInt8] = []
    let encoder = RecordEncoder()
    for donation in try Simulation(of: shippedPersona("ada"), seed: 1).donations() {
      try encoder.encode(.donation(donation), appendingTo: &log)
      log.append(UInt8(ascii: "\n"))
    }
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try Data(log).write(to: Self.file)
      Issue.record("recorded; run again without RECORD_SNAPSHOTS")
    }
    #expect(log.count < 1_000_000)
    #expect(try Data(contentsOf: Self.file) == Data(log))
  }

  @Test func `the demo log shows what the documentation tells of`() throws {
    let persona = try shippedPersona("ada")
    let donations = try Simulation(of: persona, seed: 1).donations()
    #expect(persona.user.name == "ada")
    let soups = donations.filter { $0.activity.userInfo["item"] == "soup" }
    let evening = soups.filter { $0.context.instant.localHour > 17 }
    #expect(evening.count > 15 && soups.count - evening.count > 15)
    #expect(evening.allSatisfy { $0.activity.userInfo["options"] == "pepper" })
    #expect(
      soups.filter { $0.context.instant.localHour < 15 }.allSatisfy {
        $0.activity.userInfo["options"] == "croutons"
      })
    let documents = { (type: String) in
      Set(donations.of(type).compactMap { $0.activity.userInfo["document"] })
    }
    #expect(documents("edit").intersection(documents("share")).count > 2)
    #expect(donations.contains { $0.context.attributes["headphones"] == true })
    #expect(donations.contains { $0.activity.suggestedInvocationPhrase == "Coffee as usual" })
    #expect(Set(donations.map(\.context.instant.offsetMinutes)) == [60, 120])
  }
}
