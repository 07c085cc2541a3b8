import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

/// Files of streams, made from the format's description.
enum StreamFiles {
  typealias Record = (bytes: [UInt8], state: Int32, written: Double)

  static func first(_ records: [Record]) -> [UInt8] {
    var body: [UInt8] = []
    for record in records {
      body += little(Int32(record.bytes.count)) + little(record.state)
      body += little(record.written.bitPattern) + little(record.written.bitPattern) + little(0 as Int64)
      body += record.bytes
      while (56 + body.count) % 8 != 0 { body.append(0) }
    }
    return little(Int32(56 + body.count)) + [UInt8](repeating: 0, count: 48) + Array("SEGB".utf8) + body
  }

  static func second(_ records: [Record]) -> [UInt8] {
    var (body, table): ([UInt8], [[UInt8]]) = ([], [])
    for record in records {
      while body.count % 4 != 0 { body.append(0) }
      body += [UInt8](repeating: 0xEE, count: 8) + record.bytes
      table.append(little(Int32(body.count)) + little(record.state) + little(record.written.bitPattern))
    }
    while body.count % 4 != 0 { body.append(0) }
    // The table is unordered.
    return Array("SEGB".utf8) + little(Int32(records.count)) + [UInt8](repeating: 0, count: 24) + body
      + table.reversed().flatMap(\.self)
  }

  static func focus(_ program: String, at seconds: Double, isInFront: Bool = true) -> Record {
    let bytes: [UInt8] = [0x18, isInFront ? 1 : 0, 0x21] + little(seconds.bitPattern) + text(6, program)
    return (bytes, 1, seconds)
  }

  static func intent(_ program: String, at seconds: Double, archive: [UInt8] = []) -> Record {
    let bytes = text(2, program) + text(4, "INSendMessageIntent") + text(5, "SendMessage")
    return (bytes + (archive.isEmpty ? [] : field(8, archive)), 1, seconds)
  }

  static func text(_ number: UInt8, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var (length, rest): ([UInt8], Int) = ([], bytes.count)
    while rest > 127 {
      length.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    return [number << 3 | 2] + length + [UInt8(rest)] + bytes
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

struct BiomeFixture: HistoryFixture {
  let importer: any HistoryImporter = BiomeImporter()

  private func records(_ records: [FixtureRecord]) -> [StreamFiles.Record] {
    records.map { StreamFiles.focus("com.example.app\($0.activity)", at: Double($0.seconds) - 978_307_200) }
  }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try Data(StreamFiles.first(self.records(records))).write(to: scratch.folder.appending(path: name))
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try Data(StreamFiles.second(self.records(records))).write(to: scratch.folder.appending(path: name))
    return true
  }
}

@Suite("Streams of Biome")
struct BiomeTests {
  private func archive(direction: Int, bySiri: Bool) throws -> [UInt8] {
    let objects: [Any] = ["$null", ["direction": direction, "_donatedBySiri": bySiri]]
    return try Array(
      PropertyListSerialization.data(fromPropertyList: ["$objects": objects], format: .binary, options: 0))
  }

  @Test(
    "uses last until the program is left; deleted records and the home screen are skipped",
    arguments: [1, 2])
  func focus(_ version: Int) async throws {
    var deleted = StreamFiles.focus("com.example.gone", at: 7e8 + 40)
    deleted.state = 3
    let records = [
      StreamFiles.focus("com.apple.mobilesafari", at: 7e8),
      StreamFiles.focus("com.apple.mobilesafari", at: 7e8 + 30, isInFront: false),
      StreamFiles.focus("com.apple.SpringBoard", at: 7e8 + 30), deleted,
      StreamFiles.focus("com.apple.Notes", at: 7e8 + 50),
    ]
    let bytes = version == 1 ? StreamFiles.first(records) : StreamFiles.second(records)
    let (donations, report) = try await ImportRun.donations(of: bytes, by: BiomeImporter())
    #expect(donations.map(\.activity.title) == ["Use Safari", "Use Notes"])
    #expect(donations.map(\.details.duration) == [30, nil])
    #expect(donations.map(\.context.instant.milliseconds) == [1_678_307_200_000, 1_678_307_250_000])
    #expect(report.filtered == [.deleted: 1, ApplicationUse.passedThrough: 1])
    #expect(report.malformedCount == 0)
  }

  @Test(
    "the archive tells intents of Siri, of the user, and those that reached the user apart",
    arguments: [1, 2])
  func intents(_ version: Int) async throws {
    let records = try [
      StreamFiles.intent("com.apple.MobileSMS", at: 7e8, archive: archive(direction: 1, bySiri: true)),
      StreamFiles.intent("com.apple.MobileSMS", at: 7e8 + 1, archive: archive(direction: 2, bySiri: false)),
      StreamFiles.intent("com.apple.MobileSMS", at: 7e8 + 2, archive: Array("bplist00 broken".utf8)),
    ]
    let bytes = version == 1 ? StreamFiles.first(records) : StreamFiles.second(records)
    let (donations, report) = try await ImportRun.donations(of: bytes, by: BiomeImporter())
    #expect(donations.map(\.activity.interaction?.trigger) == [.phrase, .user])
    #expect(donations.map(\.activity.title) == ["Send message in Messages", "Send message in Messages"])
    #expect(report.filtered == [DonatedIntent.incoming: 1])
  }

  /// 10,000 nested arrays ended the program with SIGSEGV, and the sources after this one were not
  /// imported.
  @Test(
    "an archive nested too deeply for Foundation is ignored, and the records after it are read",
    arguments: [
      ("<array>", "</array>"), ("<dict><key>a</key>", "</dict>"), ("<array><?x </array>?>", "</array>"),
      ("<array><!-- </array> -->", "</array>"), ("<array a=\"/\">", "</array>"), ("(", ")"), ("{a=", ";}"),
      ("[", "]"),
    ])
  func deepArchives(_ opening: String, _ closing: String) async throws {
    let nested = String(repeating: opening, count: 20_000) + String(repeating: closing, count: 20_000)
    let list = "<dict><key>$objects</key>\(nested)</dict>"
    let archives = ["<?xml version=\"1.0\"?><plist version=\"1.0\">\(list)</plist>", list, nested]
    let records = archives.enumerated().map { number, archive in
      StreamFiles.intent("com.apple.MobileSMS", at: 7e8 + Double(number), archive: Array(archive.utf8))
    }
    let (donations, report) = try await ImportRun.donations(
      of: StreamFiles.second(records), by: BiomeImporter())
    #expect(donations.map(\.activity.title) == archives.map { _ in "Send message in Messages" })
    #expect(report.malformedCount == 0)
  }

  @Test("a binary archive of nested arrays is read without recursion, and an XML one as usual")
  func otherArchives() async throws {
    var binary = Array("bplist00".utf8) + [0xD1, 1, 2, 0x58] + Array("$objects".utf8)
    var offsets = [8, 11]
    let count = 60_000
    for number in 2..<count {
      offsets.append(binary.count)
      binary += number == count - 1 ? [0xA0] : [0xA1, UInt8((number + 1) >> 8), UInt8((number + 1) & 0xFF)]
    }
    // Its two references have two bytes each, like all others.
    binary.replaceSubrange(8..<11, with: [0xD1, 0, 1, 0, 2])
    offsets = offsets.enumerated().map { $0 == 0 ? 8 : $1 + 2 }
    let table = binary.count
    for offset in offsets { binary += (0..<4).map { UInt8(offset >> (24 - 8 * $0) & 0xFF) } }
    binary += [0, 0, 0, 0, 0, 0, 4, 2]
    for number in [offsets.count, 0, table] {
      binary += (0..<8).map { UInt8(number >> (56 - 8 * $0) & 0xFF) }
    }
    let objects: [Any] = ["$null", ["direction": 2]]
    let xml = try PropertyListSerialization.data(
      fromPropertyList: ["$objects": objects], format: .xml, options: 0)
    let records = [binary, Array(xml)].enumerated().map { number, archive in
      StreamFiles.intent("com.apple.MobileSMS", at: 7e8 + Double(number), archive: archive)
    }
    let (donations, report) = try await ImportRun.donations(
      of: StreamFiles.second(records), by: BiomeImporter())
    #expect(donations.count == 1)
    #expect(report.filtered == [DonatedIntent.incoming: 1])
  }

  @Test("other streams and lone marks are not recognised")
  func otherStreams() throws {
    let scratch = try Scratch()
    for (name, records) in [("other", [(StreamFiles.text(1, "x"), 1, 7e8)]), ("none", [])]
      as [(String, [StreamFiles.Record])]
    {
      try Data(StreamFiles.second(records)).write(to: scratch.folder.appending(path: name))
      #expect(try BiomeImporter().recognition(of: HistoryFile(path: scratch.path(name))) == .foreign)
    }
  }

  @Test(
    "with any wrong number or byte, reading ends and stays inside the file",
    arguments: [1, 2])
  func damage(_ version: Int) throws {
    let scratch = try Scratch()
    let records = [
      StreamFiles.focus("com.apple.mobilesafari", at: 7e8),
      StreamFiles.intent("com.apple.MobileSMS", at: 7e8 + 1),
    ]
    let whole = version == 1 ? StreamFiles.first(records) : StreamFiles.second(records)
    for index in whole.indices {
      for byte in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[index] = byte
        guard StreamFile.isMarked(bytes) else { continue }
        try Data(bytes).write(to: scratch.folder.appending(path: "damaged"))
        var count = 0
        try BiomeImporter().read(HistoryFile(path: scratch.path("damaged")), ImportRun.settings()) { _ in
          count += 1
        }
        #expect(count <= 8)
      }
    }
  }
}
