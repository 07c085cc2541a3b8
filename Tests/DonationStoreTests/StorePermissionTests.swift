import Foundation
import Testing

@testable import DonationStore

@Suite("Permissions of a store")
struct StorePermissionTests {
  /// Root may do everything, so it is asked as a child process that gave its rights up.
  @Test(
    "are respected, with the reason",
    arguments: [
      ("an unreadable file", 0o000, 0o700, "permissionDenied"),
      ("a file that may only be read", 0o400, 0o700, "permissionDenied"),
      ("a folder that may only be read", 0o600, 0o500, "readOnlyFolder"),
      ("a usable store", 0o600, 0o700, "opened"),
    ])
  func existing(name: String, fileMode: Int, folderMode: Int, expected: String) throws {
    let scratch = try Scratch()
    try SQLiteDonationLog(path: scratch.path()).close()
    let before = try scratch.contents()
    try scratch.setMode(fileMode)
    try scratch.setMode(folderMode, of: "")
    let printed = try Child.run(["open", scratch.path(), scratch.folder.path])
    try scratch.setMode(0o700, of: "")
    #expect(printed == expected, "\(name)")
    if expected != "opened" { #expect(try scratch.contents() == before) }
    #expect(try scratch.names() == ["donations.sqlite"])
  }

  @Test("no store can be made in a folder that may only be read")
  func noneYet() throws {
    let scratch = try Scratch()
    try scratch.setMode(0o500, of: "")
    #expect(try Child.run(["open", scratch.path(), scratch.folder.path]) == "readOnlyFolder")
    #expect(try Child.run(["open", scratch.path("sub/x"), scratch.folder.path]) == "cannotCreate")
    try scratch.setMode(0o700, of: "")
    #expect(try scratch.names() == [])
  }
}

@Suite("Where the store lies")
struct StoreLocationTests {
  @Test(
    "is decided by the first that is given",
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
