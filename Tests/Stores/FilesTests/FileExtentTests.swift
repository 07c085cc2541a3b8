import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Extents of files")
struct FileExtentTests {
  @Test("a file that was extended without writing is mostly holes", arguments: [1 << 21, 1 << 40])
  func holes(_ size: Int) throws {
    let scratch = try Scratch()
    try scratch.write("sparse", "beginning")
    let file = try FileHandle(forWritingTo: scratch.folder.appending(path: "sparse"))
    try file.truncate(atOffset: UInt64(size))
    try file.close()
    let extent = try #require(FileExtent(at: scratch.path("sparse")))
    #expect(extent.size == size && extent.isMostlyHoles)
  }

  @Test("a written file is not, whatever its length", arguments: [0, 1, 4_096, 3 << 20])
  func written(_ size: Int) throws {
    let scratch = try Scratch()
    try Data(repeating: 0, count: size).write(to: scratch.folder.appending(path: "file"))
    let extent = try #require(FileExtent(at: scratch.path("file")))
    #expect(extent.size == size && !extent.isMostlyHoles)
    #expect(FileExtent(at: scratch.path("nothing")) == nil)
  }
}
