import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Stamps of files")
struct FileStampTests {
  @Test("a stamp stays as long as the file, and changes with its contents, its place or its journal")
  func changes() throws {
    let scratch = try Scratch()
    #expect(FileStamp(at: scratch.path("file")) == nil)
    try scratch.write("file", "one")
    let first = try #require(FileStamp(at: scratch.path("file")))
    #expect(FileStamp(at: scratch.path("file")) == first && FileStamp(first.description) == first)
    try scratch.write("other", "two")
    try FileManager.default.setAttributes(
      [
        .modificationDate: try #require(
          try URL(filePath: scratch.path("file")).resourceValues(forKeys: [
            .contentModificationDateKey
          ]).contentModificationDate)
      ], ofItemAtPath: scratch.path("other"))
    try FileManager.default.removeItem(atPath: scratch.path("file"))
    try FileManager.default.moveItem(atPath: scratch.path("other"), toPath: scratch.path("file"))
    let replaced = try #require(FileStamp(at: scratch.path("file")))
    #expect(replaced != first, "another file of the same size and time")
    try scratch.write("file-wal", "x")
    let journal = try #require(FileStamp(at: scratch.path("file")))
    #expect(journal != replaced)
    try scratch.write("file", "longer")
    #expect(FileStamp(at: scratch.path("file")) != journal)
  }
}
