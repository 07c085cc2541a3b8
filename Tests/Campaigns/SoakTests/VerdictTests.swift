import Foundation
import TestSupport
import Testing

@testable import Soak

@Suite("The soak's verdict")
struct VerdictTests {
  /// Returns rounds with the given heap, files and times, plus noise from a seed.
  private static func samples(
    _ rounds: Int, heap: (Double) -> Double = { _ in 40 }, files: (Double) -> Double = { _ in 20 },
    donating: (Double) -> Double = { _ in 2_000 }
  ) -> [Sample] {
    var numbers = SeededNumbers(seed: 7)
    return (0..<rounds).map { round in
      let part = Double(round) / Double(rounds)
      var sample = Sample()
      sample.elapsed = Double(round) * 10
      sample.process.heap = Int((heap(part) + Double(numbers.below(100)) / 200) * 1_048_576)
      sample.process.trimmed = 90 << 20
      sample.process.files = Int(files(part))
      for (operation, time) in [(Operation.donate, donating(part)), (.bareCommit, 1_000)] {
        var durations = Durations()
        for _ in 0..<50 { durations.add(nanoseconds: (time + Double(numbers.below(200))) * 1_000) }
        sample.times[operation] = Sample.Timing(durations)
      }
      return sample
    }
  }

  @Test("flat measurements count as flat, whatever the warm-up and the outliers")
  func flat() {
    var samples = Self.samples(100, heap: { 40 * (1 - 0.5 * exp(-30 * $0)) })
    for wild in stride(from: 5, to: 100, by: 7) { samples[wild].process.heap *= 3 }
    let verdict = Verdict(of: samples, problems: [])
    #expect(verdict.isFlat, "\(verdict)")
  }

  @Test("a slope within the noise is not growth; the same slope without noise is")
  func noise() {
    let noisy = Verdict(of: Self.samples(100, heap: { 15 + 1.45 * $0 + 3 * sin(1_000 * $0) }), problems: [])
    #expect(noisy.isFlat, "\(noisy)")
    let steady = Verdict(of: Self.samples(100, heap: { 15 + 1.45 * $0 }), problems: [])
    #expect(steady.findings.filter(\.grew).map(\.name) == ["heap, MB"], "\(steady)")
  }

  @Test(
    "the verdict names the measurement that grew",
    arguments: [
      (
        "heap, MB", Self.samples(100, heap: { 40 + 6 * $0 })
      ),
      ("heap, MB", Self.samples(100, heap: { $0 < 0.7 ? 40 : 43 })),
      ("open files", Self.samples(100, files: { 20 + 6 * $0 })),
      ("donate, median", Self.samples(100, donating: { 2_000 + 1_000 * $0 })),
    ])
  func growth(name: String, samples: [Sample]) {
    let verdict = Verdict(of: samples, problems: [])
    #expect(verdict.findings.filter(\.grew).map(\.name).contains(name))
    #expect(!verdict.isFlat && verdict.description.contains("\(name) grew"))
  }

  @Test("a slower machine is not growth, because times are relative to the bare work of the same round")
  func slowerMachine() {
    var samples = Self.samples(100)
    for round in 50..<100 {
      for operation in [Operation.donate, .bareCommit] {
        var durations = Durations()
        let time = operation == .donate ? 6_300.0 : 3_300
        for _ in 0..<50 { durations.add(nanoseconds: time * 1_000) }
        samples[round].times[operation] = Sample.Timing(durations)
      }
    }
    #expect(Verdict(of: samples, problems: []).isFlat)
  }

  @Test("with few rounds only memory and files are judged; with fewer, nothing is")
  func fewRounds() {
    let short = Verdict(of: Self.samples(8, donating: { 2_000 + 9_000 * $0 }), problems: [])
    #expect(short.isFlat && short.findings.contains { $0.name == "heap, MB" })
    #expect(!short.findings.contains { $0.name.hasPrefix("donate") })
    #expect(!Verdict(of: Self.samples(7), problems: []).isFlat)
  }

  @Test("a broken promise fails the soak and is in the verdict")
  func broken() {
    let verdict = Verdict(of: Self.samples(100), problems: ["3 acknowledged donations are lost"])
    #expect(!verdict.isFlat && verdict.description.contains("FAILED: 3 acknowledged donations are lost"))
  }

  @Test("measurements are read back unchanged, and give the same verdict")
  func measurements() throws {
    let samples = Self.samples(60, heap: { 40 + 6 * $0 })
    let read = samples.compactMap { Sample(row: $0.row[...]) }
    #expect(read.map(\.row) == samples.map(\.row))
    #expect(Sample(row: "1,2,3") == nil && Sample(row: Sample.header[...]) == nil)
    let (one, again) = (Verdict(of: samples, problems: []), Verdict(of: read, problems: []))
    #expect(again.findings.map(\.name) == one.findings.map(\.name))
    #expect(again.findings.filter(\.grew).map(\.name) == ["heap, MB"])
  }

  @Test("quantiles of durations are exact within a bucket, and their cost does not depend on the count")
  func durations() throws {
    var durations = Durations()
    for microseconds in 1...10_000 { durations.add(nanoseconds: Double(microseconds) * 1_000) }
    for (share, expected) in [(0.5, 5_000.0), (0.99, 9_900)] {
      let found = try #require(durations.microseconds(share))
      #expect(abs(found / expected - 1) < 0.022, "\(found)")
    }
    #expect(durations.count == 10_000)
    durations.removeAll()
    #expect(durations.microseconds(0.5) == nil)
  }
}
