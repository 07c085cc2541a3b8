import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("The folder of a file")
struct ParentFolderTests {
  @Test("a folder is created with its parents for this user alone, and creating it again changes nothing")
  func create() throws {
    let scratch = try Scratch()
    let folder = ParentFolder(of: scratch.path("a/b/file"))
    try folder.create()
    #expect(try scratch.mode("a") == 0o700 && scratch.mode("a/b") == 0o700)
    try scratch.setMode(0o750, of: "a/b")
    try folder.create()
    #expect(try scratch.mode("a/b") == 0o750 && scratch.names() == ["a"])
  }

  @Test("a folder is not created at a dangling link")
  func brokenLink() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("nowhere"))
    #expect(throws: CocoaError.self) { try ParentFolder(of: scratch.path("link/file")).create() }
    #expect(try scratch.names() == ["link"])
  }

  @Test("a path has the kind of its file, also through links")
  func kinds() throws {
    let scratch = try Scratch()
    try scratch.write("file", "")
    for (link, target) in [("good", "file"), ("bad", "nothing"), ("circle", "circle")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path(link), withDestinationPath: scratch.path(target))
    }
    let kinds: [(String, PathKind)] = [
      ("file", .regularFile), ("good", .regularFile), ("bad", .brokenLink), ("circle", .brokenLink),
      ("nothing", .nothing), ("file/x", .nothing),
      (String(repeating: "x", count: 256), .refused(code: ENAMETOOLONG)),
    ]
    for (name, kind) in kinds { #expect(PathKind(at: scratch.path(name)) == kind, "\(name)") }
    #expect(PathKind(at: scratch.folder.path) == .folder && PathKind(at: "/dev/null") == .other)
  }
}
