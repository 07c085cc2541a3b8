internal import Files
internal import Foundation
internal import Kernels

/// Converts between the bytes of a safetensors file and tensors; strict in reading.
enum Safetensors {
  /// 64 MiB: a thousand times the size of a model of the default shape.
  static let maximumSize = 64 << 20
  /// 1 MiB: names and shapes of some dozen tensors take a few kilobytes.
  static let maximumHeader = 1 << 20

  /// Returns the bytes of a file; tensors are in the order of their names, without gaps.
  static func encode(_ tensors: [String: Tensor], metadata: [String: String]) throws -> Data {
    let sorted = tensors.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var bytes = try header(
      sorted.map { ($0.key, "F32", $0.value.shape, 4 * $0.value.elements.count) }, metadata: metadata)
    for (_, tensor) in sorted {
      for element in tensor.elements { append(element.bitPattern, to: &bytes) }
    }
    return bytes
  }

  /// Returns the start of a file: the header's length, and the header, padded with spaces to 8
  /// bytes.
  ///
  /// - Parameter tensors: The tensors, in the order of their numbers in the file.
  static func header(
    _ tensors: [(name: String, type: String, shape: [Int], bytes: Int)], metadata: [String: String]
  ) throws -> Data {
    var entries: [String: SafetensorsHeader.Entry] = [:]
    var offset = 0
    for (name, type, shape, count) in tensors {
      entries[name] = SafetensorsHeader.Entry(dtype: type, shape: shape, offsets: [offset, offset + count])
      offset += count
    }
    var header = try JSONEncoder.sorted.encode(SafetensorsHeader(metadata: metadata, tensors: entries))
    while header.count % 8 != 0 { header.append(UInt8(ascii: " ")) }
    if header.count > maximumHeader {
      throw ModelFileError.headerTooLong(UInt64(header.count), limit: maximumHeader)
    }
    var bytes = Data()
    append(UInt64(header.count), to: &bytes)
    return bytes + header
  }

  /// Returns the bytes of a file, or one more than the maximum if it grows in the meantime.
  ///
  /// - Throws: `ModelFileError.tooLarge`, before reading anything, or `.cannotRead`.
  static func bytes(of url: URL) throws(ModelFileError) -> Data {
    do {
      let file = url.resolvingSymlinksInPath()
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      // A device or a pipe might never end.
      guard attributes[.type] as? FileAttributeType == .typeRegular, PathKind(at: file.path) == .regularFile
      else { throw ModelFileError.cannotRead }
      if let size = (attributes[.size] as? NSNumber)?.intValue, size > maximumSize {
        throw ModelFileError.tooLarge(limit: maximumSize)
      }
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      return try handle.read(upToCount: maximumSize + 1) ?? Data()
    } catch let error as ModelFileError {
      throw error
    } catch { throw .cannotRead }
  }

  /// Allocates at most a few times the size of `bytes`, whatever they claim.
  static func decode(_ bytes: [UInt8]) throws(ModelFileError) -> (
    tensors: [String: Tensor], metadata: [String: String]
  ) {
    guard bytes.count <= maximumSize else { throw .tooLarge(limit: maximumSize) }
    guard bytes.count >= 8 else { throw .truncated(expected: 8, found: bytes.count) }
    let length = bytes[0..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(maximumHeader) else { throw .headerTooLong(length, limit: maximumHeader) }
    let start = 8 + Int(length)
    guard bytes.count >= start else { throw .truncated(expected: start, found: bytes.count) }
    let json = Data(bytes[8..<start])
    let header: SafetensorsHeader
    do { header = try JSONDecoder.decode(SafetensorsHeader.self, guarded: json) } catch { throw .header }
    // The decoder keeps only one of several members with the same name, and skips unknown ones.
    guard JSONNames(in: json)?.count == header.members else { throw .header }
    return (try readTensors(header.tensors, from: bytes, start: start), header.metadata)
  }

  private static func readTensors(
    _ entries: [String: SafetensorsHeader.Entry], from bytes: [UInt8], start: Int
  ) throws(ModelFileError) -> [String: Tensor] {
    var tensors: [String: Tensor] = [:]
    var position = 0
    // In the order of their offsets, each must begin where the previous one ends: no overlap, no
    // gap.
    let order = entries.sorted { a, b in
      a.value.offsets.lexicographicallyPrecedes(b.value.offsets)
        || (a.value.offsets == b.value.offsets && a.key < b.key)
    }
    for (fullName, entry) in order {
      let name = String(fullName.prefix(80))
      guard entry.dtype == "F32" else { throw .type(tensor: name, found: String(entry.dtype.prefix(20))) }
      let count = try elementCount(entry.shape, tensor: name)
      guard entry.offsets.count == 2, entry.offsets[0] == position, entry.offsets[1] >= position,
        entry.offsets[1] - position == 4 * count
      else { throw .offsets(tensor: name) }
      let end = entry.offsets[1]
      guard end <= bytes.count - start else { throw .truncated(expected: start + end, found: bytes.count) }
      let elements = (0..<count).map { index in
        let at = start + position + 4 * index
        return Float(
          bitPattern: UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
            | UInt32(bytes[at + 3]) << 24)
      }
      guard VectorLoops.allFinite(elements) else { throw .notFinite(tensor: name) }
      tensors[fullName] = Tensor(shape: entry.shape, elements: elements)
      position = end
    }
    guard start + position == bytes.count else { throw .trailingBytes(bytes.count - start - position) }
    return tensors
  }

  private static func elementCount(_ shape: [Int], tensor: String) throws(ModelFileError) -> Int {
    var count = 1
    for size in shape {
      guard size >= 0, size <= maximumSize else {
        throw .shape(tensor: tensor, found: Array(shape.prefix(8)))
      }
      count *= size
      guard count <= maximumSize / 4 else { throw .shape(tensor: tensor, found: Array(shape.prefix(8))) }
    }
    return count
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout Data) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
