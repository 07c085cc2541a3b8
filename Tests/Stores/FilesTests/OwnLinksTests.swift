import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Links on the path of a written file")
struct OwnLinksTests {
  private let scratch: Scratch
  /// A user who is not root.
  private static let (me, other): (UInt32, UInt32) = (1_000, 1_001)

  init() throws { scratch = try Scratch() }

  private func link(_ name: String, to target: String, owner: UInt32? = nil) throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(name), withDestinationPath: target)
    guard let owner else { return }
    let result = unsafe lchown(scratch.path(name), owner, owner)
    #expect(result == 0)
  }

  private func folder(_ name: String, mode: Int = 0o755) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path(name), withIntermediateDirectories: false,
      attributes: [.posixPermissions: mode])
    try scratch.setMode(mode, of: name)
  }

  @Test("the last link must belong to the user or root", arguments: [0o755, 0o777, 0o1777])
  func last(mode: UInt32) {
    for owner in [Self.me, Self.other, 0] {
      for folderOwner in [Self.me, Self.other, 0] {
        let link = OwnLinks.Link(owner: owner, folderOwner: folderOwner, folderMode: mode, isLast: true)
        #expect(link.isTrusted(by: Self.me) == (owner != Self.other))
      }
    }
  }

  @Test("a link on the path may also belong to the folder's owner, if nobody else could create it")
  func between() {
    func isTrusted(owner: UInt32, folderOwner: UInt32, mode: UInt32) -> Bool {
      OwnLinks.Link(owner: owner, folderOwner: folderOwner, folderMode: mode, isLast: false)
        .isTrusted(by: Self.me)
    }
    #expect(isTrusted(owner: Self.other, folderOwner: Self.other, mode: 0o755))
    #expect(!isTrusted(owner: Self.other, folderOwner: 0, mode: 0o755))
    for mode: UInt32 in [0o777, 0o1777, 0o775] {
      #expect(!isTrusted(owner: Self.other, folderOwner: Self.other, mode: mode))
      #expect(isTrusted(owner: Self.me, folderOwner: Self.other, mode: mode))
      #expect(isTrusted(owner: 0, folderOwner: Self.other, mode: mode))
    }
  }

  @Test("links are followed as the system does, even to a missing file")
  func resolving() throws {
    try folder("a")
    try folder("a/b")
    try link("up", to: "a/b/..")
    try link("a/b/file", to: "../../file")
    try link("absolute", to: scratch.path("a"))
    let root = URL(filePath: scratch.folder.path).resolvingSymlinksInPath().path
    for (path, expected) in [
      ("a/b/file", "file"), ("up/new", "a/new"), ("absolute/b/file", "file"), ("a/./b/../x", "a/x"),
      ("nothing/there", "nothing/there"),
    ] {
      #expect(OwnLinks.resolve(scratch.path(path)) == .path(root + "/" + expected), "\(path)")
    }
    try link("circle", to: "circle")
    #expect(OwnLinks.resolve(scratch.path("circle")) == .refused(code: ELOOP))
    #expect(OwnLinks.resolve("/") == .path("/"))
    let here = FileManager.default.currentDirectoryPath
    #expect(OwnLinks.resolve("x/../y") == .path(here + "/y"))
  }

  @Test("a stranger's link is not followed, and its target is unchanged", .enabled(if: geteuid() == 0))
  func strangers() throws {
    try scratch.write("mine", "mine")
    try folder("shared", mode: 0o1777)
    try link("shared/report.html", to: scratch.path("mine"), owner: Self.other)
    try link("shared/folder", to: scratch.folder.path, owner: Self.other)
    for path in ["shared/report.html", "shared/folder/mine"] {
      #expect(throws: AtomicFile.Problem.strangersLink) {
        try AtomicFile.write(Data("new".utf8), to: scratch.path(path))
      }
      #expect(throws: AtomicFile.Problem.strangersLink) { try AtomicFile.target(of: scratch.path(path)) }
    }
    #expect(try scratch.read("mine") == Data("mine".utf8))
    #expect(try scratch.names() == ["mine", "shared"])
    try link("shared/own", to: scratch.path("mine"))
    try AtomicFile.write(Data("new".utf8), to: scratch.path("shared/own"))
    #expect(try scratch.read("mine") == Data("new".utf8))
  }
}
