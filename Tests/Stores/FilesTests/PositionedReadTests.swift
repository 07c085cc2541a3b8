import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Reading from a position in a file")
struct PositionedReadTests {
  private func descriptor(of path: String) throws -> (FileHandle, Int32) {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    return (handle, handle.fileDescriptor)
  }

  @Test("a read returns the bytes at a position, fewer at the end of the file, and keeps the offset")
  func places() throws {
    let scratch = try Scratch()
    try scratch.write("file", "0123456789")
    let (handle, descriptor) = try descriptor(of: scratch.path("file"))
    defer { try? handle.close() }
    #expect(try PositionedRead.bytes(of: descriptor, at: 3, count: 4) == Array("3456".utf8))
    #expect(try PositionedRead.bytes(of: descriptor, at: 8, count: 4) == Array("89".utf8))
    #expect(try PositionedRead.bytes(of: descriptor, at: 10, count: 1) == [])
    #expect(try PositionedRead.bytes(of: descriptor, at: 2, count: 0) == [])
    #expect(try handle.offset() == 0)
  }

  @Test("a refused read is an error with its number, not the end of the file")
  func refused() throws {
    let scratch = try Scratch()
    let (handle, descriptor) = try descriptor(of: scratch.folder.path)
    defer { try? handle.close() }
    #expect(throws: PositionedRead.Refusal(code: EISDIR)) {
      try PositionedRead.bytes(of: descriptor, at: 0, count: 1)
    }
  }
}
