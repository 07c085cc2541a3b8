import Files
import Foundation
import TestSupport
import Testing

@Suite("Files that nobody else can write")
struct FileTrustTests {
  @Test(
    "the file and its folder count; the user's own group may write them, as on many systems it is theirs alone"
  )
  func modes() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("a"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    try scratch.write("a/x", "")
    for (file, folder, isTrusted) in [
      (0o644, 0o755, true), (0o600, 0o700, true), (0o664, 0o775, true), (0o646, 0o755, false),
      (0o644, 0o777, false), (0o644, 0o1777, false),
    ] {
      try scratch.setMode(file, of: "a/x")
      try scratch.setMode(folder, of: "a")
      #expect(FileTrust.isTrusted(scratch.path("a/x")) == isTrusted, "\(String(file, radix: 8))")
    }
    #expect(FileTrust.isTrusted("/usr/bin/env"))
    #expect(!FileTrust.isTrusted(scratch.path("none")))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("a/x"))
    try scratch.setMode(0o666, of: "a/x")
    #expect(!FileTrust.isTrusted(scratch.path("link")), "links are followed")
  }

  @Test("a file of another user's is not", .enabled(if: geteuid() == 0))
  func stranger() throws {
    let scratch = try Scratch()
    try scratch.write("x", "")
    try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: scratch.path("x"))
    #expect(!FileTrust.isTrusted(scratch.path("x")))
  }
}
