import Foundation
import Hunch
import LogFormat
import Simulation
import TestSupport

/// The history of a user: simulated, random or, if `HUNCH_LOGS` names a folder, real.
struct ExplainedHistory {
  /// The donations in the order of arrival, which is the order of time.
  let donations: [Donation]
  /// The description of the history for failure messages.
  let name: String

  private static let personas: [Persona] = {
    let folder = Repository.file("datasets/personas")
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.sorted { $0.path < $1.path }.compactMap { file in
      try? Persona(json: Data(contentsOf: file), file: file.lastPathComponent)
    }
  }()

  private static let logs: [URL] = {
    guard let folder = ProcessInfo.processInfo.environment["HUNCH_LOGS"] else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(
      at: URL(filePath: folder), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "jsonl" }.sorted { $0.path < $1.path }
  }()

  /// Creates some days of a history from a seed: a fifth from real logs, if there are any; a fifth
  /// with odd times; the others simulated.
  ///
  /// - Parameter count: The approximate number of donations.
  init(seed: UInt64, count: Int) throws {
    var numbers = SeededNumbers(seed: seed)
    let kind = numbers.below(5)
    if kind == 0, !Self.logs.isEmpty {
      let log = numbers.pick(Self.logs)
      (donations, name) = (try Self.part(of: log, count: count, &numbers), log.lastPathComponent)
    } else if kind == 1 || Self.personas.isEmpty {
      donations = try Self.madeUp(seed: numbers.next(), count: count)
      name = "made up"
    } else {
      let persona = numbers.pick(Self.personas)
      let days = try Simulation(of: persona, seed: numbers.next()).donations(days: 12 + numbers.below(20))
      let cut = max(0, days.count - count - numbers.below(count))
      donations = days.dropFirst(cut).map { $0 }
      name = persona.user.name
    }
  }

  /// Returns the donations of one user in a part of a log.
  private static func part(of log: URL, count: Int, _ numbers: inout SeededNumbers) throws -> [Donation] {
    let handle = try FileHandle(forReadingFrom: log)
    let size = Int(try handle.seekToEnd())
    try handle.seek(toOffset: UInt64(numbers.below(max(1, size - 600 * count))))
    let text = try handle.read(upToCount: 600 * count) ?? Data()
    let whole = text.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast().joined(separator: [
      UInt8(ascii: "\n")
    ])
    var reader = LogReader(bytes: Array(whole) + [UInt8(ascii: "\n")], named: log.lastPathComponent)
    var found: [Donation] = []
    while let batch = try reader.nextBatch() {
      for record in batch.records {
        if case .donation(let donation) = record.record { found.append(donation) }
      }
    }
    let user = found.first?.user
    return found.filter { $0.user == user }.sorted {
      $0.context.instant.milliseconds < $1.context.instant.milliseconds
    }.suffix(2 * count)
  }

  /// Returns donations with times that are exact only to the day or the order, accepted
  /// suggestions, places, attributes and other offsets.
  private static func madeUp(seed: UInt64, count: Int) throws -> [Donation] {
    var numbers = SeededNumbers(seed: seed)
    var milliseconds: Int64 = 1_772_000_000_000
    let (timeless, travels) = (numbers.chance(3), numbers.chance(3))
    var (last, offset) = (0, 60)
    return try (0..<count).map { _ in
      milliseconds +=
        Int64([20, 400, 4_000, 20_000, 80_000][numbers.below(5)]) * Int64(500 + numbers.below(1_000))
      last = numbers.chance(3) ? numbers.below(9) : (last * 2 + 1) % 9
      if travels, numbers.chance(20) { offset = [-480, 60, 345, 540][numbers.below(4)] }
      var activity = try UserActivity(
        activityType: "org.example.\(last < 5 ? "edit" : "look").open", title: "Open \(last)",
        userInfo: ["document": .string("paper \(last / 2)"), "view": .integer(Int64(last))])
      if last > 5 {
        try activity.setParameterCombinations([
          ParameterCombination(keys: ["document"]), ParameterCombination(keys: ["document", "view"]),
        ])
      }
      var details = Donation.Details()
      if numbers.chance(6) { details.source = .suggestion }
      if timeless, numbers.chance(8) { details.timePrecision = numbers.chance(2) ? .day : .order }
      let place = [nil, nil, (52.52, 13.405), (52.5203, 13.4049), (48.137, 11.575)][numbers.below(5)]
      return try Donation(
        of: activity,
        in: Context(
          at: Instant(milliseconds: milliseconds, offsetMinutes: offset),
          place: place.map { try Place(latitude: $0.0, longitude: $0.1) },
          attributes: numbers.chance(2) ? [:] : ["wifi": .string(["home", "work"][numbers.below(2)])]),
        details: details)
    }
  }

  /// Returns a moment some time after a donation, at an earlier place, with the circumstances at
  /// that time.
  static func moment(after donations: ArraySlice<Donation>, _ numbers: inout SeededNumbers) throws -> Context
  {
    guard let last = donations.last else { return Context(at: try Instant(milliseconds: 0)) }
    let pause =
      Double([5, 90, 1_200, 9_000, 40_000][numbers.below(5)]) * (0.5 + Double(numbers.below(100)) / 100)
    let there = numbers.pick(Array(donations)).context
    return try Context(
      at: last.context.instant.advanced(bySeconds: pause), place: numbers.chance(2) ? nil : there.place,
      attributes: numbers.chance(3) ? [:] : there.attributes)
  }
}
