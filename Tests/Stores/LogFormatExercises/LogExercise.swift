import Activities
import LogFormat

/// The result of one file.
struct LogOutcome: Equatable {
  var donations = 0
  var others = 0
  var hints = 0
  /// The lines that could not be read.
  var problems: [Int] = []
}

/// A promise of the readers of files that one input broke.
enum LogPromise: Error {
  /// The records depend on the size of the batches.
  case batches
  /// Lines are not in order, or one is reported twice.
  case order
  /// A file with other line ends, or with a byte order mark, has other content.
  case lineEnds, byteOrderMark
  /// A problem does not name its file and line.
  case unnamed
  /// A problem reveals content of the file.
  case toldContent
  /// A record cannot be encoded, or is decoded as another one.
  case roundTrip(line: Int)
  /// A number that is not finite was read.
  case notFinite(line: Int)
}

/// Runs the readers of whole files on arbitrary bytes, and checks their promises.
///
/// The fuzzer and the tests of its corpus share this function.
func exerciseLog(_ bytes: [UInt8]) throws -> LogOutcome {
  var limits = LineLimits()
  // Readers are expensive: one input in four gets narrow limits, and the others are read in two
  // ways.
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

/// The complete result of a reader for a file.
private struct WholeLog: Equatable {
  var records: [NumberedRecord] = []
  var problems: [LineProblem] = []

  /// Reads a file; checks that every line is reported once, in order.
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

  /// Checks that reading line by line gives the same result.
  func checkBatches(of bytes: [UInt8], _ limits: LineLimits) throws {
    guard try Self.read(bytes, batch: 1, limits) == self else { throw LogPromise.batches }
  }

  /// Checks that CRLF instead of LF changes nothing.
  func checkLineEnds(of bytes: [UInt8]) throws {
    var other: [UInt8] = []
    for byte in Self.text(of: bytes) {
      if byte == UInt8(ascii: "\n") { other.append(UInt8(ascii: "\r")) }
      other.append(byte)
    }
    guard try Self.read(other, batch: 64, LineLimits()) == self else { throw LogPromise.lineEnds }
  }

  /// Returns the text of a file in UTF-8, with the same content.
  private static func text(of bytes: [UInt8]) -> [UInt8] {
    guard var decoder = UTF16Decoder(markOf: bytes) else { return bytes }
    return decoder.decode(bytes) + decoder.finish()
  }

  /// Checks that a mark before the first line changes nothing.
  func checkMark(of bytes: [UInt8]) throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = Self.text(of: bytes)
    guard !text.starts(with: mark) else { return }
    guard try Self.read(mark + text, batch: 64, LineLimits()) == self else { throw LogPromise.byteOrderMark }
  }
}

/// Checks that a problem names file and line but no content: rare characters of the file must not
/// be in the message.
private func check(_ problem: LineProblem) throws {
  let text = problem.description
  guard text.hasPrefix("a.jsonl:\(problem.line): "), problem.line >= 1 else { throw LogPromise.unnamed }
  guard !text.contains("ZQXJ") else { throw LogPromise.toldContent }
}

/// Checks that a record can be encoded, and is decoded as the same one.
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

/// Returns the number of hints in the file, read as a file of hints, and checks their round trip.
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
