import Activities
import LogFormat

/// What became of one file.
struct LogOutcome: Equatable {
  var donations = 0
  var others = 0
  var hints = 0
  /// The lines that could not be read.
  var problems: [Int] = []
}

/// A promise of the readers of files that one input broke.
enum LogPromise: Error {
  /// What is read depends on the size of the batches.
  case batches
  /// Lines are not told in order, or one is told twice.
  case order
  /// A file with other line ends, or with a byte order mark, says something else.
  case lineEnds, byteOrderMark
  /// A problem does not name its file and line.
  case unnamed
  /// A problem tells what stands in the file.
  case toldContent
  /// What was read cannot be written, or is read as something else.
  case roundTrip(line: Int)
  /// A number that is not finite was read.
  case notFinite(line: Int)
}

/// Runs the readers of whole files on arbitrary bytes, and checks what they promise whatever they
/// are.
///
/// The fuzzer and the tests of its corpus share it.
func exerciseLog(_ bytes: [UInt8]) throws -> LogOutcome {
  var limits = LineLimits()
  // Readers cost more than reading: one input in four meets narrow limits, the others are read in
  // two ways.
  if bytes.count % 4 == 0 { (limits.length, limits.depth) = (96, 3) }
  let log = try WholeLog(bytes, limits: limits)
  if bytes.count % 4 == 1 { try log.checkBatches(of: bytes, limits) }
  if bytes.count % 4 == 2 { try log.checkLineEnds(of: bytes) }
  if bytes.count % 4 == 3 { try log.checkMark(of: bytes) }
  var outcome = LogOutcome(problems: log.problems.map(\.line))
  for numbered in log.records {
    try check(numbered)
    if case .donation = numbered.record { outcome.donations += 1 } else { outcome.others += 1 }
  }
  outcome.hints = try hints(in: bytes)
  return outcome
}

/// All that a reader told of a file.
private struct WholeLog: Equatable {
  var records: [NumberedRecord] = []
  var problems: [LineProblem] = []

  /// Reads a file; every line is told once, in order.
  init(_ bytes: [UInt8], limits: LineLimits) throws {
    self = try Self.read(bytes, batch: 4_096, limits)
    let lines = (records.map(\.line) + problems.map(\.line)).sorted()
    guard zip(lines, lines.dropFirst()).allSatisfy(<), lines.first ?? 1 >= 1 else { throw LogPromise.order }
    for problem in problems { try check(problem) }
  }

  private init() {}

  private static func read(_ bytes: [UInt8], batch: Int, _ limits: LineLimits) throws -> WholeLog {
    var (reader, whole) = (LogReader(bytes: bytes, named: "a.jsonl", limits: limits), WholeLog())
    while let next = try reader.nextBatch(limit: batch) {
      whole.records += next.records
      whole.problems += next.problems
    }
    return whole
  }

  /// Line by line it says the same.
  func checkBatches(of bytes: [UInt8], _ limits: LineLimits) throws {
    guard try Self.read(bytes, batch: 1, limits) == self else { throw LogPromise.batches }
  }

  /// CRLF in place of LF changes nothing.
  func checkLineEnds(of bytes: [UInt8]) throws {
    var other: [UInt8] = []
    for byte in Self.text(of: bytes) {
      if byte == UInt8(ascii: "\n") { other.append(UInt8(ascii: "\r")) }
      other.append(byte)
    }
    guard try Self.read(other, batch: 64, LineLimits()) == self else { throw LogPromise.lineEnds }
  }

  /// Returns the text of a file in UTF-8, which says what the file does.
  private static func text(of bytes: [UInt8]) -> [UInt8] {
    guard var decoder = UTF16Decoder(markOf: bytes) else { return bytes }
    return decoder.decode(bytes) + decoder.finish()
  }

  /// A mark before the first line changes nothing.
  func checkMark(of bytes: [UInt8]) throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = Self.text(of: bytes)
    guard !text.starts(with: mark) else { return }
    guard try Self.read(mark + text, batch: 64, LineLimits()) == self else { throw LogPromise.byteOrderMark }
  }
}

/// A problem names file and line, and nothing that stands there: what nobody would write in a
/// message is not in one.
private func check(_ problem: LineProblem) throws {
  let text = problem.description
  guard text.hasPrefix("a.jsonl:\(problem.line): "), problem.line >= 1 else { throw LogPromise.unnamed }
  guard !text.contains("ZQXJ") else { throw LogPromise.toldContent }
}

/// What was read can be written, and is the same then.
private func check(_ numbered: NumberedRecord) throws {
  let broken = LogPromise.roundTrip(line: numbered.line)
  var decoder = RecordDecoder()
  guard let line = try? RecordEncoder().encode(numbered.record) else { throw broken }
  guard case .donation(let donation) = numbered.record else {
    guard let again = try? decoder.decode(line.span), again == numbered.record else { throw broken }
    return
  }
  let again = try? decoder.decodeDonation(
    line.span, identifier: donation.identifier, identity: donation.identity)
  guard again == donation else { throw broken }
  let place = donation.context.place
  let numbers = [place?.latitude, place?.longitude, place?.horizontalAccuracy, donation.details.duration]
  guard numbers.allSatisfy({ $0?.isFinite ?? true }), donation.activity.userInfo.values.allSatisfy(\.isFinite)
  else { throw LogPromise.notFinite(line: numbered.line) }
}

/// How many hints the file has, read as a file of hints, which are written and read as the same.
private func hints(in bytes: [UInt8]) throws -> Int {
  var reader = HintReader(bytes: bytes, named: "a.jsonl")
  let (hints, problems) = try reader.read(limit: 64)
  guard hints.count + problems.count <= 64 else { throw LogPromise.batches }
  for problem in problems { try check(problem) }
  var decoder = RecordDecoder()
  for (index, hint) in hints.enumerated() {
    guard let line = try? RecordEncoder().encode(hint), let again = try? decoder.decodeHint(line.span),
      again == hint
    else { throw LogPromise.roundTrip(line: -index) }
  }
  return hints.count
}
