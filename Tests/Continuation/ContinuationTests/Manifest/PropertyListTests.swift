import Foundation
import Testing

@testable import Continuation

@Suite struct PropertyListTests {
  /// The form of a property list that Foundation writes.
  private func bytes(_ value: [String: any Sendable], _ format: PropertyListSerialization.PropertyListFormat)
    throws -> [UInt8]
  {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
  }

  @Test(
    "row 26: NSUserActivityTypes, identifier and schemes are read from XML and binary",
    arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func imports(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let list: [String: any Sendable] = [
      "CFBundleIdentifier": "org.example.player",
      "NSUserActivityTypes": ["org.example.player.play", "org.example.player.search"],
      "CFBundleURLTypes": [
        ["CFBundleURLName": "x", "CFBundleURLSchemes": ["player"]] as [String: any Sendable]
      ],
      "LSRequiresIPhoneOS": true, "Deep": [[[[[[["x"]]]]]]], "Built": Date(timeIntervalSince1970: 0),
    ]
    let read = try Manifest.importing(propertyList: bytes(list, format))
    #expect(read.advice.isEmpty)
    #expect(
      read.manifest
        == (try Manifest(
          application: "org.example.player",
          activityTypes: [.init("org.example.player.play"), .init("org.example.player.search")],
          schemes: ["player"])))
  }

  @Test("the key of an older guide is read, with advice to rename it")
  func misnamedKey() throws {
    let list = ["NSUseractivityEligibility": ["a.b", "a.c"], "NSUserActivityTypes": ["a.b"]]
    let read = try Manifest.importing(propertyList: bytes(list, .xml), application: "a")
    #expect(read.manifest.activityTypes.map(\.type) == ["a.b", "a.c"])
    #expect(
      read.advice == [
        ManifestProblem("$.NSUseractivityEligibility", .misnamedKey(correct: "NSUserActivityTypes"))
      ])
  }

  @Test("all problems of a property list are reported together")
  func allAtOnce() throws {
    let list: [String: any Sendable] = [
      "NSUserActivityTypes": ["a.b", 7, "a.b", "x y"] as [any Sendable], "CFBundleURLTypes": ["player"],
    ]
    let error = try #require(throws: ManifestError.self) {
      try Manifest.importing(propertyList: bytes(list, .binary), application: "a")
    }
    #expect(
      error.problems == [
        ManifestProblem("$.NSUserActivityTypes[1]", .wrongKind(expected: "a string")),
        ManifestProblem("$.CFBundleURLTypes[0]", .wrongKind(expected: "a dictionary")),
        ManifestProblem("$.activityTypes[1].type", .repeated("a.b")),
        ManifestProblem("$.activityTypes[2].type", .invalidName),
      ])
  }

  @Test("without an identifier the program has to be named")
  func identifier() throws {
    let list = ["NSUserActivityTypes": ["a.b"]]
    let error = try #require(throws: ManifestError.self) {
      try Manifest.importing(propertyList: bytes(list, .xml))
    }
    #expect(error.problems == [ManifestProblem("$", .missing(field: "CFBundleIdentifier"))])
  }

  @Test(
    "data that is not a property list is rejected",
    arguments: ["", "bplist00", "<plist>", "{", "\u{0}\u{FF}"])
  func notPropertyList(_ text: String) {
    #expect(throws: ManifestError.self) {
      try Manifest.importing(propertyList: Array(text.utf8), application: "a")
    }
  }

  @Test(
    "XML that is nested too deep is refused before Foundation reads it by recursion",
    arguments: [
      "<array>", "<dict><key>a</key>", "<!-- --><array >", "<array><!-- </array></array> -->",
      "<array><?x </array></array> ?>",
    ])
  func deepXML(_ opening: String) {
    let text =
      "<?xml version=\"1.0\"?><plist>" + String(repeating: opening, count: 300_000 / opening.utf8.count)
    #expect(throws: ManifestError(problems: [ManifestProblem("$", .nestedTooDeep(limit: 32))])) {
      try Manifest.importing(propertyList: Array(text.utf8), application: "a")
    }
  }

  @Test("XML in another encoding, whose depth could not be counted, is refused")
  func otherEncodings() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><dict></dict></plist>"
    for bytes in [Array(text.utf8), text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }] {
      #expect(throws: ManifestError(problems: [ManifestProblem("$", .notPropertyList)])) {
        try Manifest.importing(propertyList: bytes, application: "a")
      }
    }
    let named = Array(text.replacing("UTF-16", with: "UTF-8").utf8)
    #expect(
      try Manifest.importing(propertyList: [0xEF, 0xBB, 0xBF] + named, application: "a").advice.isEmpty)
  }

  @Test(
    "arrays that share their elements do not take forever: a few bytes can stand for 10 to the power of 40 values"
  )
  func sharedElements() throws {
    var objects: [[UInt8]] = (0..<40).map { [0xAA] + Array(repeating: UInt8($0 + 2), count: 10) }
    objects.insert([0xD1, 42, 1], at: 0)
    objects += [[0x51, 0x78], [0x5F, 0x10, 19] + Array("NSUserActivityTypes".utf8)]
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += Array(repeating: 0, count: 6) + [2, 1]
    for number in [objects.count, 0, table] { bytes += (0..<8).map { UInt8(number >> (56 - 8 * $0) & 0xFF) } }
    let error = try #require(throws: ManifestError.self) {
      try Manifest.importing(propertyList: bytes, application: "a")
    }
    #expect(
      error.problems
        == (0..<10).map { ManifestProblem("$.NSUserActivityTypes[\($0)]", .wrongKind(expected: "a string")) })
  }

  @Test("lists longer than any program's are refused")
  func tooMany() throws {
    let types = (0...4_096).map { "a.t\($0)" }
    let error = try #require(throws: ManifestError.self) {
      try Manifest.importing(propertyList: bytes(["NSUserActivityTypes": types], .binary), application: "a")
    }
    #expect(error.problems == [ManifestProblem("$.NSUserActivityTypes", .tooMany(limit: 4_096))])
  }
}
