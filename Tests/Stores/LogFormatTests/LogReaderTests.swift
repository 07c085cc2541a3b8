import Activities
import Foundation
import LogFormat
import Testing

@Suite("A whole log")
struct LogReaderTests {
  static let good = #"{"time":"2026-03-01T08:10:00+01:00","activityType":"org.example.a.b"}"#
  static let longLine = #"{"title":""# + String(repeating: "x", count: 10_000_000) + #""}"#

  /// Everything in a log, and how many batches it came in.
  private func read(
    _ bytes: [UInt8], batch: Int = 4_096, limits: LineLimits = LineLimits()
  ) throws -> (records: [NumberedRecord], problems: [LineProblem], batches: Int) {
    var reader = LogReader(bytes: bytes, named: "log.jsonl", limits: limits)
    return try drain(&reader, batch: batch)
  }

  private func drain(
    _ reader: inout LogReader, batch limit: Int = 4_096
  ) throws -> (records: [NumberedRecord], problems: [LineProblem], batches: Int) {
    var (records, problems, batches): ([NumberedRecord], [LineProblem], Int) = ([], [], 0)
    while let batch = try reader.nextBatch(limit: limit) {
      records += batch.records
      problems += batch.problems
      batches += 1
    }
    return (records, problems, batches)
  }

  @Test("each bad line is reported with its number, field and reason, and the good ones are kept")
  func badLines() throws {
    let table = BadLine.json + BadLine.required + BadLine.types + BadLine.values
    var bad: [(bytes: [UInt8], error: RecordError)] = table.map { (Array($0.line.utf8), $0.error) }
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    bad.append(
      (Array(BadLine.with(#""userInfo":{"a":\#(deep)}"#).utf8), RecordError("", .nestedTooDeep(limit: 64))))
    bad.append((Array(Self.longLine.utf8), RecordError("", .lineTooLong(limit: 1 << 20))))
    bad.append((Array(#"{"title":""#.utf8) + [0xFF] + Array(#""}"#.utf8), RecordError("", .invalidUTF8)))
    var log = Array(Self.good.utf8) + [0x0A]
    for line in bad { log += line.bytes + [0x0A] + Array(Self.good.utf8) + [0x0A] }

    let (records, problems, _) = try read(log)
    #expect(records.map(\.line) == (0...bad.count).map { 2 * $0 + 1 })
    let expected = bad.enumerated().map {
      LineProblem(file: "log.jsonl", line: 2 * $0.offset + 2, error: $0.element.error)
    }
    #expect(problems == expected)
  }

  @Test("a message has the position, the field, the reason and the remedy, and no content of the line")
  func messages() throws {
    let secret = "s3cret"
    let lines = [
      BadLine.with(#""location":{"latitude":91,"longitude":0},"title":"s3cret""#),
      BadLine.with(#""source":"s3cret""#),
      BadLine.with(#""userInfo":{"s3cret":{"$date":"s3cret"}}"#), BadLine.with(#""s3cret":1,"s3cret":2"#),
      BadLine.time("s3cret"), BadLine.activityType("s3cret s3cret"), #"{"s3cret""#,
    ]
    let (_, problems, _) = try read(Array(lines.joined(separator: "\n").utf8))
    #expect(problems.count == lines.count)
    for problem in problems {
      #expect(problem.description.hasPrefix("log.jsonl:\(problem.line): "))
      #expect(problem.description.contains("; "), "\(problem)")
      #expect(!problem.description.contains(secret), "\(problem)")
    }
    let first = """
      log.jsonl:1: location.latitude: latitude is out of range; latitude is -90...90, longitude -180...180 (degrees), \
      accuracy at least 0 (metres)
      """
    #expect(problems.first?.description == first)
  }

  static let lineEndings: [(String, [Int])] = [
    ("", []), ("\n\n", []), (" \t\r\n", []), (good, [1]), ("\(good)\n", [1]),
    ("\(good)\r\n\(good)\r\n", [1, 2]),
    ("\n\(good)\n\n  \n\(good)", [2, 5]), ("\u{FEFF}\(good)", [1]), ("\u{FEFF}\n\(good)", [2]),
    ("\u{FEFF}", []),
  ]

  @Test("all line ends are read, and blank lines and a byte order mark are skipped", arguments: lineEndings)
  func lineEnds(log: String, lines: [Int]) throws {
    let (records, problems, _) = try read(Array(log.utf8))
    #expect(records.map(\.line) == lines)
    #expect(problems.isEmpty)
  }

  @Test("a byte order mark is only skipped at the start")
  func laterByteOrderMark() throws {
    let (records, problems, _) = try read(Array((Self.good + "\n\u{FEFF}" + Self.good).utf8))
    #expect(records.map(\.line) == [1])
    #expect(problems.map(\.line) == [2])
  }

  @Test("the length of a line counts without its end, however the line ends", arguments: ["\n", "\r\n", ""])
  func lineLength(end: String) throws {
    var limits = LineLimits()
    limits.length = Self.good.utf8.count
    let log = Self.good + "\n" + Self.good + " \n" + Self.good + end
    let (records, problems, _) = try read(Array(log.utf8), limits: limits)
    #expect(records.map(\.line) == [1, 3])
    #expect(problems.map(\.error) == [RecordError("", .lineTooLong(limit: limits.length))])
  }

  @Test("batches of any size join to the whole", arguments: [1, 2, 3, 7, 100])
  func batches(size: Int) throws {
    let log = Array(repeating: Self.good + "\nnonsense\n\n", count: 5).joined()
    let whole = try read(Array(log.utf8))
    let parts = try read(Array(log.utf8), batch: size)
    #expect(whole.records == parts.records && whole.problems == parts.problems)
    #expect(whole.records.count == 5 && whole.problems.count == 5)
    #expect(parts.batches == (10 + size - 1) / size)
  }

  @Test(
    "equal donations without id get ordinals, others do not, and a second reading gives the same identifiers")
  func ordinals() throws {
    let other = Self.good.replacing("08:10:00", with: "08:10:01")
    let named = BadLine.with(#""id":"n""#)
    let theirs = BadLine.with(#""user":"other""#)
    let samePlaceInTime = Self.good.replacing("08:10:00+01:00", with: "07:10:00Z")
    let lines = [Self.good, other, Self.good, named, named, theirs, samePlaceInTime]
    let log = Array(lines.joined(separator: "\n").utf8)
    let (records, _, _) = try read(log)
    let donations = records.compactMap { record -> Donation? in
      if case .donation(let donation) = record.record { donation } else { nil }
    }
    let ordinals = [0, 0, 1, 0, 0, 0, 2]
    let expected = zip(donations, ordinals).map { donation, ordinal in
      DonationIdentifier(
        user: donation.user, at: donation.context.instant, of: donation.identity,
        externalIdentifier: donation.details.externalIdentifier, ordinal: ordinal)
    }
    #expect(donations.map(\.identifier) == expected)
    #expect(Set(expected).count == 6)
    #expect(try read(log).records == records)
  }

  @Test("a file is read like bytes, across pieces")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("log.jsonl")
    // Lines of all lengths, so that pieces end anywhere in them.
    let lines = (0..<4_000).map { BadLine.with(#""title":"\#(String(repeating: "é", count: $0 % 400))""#) }
    let text = "\u{FEFF}" + lines.joined(separator: "\n")
    try Data(text.utf8).write(to: path)
    var reader = try LogReader(path: path.path)
    let fromFile = try drain(&reader)
    let fromBytes = try read(Array(text.utf8))
    #expect(fromFile.records == fromBytes.records)
    #expect(fromFile.records.map(\.line) == Array(1...4_000))
    #expect(throws: LogReadingError.isFolder) { try LogReader(path: folder.path) }
    #expect(throws: LogReadingError.notFound) { try LogReader(path: path.path + "x") }
  }

  @Test("a pipe is read even if its writer pauses within the byte order mark")
  func pipe() throws {
    let pipe = Pipe()
    let text = "\u{FEFF}\n" + Self.good + "\n" + Self.good
    let writing = pipe.fileHandleForWriting
    Thread.detachNewThread {
      for byte in text.utf8 { try? writing.write(contentsOf: Data([byte])) }
      try? writing.close()
    }
    var reader = LogReader(pipe.fileHandleForReading, named: "-")
    let (records, problems, _) = try drain(&reader)
    #expect(records.map(\.line) == [2, 3])
    #expect(problems.isEmpty)
  }
}
