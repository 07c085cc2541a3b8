import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

/// The facts about a file before an importer reads it: its encoding, its compression, and whether
/// it is another kind of file.
@Suite("Encodings, compression and other kinds of files")
struct DoorTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func write(_ bytes: [UInt8], _ name: String = "history") throws {
    try Data(bytes).write(to: scratch.folder.appending(path: name))
  }

  @Test("a history in UTF-16 gives the same records as in UTF-8", arguments: Fixtures.all)
  func encoding(_ fixture: any HistoryFixture) async throws {
    let records = Fixtures.records(60)
    _ = try fixture.write(records, to: scratch)
    let bytes = [UInt8](try scratch.read("history"))
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else { return }
    let expected = try await ImportRun.donations(of: text, by: fixture.importer).donations
    for isBigEndian in [false, true] {
      try write(UTF16Text.bytes(of: text, isBigEndian: isBigEndian))
      let file = try HistoryFile(path: scratch.path("history"))
      try ImporterRegistry.check(file, isFor: fixture.importer)
      let found = try await ImportRun.donations(
        of: UTF16Text.bytes(of: text, isBigEndian: isBigEndian), by: fixture.importer
      ).donations
      #expect(found.map(\.identifier) == expected.map(\.identifier))
    }
  }

  static let compressed: [(bytes: [UInt8], command: String)] = [
    ([0x1F, 0x8B, 8, 0], "gunzip FILE"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], "unxz FILE"),
    ([0x28, 0xB5, 0x2F, 0xFD, 0], "unzstd FILE"), (Array("BZh91AY".utf8), "bunzip2 FILE"),
    (Array("PK\u{3}\u{4}rest".utf8), "unzip FILE"), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7z x FILE"),
    ([UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8), "tar xf FILE"),
  ]

  @Test("a compressed file is rejected with the command to decompress it", arguments: compressed)
  func compression(_ form: (bytes: [UInt8], command: String)) throws {
    try write(form.bytes)
    let error = #expect(throws: HistoryError.self) { try HistoryFile(path: scratch.path("history")) }
    #expect(error?.description.contains("`\(form.command)`") == true)
  }

  static let known: [(text: String, words: String)] = [
    (#"{"timelineEdits": [{"deviceId": "1", "rawSignal": {"signal": {}}}]}"#, "export it there"),
    (
      #"{"createdTime": "x", "deviceSettings": [{"deviceTag": 1, "devicePrettyName": "p"}]}"#,
      "export that on the phone"
    ),
    ("git status\r\nGet-ChildItem `\r\n  -Recurse\r\n", "PowerShell"),
    ("cd src\n$files = ls\nGet-Content a.txt | Select-String b\n", "PowerShell"),
    ("Set-Location C:\\src\n", "PowerShell"),
  ]

  @Test("a known file that only looks like a history is rejected by all importers", arguments: known)
  func others(_ known: (text: String, words: String)) throws {
    try scratch.write("history", known.text)
    let file = try HistoryFile(path: scratch.path("history"))
    #expect(try ImporterRegistry.importer(of: file) == nil)
    for importer in ImporterRegistry.all {
      let error = #expect(throws: HistoryError.self) { try ImporterRegistry.check(file, isFor: importer) }
      #expect(error?.description.contains(known.words) == true, "\(importer.name)")
    }
    var finder = HistoryFinder(home: scratch.folder.path, environment: [:])
    #expect(try finder.at([file.path]).problems.first?.description.contains(known.words) == true)
  }

  @Test(
    "PowerShell's history is also recognised by its name; a shell's history with such a word in it remains one"
  )
  func powerShell() throws {
    try scratch.write("ConsoleHost_history.txt", "ls\ncd src\n")
    #expect(KnownFile.of(try HistoryFile(path: scratch.path("ConsoleHost_history.txt"))) != nil)
    try scratch.write("history", "make\nmake\nmake\ngit add -p\npwsh -c Get-Item\nGet-Item\n")
    #expect(KnownFile.of(try HistoryFile(path: scratch.path("history"))) == nil)
  }
}

enum UTF16Text {
  /// Returns a text in UTF-16 after its mark.
  static func bytes(of text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }
}
