import Foundation
import SQLiteStorage
import TestSupport
import Testing

@testable import SQLiteStorageExercises

@Suite("Keys of stores")
struct StoreKeyTests {
  private static let bytes = Data((0..<32).map { UInt8($0 * 7 % 256) })
  private static let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()

  @Test(
    "64 hexadecimal digits, Base64 and 32 bytes are the same key",
    arguments: [
      Data(hexadecimal.utf8), Data(hexadecimal.uppercased().utf8), Data("\n \(hexadecimal)\r\n".utf8),
      Data(bytes.base64EncodedString().utf8), Data((bytes.base64EncodedString() + "\n").utf8), bytes,
    ])
  func sameKey(contents: Data) throws {
    let scratch = try Scratch()
    try SQLiteDonationStore(path: scratch.path(), key: StoreKey(contents: Self.bytes)).close()
    try write(contents, to: scratch)
    try SQLiteDonationStore(path: scratch.path(), key: StoreKey(file: scratch.path("key"))).close()
  }

  @Test(
    "an invalid key is refused",
    arguments: [
      Data(), Data(count: 31), Data(count: 33), Data(hexadecimal.dropLast().utf8),
      Data((hexadecimal + "0").utf8),
      Data(("g" + hexadecimal.dropFirst()).utf8), Data("é".utf8) + Data(hexadecimal.dropLast(2).utf8),
      Data(bytes.dropLast().base64EncodedString().utf8), Data((bytes + [1]).base64EncodedString().utf8),
      Data("a passphrase is no key".utf8), Data(repeating: 0xFF, count: 64), Data(count: 100_000),
    ])
  func noKey(contents: Data) throws {
    let scratch = try Scratch()
    try write(contents, to: scratch)
    let error = #expect(throws: StoreKeyError.self) { try StoreKey(file: scratch.path("key")) }
    #expect(error?.reason == .unreadable && error?.path == scratch.path("key"))
  }

  @Test(
    "a key whose bytes are all equal is refused with that reason",
    arguments: [
      Data(count: 32), Data(repeating: 0xFF, count: 32), Data(String(repeating: "0f", count: 32).utf8),
      Data(Data(count: 32).base64EncodedString().utf8),
    ])
  func notRandom(contents: Data) throws {
    let scratch = try Scratch()
    try write(contents, to: scratch)
    #expect(reason(scratch.path("key")) == .notRandom)
    #expect(throws: StoreKeyError.self) { try StoreKey(contents: contents) }
  }

  @Test(
    "a key file that is missing, a folder, or open to others is refused",
    arguments: [0o640, 0o604, 0o660, 0o666, 0o610])
  func access(mode: Int) throws {
    let scratch = try Scratch()
    #expect(reason(scratch.path("key")) == .notFound)
    #expect(reason(scratch.folder.path) == .notARegularFile)
    #expect(reason("/dev/null") == .notARegularFile)
    try write(Self.bytes, to: scratch, mode: mode)
    #expect(reason(scratch.path("key")) == .openToOthers(mode: mode))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("key"))
    #expect(reason(scratch.path("link")) == .openToOthers(mode: mode))
  }

  @Test(
    "a key file of another user is refused", .enabled(if: geteuid() == 0, "only root can give files away"))
  func owner() throws {
    let scratch = try Scratch()
    try write(Self.bytes, to: scratch)
    try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: scratch.path("key"))
    #expect(reason(scratch.path("key")) == .notOwned)
  }

  @Test("a new key file is for its owner only, never replaces a file, and leaves no draft")
  func making() throws {
    let scratch = try Scratch()
    let path = scratch.path("key")
    let key = try StoreKey.make(file: path)
    #expect(try scratch.mode("key") == 0o600)
    #expect(try scratch.names() == ["key"])
    try SQLiteDonationStore(path: scratch.path(), key: key).close()
    try SQLiteDonationStore(path: scratch.path(), key: StoreKey(file: path)).close()
    let contents = try scratch.contents("key")
    #expect(throws: StoreKeyError.self) { try StoreKey.make(file: path) }
    #expect(throws: StoreKeyError.self) { try StoreKey.make(file: scratch.path("key/key")) }
    #expect(try scratch.contents("key") == contents)
    _ = try StoreKey.make(file: scratch.path("other"))
    #expect(try scratch.contents("other") != contents)
    _ = try StoreKey.make(file: scratch.path("new/folder/key"))
    #expect(try scratch.mode("new") == 0o700 && scratch.mode("new/folder") == 0o700)
  }

  @Test(
    "a named file wins over HUNCH_KEY_FILE, and that over HUNCH_KEY; empty values are ignored")
  func given() throws {
    let scratch = try Scratch()
    try write(Self.bytes, to: scratch)
    let file = scratch.path("key")
    #expect(try StoreKey.given(environment: [:]) == nil)
    #expect(try StoreKey.given(environment: ["HUNCH_KEY": "", "HUNCH_KEY_FILE": ""]) == nil)
    #expect(try StoreKey.given(environment: ["HUNCH_KEY": Self.hexadecimal]) != nil)
    #expect(try StoreKey.given(environment: ["HUNCH_KEY": "nonsense", "HUNCH_KEY_FILE": file]) != nil)
    #expect(try StoreKey.given(file: file, environment: ["HUNCH_KEY_FILE": "/none"]) != nil)
    #expect(throws: StoreKeyError.self) { try StoreKey.given(environment: ["HUNCH_KEY": "nonsense"]) }
    #expect(throws: StoreKeyError.self) { try StoreKey.given(environment: ["HUNCH_KEY_FILE": "/none"]) }
  }

  @Test("a key is never printed, mirrored or dumped, and a bad key is not in its error")
  func hidden() throws {
    let key = try StoreKey(contents: Self.bytes)
    var dumped = ""
    dump([key], to: &dumped)
    dump(["key": key as Any], to: &dumped)
    let printed =
      "\(key) \(String(reflecting: key)) \(Optional(key) as Any) \(Mirror(reflecting: key).children.count) "
    #expect(printed.contains("hidden"))
    let error = #expect(throws: StoreKeyError.self) { try StoreKey(text: "Zebra") }
    let all = printed + dumped + "\(error as Any)"
    let parts = [
      String(Self.hexadecimal.prefix(8)), String(Self.bytes.base64EncodedString().prefix(8)), "[0, 7",
      "Zebra",
    ]
    for part in parts {
      #expect(!all.contains(part))
    }
  }

  private func write(_ contents: Data, to scratch: Scratch, mode: Int = 0o600) throws {
    try contents.write(to: URL(filePath: scratch.path("key")))
    try scratch.setMode(mode, of: "key")
  }

  private func reason(_ path: String) -> StoreKeyError.Reason? {
    #expect(throws: StoreKeyError.self) { try StoreKey(file: path) }?.reason
  }
}
