import Foundation
import TestSupport
import Testing

/// Changes the key and repairs while others write: `make test` tries it a few times,
/// `make nightly PART=kills` many.
@Suite("Next to writing processes", .serialized)
struct BesideWritersTests {
  private static let rounds = max(2, Campaign.count("HUNCH_KILLS", usually: 12) / 6)

  private static func line(_ number: Int) -> String {
    let (day, minute) = (1 + number / 1_000 % 28, number % 1_000)
    let time = String(format: "2026-02-%02dT%02d:%02d:00Z", day, minute / 60 % 24, minute % 60)
    return SampleLog.line("me", time, "org.example.mail.open", "Mail \(number)") + "\n"
  }

  /// Donates in a loop, with either key, until it is stopped; returns the acknowledged donations.
  private static func write(
    in scratch: Scratch, from first: Int, keys: [String], refusedWith refusals: Set<Int32>,
    until isDone: @escaping @Sendable () async -> Bool
  ) async throws -> [String] {
    var acknowledged: [String] = []
    var number = first
    // On a slow machine nothing may have been acknowledged yet; then the store is free.
    while !(await isDone()) || number < first + 2 || (acknowledged.isEmpty && number < first + 20) {
      var codes: [Int32] = []
      for key in keys {
        let arguments = ["donate"] + (key.isEmpty ? [] : ["--key-file", key])
        let run = try await Program.run(arguments, in: scratch, input: line(number))
        codes.append(run.code)
        if run.code == 0 { break }
      }
      if codes.last == 0 { acknowledged.append("Mail \(number)") }
      #expect(refusals.union([0]).isSuperset(of: codes), "\(codes)")
      number += 1
    }
    return acknowledged
  }

  private actor Flag {
    private(set) var isSet = false
    func set() { isSet = true }
  }

  @Test("changing the key while another process donates loses no acknowledged donation")
  func rotation() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(20))
    #expect(try await Program.run(["encrypt", "--new-key-file", "key0"], in: scratch).code == 0)
    let done = Flag()
    let keys = (0...Self.rounds).reversed().map { "key\($0)" }
    async let acknowledged = Self.write(in: scratch, from: 0, keys: keys, refusedWith: [66, 75, 77]) {
      await done.isSet
    }
    var current = 0
    for round in 1...Self.rounds {
      for _ in 0..<20 {
        let run = try await Program.run(
          ["encrypt", "--rotate", "--key-file", "key\(current)", "--new-key-file", "key\(round)"], in: scratch
        )
        // The erasure of old bytes may have to wait for the writer (75); the key is still changed,
        // and the new one is on disk.
        #expect([0, 75].contains(run.code), "\(run.errors)")
        if FileManager.default.fileExists(atPath: scratch.path("key\(round)")) { break }
      }
      current = round
    }
    await done.set()
    let titles = try await acknowledged
    #expect(!titles.isEmpty)
    let export = try await Program.run(["export", "--key-file", "key\(current)"], in: scratch)
    #expect(export.code == 0, "\(export.errors)")
    #expect(titles.filter { !export.text.contains("\"\($0)\"") } == [])
    #expect(try await Program.run(["doctor", "--key-file", "key\(current)"], in: scratch).code == 0)
  }

  @Test(
    "repairing a store while another process donates saves all earlier donations into a sound store"
  )
  func repair() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(20))
    let done = Flag()
    async let acknowledged = Self.write(in: scratch, from: 0, keys: [""], refusedWith: [75]) {
      await done.isSet
    }
    for round in 0..<Self.rounds {
      let name = "saved\(round).sqlite"
      let run = try await Program.run(["doctor", "--repair", name], in: scratch)
      // A store in use is refused, or saved as it was at one moment.
      #expect([0, 75].contains(run.code), "\(run.errors)")
      guard run.code == 0 else { continue }
      #expect(try await Program.run(["doctor", "--store", name], in: scratch).code == 0)
      let saved = try await Program.run(["export", "--store", name], in: scratch)
      #expect(saved.lines.count >= 100 && saved.text.contains("Open the inbox"))
    }
    await done.set()
    let titles = try await acknowledged
    let export = try await Program.run(["export"], in: scratch)
    #expect(titles.filter { !export.text.contains("\"\($0)\"") } == [])
  }
}
