package import Activities
internal import Features
internal import Foundation
internal import Kernels
internal import Ranking

/// The examples of one person, for a fit that does not see the donations.
///
/// They do not depend on other people, apart from the person's number: weights are relative to the
/// log's, and every query to choose by is among them, with its place in the log.
package struct PersonExamples: Sendable {
  /// The version of the bytes.
  static let format = "hunch-examples-1"
  /// The numbers that a person may have: they are half of the seed's bits.
  package static let numbers = 0..<1 << 32
  private static let digestLength = 32

  /// The person's name.
  package let person: String
  /// The rank among all people of the fit, from 0, in the order of names; it decides the draws.
  package let number: Int
  let counts: FittingCounts
  /// The queries to fit to, with the weights 1 and 0.5.
  let fit: TrainingSet
  /// The queries to choose by, with the weights 1 and 0.5.
  let choose: TrainingSet
  /// The number of donations before each query to choose by.
  let chooseNumbers: [Int32]
  /// The encoded examples; their end is a digest.
  package let bytes: [UInt8]

  /// The number of donations.
  package var donations: Int { counts.donations }

  /// The digest of everything else in the bytes.
  var digest: ArraySlice<UInt8> { bytes.suffix(Self.digestLength) }

  /// Replays a person's donations.
  ///
  /// - Parameter donations: All donations of the person, in the order of time.
  /// - Throws: `CancellationError`, or a `TrainingError`.
  /// - Complexity: O(donations x activities).
  package init(of donations: [Donation], person: String, number: Int, by plan: FittingPlan) async throws {
    let collector = try await ExampleCollector.fitting(
      donations, by: plan, weight: 1, validationStride: 1, seed: plan.seed(log: 0, user: number))
    (self.person, self.number) = (person, number)
    counts = FittingCounts(of: donations, by: plan)
    (fit, choose) = (collector[.fit], collector[.choose])
    chooseNumbers = collector.chooseNumbers
    bytes = Self.encoded(person, number, counts, fit, choose, chooseNumbers, by: plan)
  }
}

/// The bytes.
extension PersonExamples {
  /// A reason why bytes cannot be used.
  enum Fault: Error, Equatable {
    case damaged
    /// They are of another version, or for other features.
    case foreign
    /// They were made with another share to learn from.
    case otherShare(Double)
    /// They were made with another seed.
    case otherSeed(UInt64)
  }

  private static func encoded(
    _ person: String, _ number: Int, _ counts: FittingCounts, _ fit: TrainingSet, _ choose: TrainingSet,
    _ chooseNumbers: [Int32], by plan: FittingPlan
  ) -> [UInt8] {
    var writer = StateWriter()
    for text in [format, FeatureSchema.current.fingerprint, settings(of: plan), person] {
      writer.write(Array(text.utf8))
    }
    writer.write(plan.until)
    writer.write(plan.optimisation.seed)
    writer.write([number, counts.donations, counts.fitted, counts.choices])
    for set in [fit, choose] {
      writer.write((0..<set.queryCount).map { Int32(clamping: set.rows(ofQuery: $0).count) })
      writer.write(set.targets)
      writer.write(set.weights)
      writer.write(set.noveltyFeatures)
      writer.write(set.features)
    }
    writer.write(chooseNumbers)
    return writer.bytes + SHA256Digest(of: writer.bytes).bytes
  }

  /// The other settings that decide the examples.
  private static func settings(of plan: FittingPlan) -> String {
    let names: Set = ["validationShare", "candidateLimit", "randomCandidates", "validationCandidateLimit"]
    return plan.hyperParameters.filter { names.contains($0.name) }.map { "\($0.name)=\($0.value)" }
      .joined(separator: " ")
  }

  /// Reads bytes.
  ///
  /// - Parameter plan: The plan that they must have been made with.
  /// - Throws: ``Fault``.
  init(decoding bytes: [UInt8], by plan: FittingPlan) throws(Fault) {
    do {
      try self.init(checking: bytes, by: plan)
    } catch let fault as Fault {
      throw fault
    } catch { throw .damaged }
  }

  private init(checking bytes: [UInt8], by plan: FittingPlan) throws {
    guard bytes.count > Self.digestLength else { throw Fault.damaged }
    let body = Array(bytes.dropLast(Self.digestLength))
    guard SHA256Digest(of: body).bytes == Array(bytes.suffix(Self.digestLength)) else { throw Fault.damaged }
    var reader = StateReader(body)
    func text() throws -> String { String(decoding: try reader.readTable(of: UInt8.self), as: UTF8.self) }
    guard try text() == Self.format, try text() == FeatureSchema.current.fingerprint,
      try text() == Self.settings(of: plan)
    else { throw Fault.foreign }
    person = try text()
    let (until, seed) = (try reader.read(Double.self), try reader.read(UInt64.self))
    guard until == plan.until else { throw Fault.otherShare(until) }
    guard seed == plan.optimisation.seed else { throw Fault.otherSeed(seed) }
    let numbers = try reader.readTable(of: Int.self, count: 4)
    number = numbers[0]
    counts = FittingCounts(donations: numbers[1], fitted: numbers[2], choices: numbers[3])
    fit = try Self.set(&reader)
    choose = try Self.set(&reader)
    chooseNumbers = try reader.readTable(count: choose.queryCount)
    try reader.finish()
    // Sums over many people stay far from overflowing.
    guard numbers.allSatisfy(Self.numbers.contains), chooseNumbers.allSatisfy({ $0 >= 0 }),
      counts.choices <= counts.fitted, counts.fitted <= counts.donations
    else { throw Fault.damaged }
    self.bytes = bytes
  }

  private static func set(_ reader: inout StateReader) throws -> TrainingSet {
    var set = TrainingSet.emptyOfFeatures
    let rows = try reader.readTable(of: Int32.self)
    let targets = try reader.readTable(of: Int32.self, count: rows.count)
    let weights = try reader.readTable(of: Float.self, count: rows.count)
    let novelty = try reader.readTable(of: Float.self, count: rows.count * set.noveltyFeatureCount)
    let features = try reader.readTable(of: Float.self)
    guard rows.allSatisfy({ $0 >= 0 }), weights.allSatisfy({ $0 == 1 || $0 == 0.5 }),
      features.count.isMultiple(of: set.featureCount),
      rows.reduce(0, { $0 + Int($1) }) == features.count / set.featureCount
    else { throw Fault.damaged }
    set.reserveCapacity(queries: rows.count, rows: features.count / set.featureCount)
    var start = 0
    for (query, count) in rows.enumerated() {
      let end = start + Int(count) * set.featureCount
      let width = set.noveltyFeatureCount
      try set.append(
        candidates: Matrix(
          rows: Int(count), columns: set.featureCount, elements: Array(features[start..<end])),
        novelty: Array(novelty[query * width..<(query + 1) * width]),
        target: targets[query] < 0 ? nil : Int(targets[query]), weight: weights[query])
      start = end
    }
    return set
  }
}
