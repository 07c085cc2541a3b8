import Files
import Foundation
import TestSupport
import Testing

@Suite("The one path of a file")
struct CanonicalPathTests {
  @Test("links, dots and slashes lead to one path, even of a file that does not exist")
  func paths() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("a/b"), withIntermediateDirectories: true)
    for (name, target) in [("up", "a/b/.."), ("file", "up/new"), ("circle", "circle")] {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: target)
    }
    let expected = CanonicalPath.of(scratch.path("a")) + "/new"
    for path in ["a/new", "up/new", "file", "a/./b//../new", "nothing/../a/new", "up/b/../../up/new"] {
      #expect(CanonicalPath.of(scratch.path(path)) == expected, "\(path)")
    }
    #expect(CanonicalPath.of(scratch.path("circle")) == scratch.path("circle"))
    #expect(CanonicalPath.of("x/../y") == FileManager.default.currentDirectoryPath + "/y")
  }

  @Test("links of other users are followed, as nothing is written", .enabled(if: geteuid() == 0))
  func strangers() throws {
    let scratch = try Scratch()
    try scratch.write("mine", "")
    try FileManager.default.createDirectory(
      atPath: scratch.path("shared"), withIntermediateDirectories: false)
    try scratch.setMode(0o1777, of: "shared")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("shared/link"), withDestinationPath: "../mine")
    let result = unsafe lchown(scratch.path("shared/link"), 1_001, 1_001)
    try #require(result == 0)
    #expect(CanonicalPath.of(scratch.path("shared/link")) == CanonicalPath.of(scratch.path("mine")))
  }
}
