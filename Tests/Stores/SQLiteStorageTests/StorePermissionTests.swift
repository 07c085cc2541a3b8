import Activities
import Foundation
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Permissions of a store")
struct StorePermissionTests {
  /// Root may do everything, so this asks a child process that gave up its rights.
  @Test(
    "the permissions of a store are respected, with the reason",
    arguments: [
      ("an unreadable file", 0o000, 0o700, "permissionDenied"),
      ("a file that may only be read", 0o400, 0o700, "permissionDenied"),
      ("a folder that may only be read", 0o600, 0o500, "readOnlyFolder"),
      ("a folder that may not be entered", 0o600, 0o000, "permissionDenied"),
      ("a usable store", 0o600, 0o700, "opened"),
    ])
  func existing(name: String, fileMode: Int, folderMode: Int, expected: String) async throws {
    let scratch = try Scratch()
    try SQLiteDonationStore(path: scratch.path()).close()
    let before = try scratch.contents()
    try scratch.setMode(fileMode)
    try scratch.setMode(folderMode, of: "")
    let printed = try await Child.run(["open", scratch.path(), scratch.folder.path])
    try scratch.setMode(0o700, of: "")
    #expect(printed == expected, "\(name)")
    if expected != "opened" { #expect(try scratch.contents() == before) }
    #expect(try scratch.names() == ["donations.sqlite"])
  }

  @Test("no store can be created in a read-only folder")
  func noneYet() async throws {
    let scratch = try Scratch()
    try scratch.setMode(0o500, of: "")
    #expect(try await Child.run(["open", scratch.path(), scratch.folder.path]) == "readOnlyFolder")
    #expect(try await Child.run(["open", scratch.path("sub/x"), scratch.folder.path]) == "cannotCreate")
    try scratch.setMode(0o700, of: "")
    #expect(try scratch.names() == [])
  }
}

@Suite("Access to a store by others")
struct StoreAccessTests {
  private static func open(_ scratch: Scratch, _ name: String = "donations.sqlite") -> StoreError? {
    do throws(StoreError) {
      try SQLiteDonationStore(path: scratch.path(name)).close()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "a folder that others may write to is refused, and one that they may only list is not",
    arguments: [
      (0o700, nil), (0o755, nil), (0o750, nil), (0o1777, nil), (0o775, 0o775), (0o777, 0o777), (0o702, 0o702),
    ] as [(Int, Int?)])
  func folder(mode: Int, refused: Int?) throws {
    for exists in [true, false] {
      let scratch = try Scratch()
      if exists { try SQLiteDonationStore(path: scratch.path()).close() }
      try scratch.setMode(mode, of: "")
      let error = Self.open(scratch)
      #expect(error?.reason == refused.map { .folderOpenToOthers(mode: $0) })
      #expect(error.map(\.path) == refused.map { _ in scratch.folder.path })
      #expect(try scratch.mode("") == mode, "it is unchanged")
      #expect(try scratch.names().isEmpty == (!exists && refused != nil))
    }
  }

  @Test(
    "a store next to a file open to others is refused", arguments: ["-wal", "-shm", "-journal"])
  func journals(name: String) throws {
    let scratch = try Scratch()
    try SQLiteDonationStore(path: scratch.path()).close()
    let journal = "donations.sqlite" + name
    try Data("zebra".utf8).write(to: scratch.folder.appending(path: journal))
    try scratch.setMode(0o644, of: journal)
    #expect(Self.open(scratch)?.reason == .openToOthers(mode: 0o644))
    #expect(Self.open(scratch)?.path == scratch.path(journal))
    #expect(try scratch.contents(journal) == Data("zebra".utf8))
    try FileManager.default.removeItem(atPath: scratch.path(journal))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(journal), withDestinationPath: scratch.path("elsewhere"))
    #expect(Self.open(scratch)?.reason == .notARegularFile)
    #expect(try !scratch.names().contains("elsewhere"))
  }

  @Test("everything that an open store has on the disk is closed to others")
  func modes() async throws {
    let scratch = try Scratch()
    try scratch.setMode(0o755, of: "")
    let log = try SQLiteDonationStore(path: scratch.path("sub/donations.sqlite"))
    _ = try await log.ingest(verbatim: [Sample.donation("a", at: 0)])
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("sub"))
    #expect(Set(names) == ["donations.sqlite", "donations.sqlite-wal", "donations.sqlite-shm"])
    for name in names { #expect(try scratch.mode("sub/" + name) == 0o600, "\(name)") }
    #expect(try scratch.mode("sub") == 0o700)
  }

  @Test("only the default folder is closed again", arguments: ["hunch", "other"])
  func ownFolder(name: String) throws {
    let scratch = try Scratch()
    let path = name + "/donations.sqlite"
    #expect(Self.open(scratch, path) == nil)
    try scratch.setMode(0o755, of: name)
    #expect(Self.open(scratch, path) == nil)
    #expect(try scratch.mode(name) == (name == "hunch" ? 0o700 : 0o755))
  }

  @Test(
    "a store that belongs to another user is refused, in a folder of root or of this user",
    .enabled(if: getuid() == 0, "only root can make files of another user"))
  func owner() async throws {
    let scratch = try Scratch()
    try SQLiteDonationStore(path: scratch.path()).close()
    try scratch.setMode(0o755, of: "")
    #expect(try await Child.run(["visit", scratch.path()]) == "permissionDenied")
    try scratch.setMode(0o666)
    #expect(try await Child.run(["visit", scratch.path()]) == "ownedByAnother")
    let another: [FileAttributeKey: Any] = [.ownerAccountID: UInt32(1_234)]
    try scratch.setMode(0o777 | 0o1000, of: "")
    try FileManager.default.setAttributes(another, ofItemAtPath: scratch.folder.path)
    #expect(
      try await Child.run(["visit", scratch.path("new.sqlite")]) == "ownedByAnother", "it could be replaced")
    try scratch.setMode(0o600)
    #expect(Self.open(scratch) == nil, "root may")
  }
}

@Suite("The path of the store")
struct StoreLocationTests {
  @Test(
    "the path of the store is the first one that is given",
    arguments: [
      ("/x", ["HUNCH_STORE": "/y", "HOME": "/h"], "/x"), ("", ["HUNCH_STORE": "/y", "HOME": "/h"], "/y"),
      (nil, ["HUNCH_STORE": "", "XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/hunch/donations.sqlite"),
      (nil, ["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/hunch/donations.sqlite"),
      (nil, ["HOME": "/h"], "/h/.local/share/hunch/donations.sqlite"), (nil, [:], nil),
    ] as [(String?, [String: String], String?)])
  func path(explicit: String?, environment: [String: String], expected: String?) {
    #expect(StoreLocation.path(explicit: explicit, environment: environment) == expected)
  }
}
