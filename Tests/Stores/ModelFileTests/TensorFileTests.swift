import Foundation
import Testing

@testable import ModelFile

@Suite("Tensors for other programs")
struct TensorFileTests {
  private static func written(_ file: TensorFile) throws -> Data {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).safetensors")
    defer { try? FileManager.default.removeItem(at: url) }
    try file.write(to: url)
    return try Data(contentsOf: url)
  }

  @Test(
    "numbers are in the file as in the header: little-endian, parts in order, wide ones first")
  func layout() throws {
    var file = TensorFile(metadata: ["what": "a test"])
    try file.add("a", .int32([[1, -2], [3]]))
    try file.add("b", .int64([[-1, 0x0102_0304_0506_0708]]))
    try file.add("m", .float([[1, 2], [], [0.5, -0.0]]), columns: 2)
    let bytes = [UInt8](try Self.written(file))
    let length = Int(bytes[0]) + Int(bytes[1]) << 8
    #expect(length % 8 == 0)
    let header = try JSONDecoder().decode(SafetensorsHeader.self, from: Data(bytes[8..<8 + length]))
    #expect(header.metadata == ["what": "a test"])
    func tensor(_ name: String) throws -> (SafetensorsHeader.Entry, [UInt8]) {
      let entry = try #require(header.tensors[name])
      return (entry, Array(bytes[(8 + length + entry.offsets[0])..<(8 + length + entry.offsets[1])]))
    }
    let (b, wide) = try tensor("b")
    #expect(b.dtype == "I64" && b.shape == [2] && b.offsets[0] == 0)
    #expect(wide == [UInt8](repeating: 255, count: 8) + [8, 7, 6, 5, 4, 3, 2, 1])
    let (a, narrow) = try tensor("a")
    #expect(a.dtype == "I32" && a.shape == [3])
    #expect(narrow == [1, 0, 0, 0, 254, 255, 255, 255, 3, 0, 0, 0])
    let (m, floats) = try tensor("m")
    #expect(m.dtype == "F32" && m.shape == [2, 2])
    #expect(floats == [0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 0, 63, 0, 0, 0, 128])
    #expect(header.tensors.values.map(\.offsets[1]).max() == bytes.count - 8 - length)
  }

  @Test("numbers that do not fill their rows are refused")
  func ragged() {
    var file = TensorFile(metadata: [:])
    #expect(throws: ModelFileError.shape(tensor: "m", found: [3, 2])) {
      try file.add("m", .float([[1, 2], [3]]), columns: 2)
    }
    #expect(throws: ModelFileError.shape(tensor: "m", found: [0, 0])) {
      try file.add("m", .float([]), columns: 0)
    }
  }

  @Test("large parts are written completely; a failed write leaves nothing, and existing files stay")
  func writing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "t.safetensors")
    var file = TensorFile(metadata: [:])
    try file.add("n", .int32([(0..<200_000).map { Int32($0) }]))
    try file.write(to: url)
    let bytes = try Data(contentsOf: url)
    #expect(bytes.suffix(4) == Data([63, 13, 3, 0]) && bytes.count > 800_000)
    for other in [url, folder.appending(path: "none/t.safetensors")] {
      #expect(throws: ModelFileError.cannotWrite) { try TensorFile(metadata: [:]).write(to: other) }
    }
    #expect(try Data(contentsOf: url) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["t.safetensors"])
  }

  @Test("the temporary name cannot be predicted (regression: a link there was followed)")
  func draft() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (url, victim) = (folder.appending(path: "t.safetensors"), folder.appending(path: "victim"))
    try Data("mine".utf8).write(to: victim)
    let foreseen = folder.appending(path: ".t.safetensors.\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createSymbolicLink(at: foreseen, withDestinationURL: victim)
    try TensorFile(metadata: [:]).write(to: url)
    #expect(try Data(contentsOf: victim) == Data("mine".utf8))
    let type = try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
    #expect(type == .typeRegular)
  }
}
