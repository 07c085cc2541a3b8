import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Kinds of paths")
struct PathKindTests {
  /// As root, reading a history at `/proc/kmsg` blocked forever.
  @Test(
    "a file that the kernel generates is not a regular file, also through a link",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")),
    arguments: ["/proc/self/status", "/proc/kmsg", "/proc/self/mounts", "/proc/cpuinfo"])
  func kernel(path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: path)
    #expect(PathKind(at: path) == .other)
    #expect(PathKind(at: scratch.path("link")) == .other)
    #expect(PathKind.isMadeByKernel(path))
  }

  @Test("an ordinary file is regular, even if empty; a folder of the kernel is a folder")
  func ordinary() throws {
    let scratch = try Scratch()
    try scratch.write("empty", "")
    #expect(PathKind(at: scratch.path("empty")) == .regularFile)
    #expect(!PathKind.isMadeByKernel(scratch.path("empty")))
    #expect(!PathKind.isMadeByKernel(scratch.path("nothing")))
    #expect(PathKind(at: "/proc") == .folder)
    #expect(PathKind(at: "/dev/null") == .other)
  }
}
