import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("The files of a folder")
struct FolderFilesTests {
  /// Only files were counted, so a folder of folders was searched without a limit.
  @Test("names of all kinds count, so that the search of a folder of folders ends")
  func names() throws {
    let scratch = try Scratch()
    for number in 0..<8 {
      try FileManager.default.createDirectory(
        atPath: scratch.path("f\(number)/inside"), withIntermediateDirectories: true)
    }
    try scratch.write("f0/file", "x")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("f0/file"))
    let all = FolderFiles(in: scratch.folder.path)
    #expect(all.paths == [scratch.path("f0/file")])
    #expect(!all.isCutOff)
    let some = FolderFiles(in: scratch.folder.path, mostNames: 9)
    #expect(some.isCutOff)
    #expect(some.paths.isEmpty)
  }

  @Test("levels beyond the eighth are ignored")
  func levels() throws {
    let scratch = try Scratch()
    let deep = String(repeating: "a/", count: 9)
    try FileManager.default.createDirectory(atPath: scratch.path(deep), withIntermediateDirectories: true)
    try scratch.write(deep + "file", "x")
    try scratch.write(String(deep.dropLast(2)) + "file", "x")
    #expect(FolderFiles(in: scratch.folder.path).paths == [scratch.path(String(deep.dropLast(2)) + "file")])
  }
}
