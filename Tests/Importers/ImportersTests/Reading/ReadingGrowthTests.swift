import Foundation
import Glibc
import TestSupport
import Testing

@testable import Importers

/// The maximum cost of an untrusted file, whatever it contains, for each reader and each shape.
///
/// The work is counted in the steps of the budget. Readers of texts count bytes, so a loop over
/// bytes that were already read would not show. It shows in the processor time of the thread, which
/// is compared at two sizes with a wide margin.
@Suite("The cost of an untrusted file")
struct ReadingGrowthTests {
  /// The sizes that are compared: the second is four times the first.
  private static let sizes = [1 << 13, 1 << 15]
  /// The factors by which four times the size may multiply steps and time.
  ///
  /// Sorting takes a little more than four, and quadratic work sixteen.
  private static let (stepGrowth, timeGrowth) = (5, 10.0)
  /// Costs too small to compare: pages that are read whatever the size is, and times that other
  /// threads disturb.
  private static let (fewSteps, shortTime) = (200_000, 0.25)

  /// The cost of one reading.
  private struct Cost {
    var steps = 0
    var seconds = 0.0
    var isTooCostly = false
  }

  @Test(
    "steps and time grow with the size of a file, and no faster",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer takes time of its own"),
    arguments: UntrustedReader.all)
  func growth(_ reader: UntrustedReader) throws {
    let scratch = try Scratch()
    var lines: [String] = []
    // Variants have the same text at other positions in a file. A landing tries one in `share`, and
    // each day other ones.
    let share = Campaign.count("HUNCH_SHAPE_SHARE", usually: 6)
    for (number, shape) in try HostileShape.all(for: reader).enumerated()
    where !shape.isVariant || (number + Int(Campaign.seed % 1_000)) % max(1, share) == 0 {
      var costs: [Cost] = []
      for size in Self.sizes {
        guard let bytes = try shape.bytes(reader, size, scratch) else { continue }
        try Data(bytes).write(to: scratch.folder.appending(path: "hostile"))
        costs.append(try Self.cost(of: HistoryFile(path: scratch.path("hostile")), by: reader, shape))
      }
      guard costs.count == 2 else { continue }
      let name = "\(reader.name), \(shape.name)"
      #expect(shape.mayEnd || !costs[1].isTooCostly, "\(name): too costly")
      #expect(
        shape.mayEnd || costs[1].steps <= Self.stepGrowth * costs[0].steps + Self.fewSteps,
        "\(name): \(costs.map(\.steps)) steps")
      #expect(
        costs[1].seconds < Self.shortTime || costs[1].isTooCostly
          || costs[1].seconds < Self.timeGrowth * costs[0].seconds, "\(name): \(costs.map(\.seconds)) seconds"
      )
      lines.append(
        ([name] + zip(Self.sizes, costs).flatMap { ["\($0)", "\($1.steps)", "\($1.seconds)"] })
          .joined(separator: "\t") + (costs[1].isTooCostly ? "\ttoo costly" : ""))
    }
    try Self.note(lines, of: reader)
  }

  /// Returns the cost of reading a file, and checks that it is within the budget.
  private static func cost(
    of file: HistoryFile, by reader: UntrustedReader, _ shape: HostileShape
  ) throws -> Cost {
    let (start, name) = (Self.threadTime(), "\(reader.name), \(shape.name)")
    var cost = Cost()
    do {
      let records = try reader.read(file)
      #expect(records <= file.budget.records, "\(name)")
    } catch let error as HistoryError { cost.isTooCostly = error.reason == .tooCostly }
    cost.seconds = threadTime() - start
    cost.steps = file.budget.spentSteps
    #expect(cost.steps <= file.budget.steps || cost.isTooCostly, "\(name): \(cost.steps) steps")
    return cost
  }

  /// Seconds for which the processor has worked for this thread.
  private static func threadTime() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Writes the costs of a reader's shapes to a file in the folder that `HUNCH_GROWTH` names, if it
  /// is set.
  private static func note(_ lines: [String], of reader: UntrustedReader) throws {
    guard let folder = ProcessInfo.processInfo.environment["HUNCH_GROWTH"] else { return }
    try Data(lines.joined(separator: "\n").utf8).write(
      to: URL(filePath: folder).appending(path: reader.name + ".tsv"))
  }

  @Test(
    "memory grows with the size of a file, and no faster",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer has memory of its own"),
    arguments: UntrustedReader.all)
  func memory(_ reader: UntrustedReader) async throws {
    let scratch = try Scratch()
    let share = Campaign.count("HUNCH_SHAPE_SHARE", usually: 3)
    let shapes = try HostileShape.all(for: reader).filter { !$0.isVariant }.enumerated()
      .filter { ($0.offset + Int(Campaign.seed % 1_000)) % max(1, share) == 0 }.map(\.element)
    var peaks: [Int] = []
    for size in Self.sizes {
      var names: [String] = []
      for (number, shape) in shapes.enumerated() {
        guard let bytes = try shape.bytes(reader, size, scratch) else { continue }
        try Data(bytes).write(to: scratch.folder.appending(path: "hostile-\(number)"))
        if try reader.takes(HistoryFile(path: scratch.path("hostile-\(number)"))) {
          names.append("hostile-\(number)")
        }
      }
      let process = Process()
      process.executableURL = try BuiltProgram.file("hunch")
      process.arguments = reader.arguments(names)
      process.currentDirectoryURL = scratch.folder
      process.environment = BuiltProgram.environment(home: scratch.folder)
      let (run, bytes) = try await process.runToPeak()
      #expect(!run.isSignal && run.code < 128, "\(reader.name): \(run.code) \(run.errors)")
      peaks.append(bytes)
    }
    // One process reads all shapes, so the worst of them counts. Memory holds batches of records,
    // some kilobytes each.
    #expect(peaks[1] - peaks[0] < 48 << 20, "\(reader.name): \(peaks.map { $0 >> 20 }) MiB")
  }
}
