import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("A temporary file without a name")
struct UnnamedFileTests {
  @Test("values are read back from any position, and the folder stays empty")
  func values() throws {
    let scratch = try Scratch()
    let file = try UnnamedFile(in: scratch.folder.path)
    let end = try file.write([1, 2, 3] as [Float], at: 0)
    #expect(end == 12)
    #expect(try file.write([4, 5] as [Float], at: end) == 20)
    var values: [Float] = [9, 9, 9, 9, 9, 9]
    try file.read(3, at: 8, into: &values)
    #expect(values == [3, 4, 5])
    try file.read(0, at: 20, into: &values)
    #expect(values == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  @Test("the end of the file and a missing folder are errors")
  func refused() throws {
    let scratch = try Scratch()
    let file = try UnnamedFile(in: scratch.folder.path)
    let end = try file.write([1, 2] as [Float], at: 0)
    var values: [Float] = []
    #expect(throws: UnnamedFile.Refusal(code: EIO)) { try file.read(2, at: end - 4, into: &values) }
    #expect(throws: UnnamedFile.Refusal(code: ENOENT)) { try UnnamedFile(in: scratch.path("absent")) }
  }
}
