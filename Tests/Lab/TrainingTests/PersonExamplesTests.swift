import Activities
import Features
import Foundation
import Kernels
import LogFormat
import Ranking
import TestSupport
import Testing

@testable import Training

@Suite("Training: examples of people, made elsewhere")
struct PersonExamplesTests {
  private static let names = ["ada", "kai", "Öz"]
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A plan that draws candidates of both parts, and keeps every third query to choose by.
  private static func plan(_ change: (inout FittingPlan) -> Void = { _ in }) -> FittingPlan {
    World.plan {
      ($0.candidateLimit, $0.randomCandidates, $0.validationCandidateLimit) = (10, 4, 12)
      $0.validationQueryLimit = 14
      change(&$0)
    }
  }

  private static func donations(of name: String) throws -> [Donation] {
    let number = names.firstIndex(of: name) ?? 0
    return try World.told(
      World.history(130 + 20 * number, activities: 30, by: name, seed: UInt64(number + 1)))
  }

  private static func log() throws -> FittingLog {
    FittingLog(name: "log", donations: try names.flatMap { try donations(of: $0) })
  }

  private static func line(
    _ name: String, _ number: Int? = nil, donations: [Donation]? = nil, by plan: FittingPlan = plan()
  ) async throws -> String {
    let examples = try await PersonExamples(
      of: try donations ?? Self.donations(of: name), person: name,
      number: number ?? names.firstIndex(of: name) ?? 0, by: plan)
    let text = Data(examples.bytes).base64EncodedString()
    return
      #"{"person":"\#(name)","donations":\#(examples.donations),"number":\#(examples.number),"examples":"\#(text)"}"#
      + "\n"
  }

  private static func trailer(_ people: Int, _ donations: Int) -> String {
    #"{"end":true,"v":1,"task":"examples","people":\#(people),"donations":\#(donations)}"# + "\n"
  }

  /// Reads texts as files named 0, 1 and so on.
  private func spool(_ files: [String], by plan: FittingPlan = Self.plan()) throws -> ExampleSpool {
    var spool = try ExampleSpool(by: plan, in: scratch.folder.path)
    for (number, text) in files.enumerated() {
      try spool.read(ByteSource(Array(text.utf8)), named: "\(number)")
    }
    return spool
  }

  @Test("a fit to the examples of two workers, the later people first, is the fit to the log of all")
  func same() async throws {
    let later = try await Self.line("Öz") + Self.line("kai") + Self.trailer(2, 320)
    let first = try await Self.line("ada") + Self.trailer(1, 130)
    let spool = try spool([later, "\n" + first])
    let fitted = try await ModelFitting(Self.plan()).fit(to: spool)
    let expected = try await ModelFitting(Self.plan()).fit(to: [Self.log()])
    #expect(fitted.model == expected.model && fitted.training == expected.training)
    #expect(fitted.queries == expected.queries && fitted.rows == expected.rows && fitted.horizon == nil)
    let sets = try spool.sets()
    #expect(sets.fit.features.isEmpty && sets.fit.queryCount == fitted.queries)
    #expect((12...28).contains(sets.validation.queryCount), "\(sets.validation.queryCount) of 45 and more")
    #expect(spool.people == 3 && spool.donations == 450)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  @Test("the entry of the record is the same in any order, and another for other examples")
  func digest() async throws {
    let (ada, kai) = (try await Self.line("ada"), try await Self.line("kai"))
    let one = try spool([ada + kai + Self.trailer(2, 280)]).log
    let other = try spool([kai + Self.trailer(1, 150), ada + Self.trailer(1, 130)]).log
    #expect(one == other && one.users == 2 && one.donations == 280 && one.name == "examples")
    let kaisOthers = try await Self.line("kai", donations: Self.donations(of: "kai").dropLast())
    #expect(try spool([ada + kaisOthers + Self.trailer(2, 279)]).log.digest != one.digest)
  }

  @Test("a resumed fit to examples ends as if it had not been interrupted")
  func resumed() async throws {
    let spool = try spool([try await Self.line("ada") + Self.trailer(1, 130)])
    var kept: [TrainingCheckpoint] = []
    let whole = try await ModelFitting(Self.plan()).fit(to: spool, keep: { kept.append($0) })
    let rest = try await ModelFitting(Self.plan()).fit(to: spool, from: kept[0])
    #expect(kept.count == 2 && rest.model == whole.model && rest.training == whole.training)
  }

  @Test("lines that do not fit are rejected by file and row")
  func refused() async throws {
    let (ada, kai) = (try await Self.line("ada"), try await Self.line("kai"))
    let half = try await Self.line("kai", by: Self.plan { $0.until = 0.5 })
    let seeded = try await Self.line("kai", by: Self.plan { $0.optimisation.seed = 7 })
    let foreign = try await Self.line("kai", by: Self.plan { $0.candidateLimit = 11 })
    let ends = Self.trailer(1, 130)
    func expect(
      _ reason: ExamplesError.Reason, at row: Int, in file: String = "0", _ files: String...,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(
        throws: ExamplesError(file: file, row: row, reason), sourceLocation: sourceLocation
      ) { try spool(files) }
    }
    expect(.noTrailer, at: 1, ada)
    expect(.noTrailer, at: 3, ada + ends + kai)
    expect(.noTrailer, at: 0, in: "1", ada + ends, "")
    expect(.otherCount, at: 2, ada + Self.trailer(2, 130))
    expect(.notALine, at: 2, ada + "{\n")
    expect(.notALine, at: 1, ends.replacing("examples", with: "evaluate"))
    expect(.notALine, at: 1, String(ada.dropLast(100)))
    expect(.repeatedPerson(file: "0", row: 1), at: 2, in: "1", ada + ends, kai + ada + ends)
    expect(
      .repeatedNumber(0, file: "0", row: 1), at: 2, ada + (try await Self.line("kai", 0)) + ends)
    expect(.otherShare(0.5), at: 2, ada + half)
    expect(.otherSeed(7), at: 2, ada + seeded)
    expect(.foreign, at: 1, foreign)
    expect(.damaged, at: 1, ada.replacing(#""donations":130"#, with: #""donations":131"#))
    expect(.damaged, at: 1, kai.replacing("kai", with: "eve"))
    var changed = Array(ada.utf8)
    changed[changed.count / 2] = changed[changed.count / 2] == 65 ? 66 : 65
    expect(.damaged, at: 1, String(decoding: changed, as: UTF8.self))
  }

  @Test("bytes with a valid digest and any number in them are rejected or read, and end nothing")
  func crafted() async throws {
    let donations = try Array(Self.donations(of: "ada").prefix(8))
    let plan = Self.plan()
    let examples = try await PersonExamples(of: donations, person: "ada", number: 5, by: plan)
    #expect(try PersonExamples(decoding: examples.bytes, by: plan).fit.features == examples.fit.features)
    let body = Array(examples.bytes.dropLast(32))
    var rejected = 0
    for start in Set(Array(0..<400) + Array(stride(from: 400, to: body.count - 8, by: 61))) {
      for value in [UInt64(1) << 62, .max, 1 << 31 - 1] {
        var bytes = body
        bytes.replaceSubrange(
          start..<start + 8, with: (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        bytes += SHA256Digest(of: bytes).bytes
        do { _ = try PersonExamples(decoding: bytes, by: plan) } catch { rejected += 1 }
      }
    }
    #expect(rejected > 400)
  }

  @Test("a person who donated nothing adds nothing, and too few donations are rejected")
  func few() async throws {
    let none = try await Self.line("nobody", 9, donations: [])
    let spool = try spool([none + Self.trailer(1, 0)])
    #expect(spool.people == 0)
    await #expect(throws: FittingError.tooFewDonations(log: "examples", found: 0, needed: 100)) {
      try await ModelFitting(Self.plan()).fit(to: spool)
    }
    let both = try self.spool([try await Self.line("ada") + none + Self.trailer(2, 130)])
    #expect(both.people == 1)
    let alone = try self.spool([try await Self.line("ada") + Self.trailer(1, 130)])
    let models = try await [both, alone].asyncMap { try await ModelFitting(Self.plan()).fit(to: $0).model }
    #expect(models[0] == models[1])
  }

  @Test("a query to choose by has the same candidates, whichever of the others are kept")
  func draws() async throws {
    let donations = try Self.donations(of: "ada")
    let all = try await ExampleCollector.fitting(
      donations, by: Self.plan(), weight: 1, validationStride: 1, seed: 3)
    let some = try await ExampleCollector.fitting(
      donations, by: Self.plan(), weight: 1, validationStride: 4, seed: 3)
    #expect(all[.choose].queryCount == all.chooseNumbers.count)
    var kept = TrainingSet.emptyOfFeatures
    for (query, number) in all.chooseNumbers.enumerated() where number % 4 == 0 {
      let (set, rows) = (all[.choose], all[.choose].rows(ofQuery: query))
      let (width, novelty) = (set.featureCount, set.noveltyFeatureCount)
      #expect(rows.count == 12)
      try kept.append(
        candidates: Matrix(
          rows: rows.count, columns: width,
          elements: Array(set.features[rows.lowerBound * width..<rows.upperBound * width])),
        novelty: Array(set.noveltyFeatures[query * novelty..<(query + 1) * novelty]),
        target: set.targets[query] < 0 ? nil : Int(set.targets[query]), weight: set.weights[query])
    }
    #expect(some[.choose].features == kept.features && some[.choose].weights == kept.weights)
    #expect(some[.choose].targets == kept.targets && some[.fit].features == all[.fit].features)
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
