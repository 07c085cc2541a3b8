import Files
import Foundation
import TestSupport
import Testing

@Suite("Files that nobody else can write")
struct FileTrustTests {
  private func isTrusted(_ path: String) throws -> Bool {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? handle.close() }
    return FileTrust.isTrusted(handle.fileDescriptor, at: path)
  }

  @Test(
    "the file and its folder count; the user's own group may write to them"
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
      #expect(try self.isTrusted(scratch.path("a/x")) == isTrusted, "\(String(file, radix: 8))")
    }
    #expect(try isTrusted("/usr/bin/env"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("a/x"))
    try scratch.setMode(0o666, of: "a/x")
    #expect(try !isTrusted(scratch.path("link")), "links are followed")
  }

  @Test("another user's file is not trusted", .enabled(if: geteuid() == 0))
  func stranger() throws {
    let scratch = try Scratch()
    try scratch.write("x", "")
    try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: scratch.path("x"))
    #expect(try !isTrusted(scratch.path("x")))
  }

  @Test("the open file is checked, not a later file with its name")
  func replaced() throws {
    let scratch = try Scratch()
    try scratch.write("x", "theirs")
    try scratch.setMode(0o666, of: "x")
    let handle = try FileHandle(forReadingFrom: URL(filePath: scratch.path("x")))
    defer { try? handle.close() }
    try FileManager.default.removeItem(atPath: scratch.path("x"))
    try scratch.write("x", "own")
    try scratch.setMode(0o644, of: "x")
    #expect(FileTrust.isOwn(scratch.path("x")) && !FileTrust.isOwn(handle.fileDescriptor))
    #expect(!FileTrust.isTrusted(handle.fileDescriptor, at: scratch.path("x")))
  }
}
