import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Kinds of paths")
struct PathKindTests {
  /// As root, a history at `/proc/kmsg` was waited for without an end.
  @Test(
    "a file that the kernel makes up while it is read is no regular file, also behind a link",
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

  @Test("an ordinary file is regular, though it is empty; a folder of the kernel is a folder")
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
