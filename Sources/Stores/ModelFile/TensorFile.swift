internal import Files
public import Foundation

/// Named arrays of numbers for other programs, as a file in the safetensors format.
///
/// It has more types, and can be larger, than a model.
///
/// It is written piece by piece, so content in many parts is never copied into one. Equal content
/// gives equal bytes.
public struct TensorFile: Sendable {
  /// Numbers of one type, in one or more consecutive parts.
  public enum Elements: Sendable {
    /// 32-bit floating point numbers, type `F32`.
    case float([[Float]])
    /// 32-bit integers, type `I32`.
    case int32([[Int32]])
    /// 64-bit integers, type `I64`.
    case int64([[Int64]])
  }

  /// Information about the numbers, by name.
  public let metadata: [String: String]
  private var tensors: [String: (shape: [Int], elements: Elements)] = [:]

  /// Creates a file without numbers.
  public init(metadata: [String: String]) {
    self.metadata = metadata
  }

  /// Adds numbers, or replaces existing ones with this name.
  ///
  /// - Parameters:
  ///   - elements: The numbers, row-major.
  /// - columns: The length of a row of a matrix; `nil` for a list.
  /// - Throws: `ModelFileError.shape` if they do not fill their rows.
  public mutating func add(_ name: String, _ elements: Elements, columns: Int? = nil) throws(ModelFileError) {
    let count = elements.count
    guard let columns else {
      tensors[name] = ([count], elements)
      return
    }
    guard columns > 0, count % columns == 0 else { throw .shape(tensor: name, found: [count, columns]) }
    tensors[name] = ([count / columns, columns], elements)
  }

  /// Writes a new file, under another name first: readers see all of it or nothing.
  ///
  /// - Throws: `ModelFileError.cannotWrite`, also if a file with that name exists; that file is
  ///   unchanged.
  /// - Complexity: O(numbers) time; copies only some thousand numbers at a time.
  public func write(to url: URL) throws(ModelFileError) {
    do {
      try AtomicFile.write(to: url.path, replacing: false, write)
    } catch {
      throw .cannotWrite
    }
  }

  private func write(_ write: (Data) throws -> Void) throws {
    // The widest numbers first: each then starts at a multiple of its width, as readers that map
    // the file prefer.
    let sorted = tensors.sorted { left, right in
      let widths = (left.value.elements.width, right.value.elements.width)
      return widths.0 == widths.1
        ? left.key.utf8.lexicographicallyPrecedes(right.key.utf8) : widths.0 > widths.1
    }
    let entries = sorted.map { name, tensor in
      (
        name: name, type: tensor.elements.type, shape: tensor.shape,
        bytes: tensor.elements.width * tensor.elements.count
      )
    }
    try write(try Safetensors.header(entries, metadata: metadata))
    for (_, tensor) in sorted {
      switch tensor.elements {
      case .float(let parts): for part in parts { try Self.write(part.lazy.map(\.bitPattern), write) }
      case .int32(let parts): for part in parts { try Self.write(part, write) }
      case .int64(let parts): for part in parts { try Self.write(part, write) }
      }
    }
  }

  /// Writes numbers as little-endian bytes, some thousand at a time.
  private static func write<Numbers: RandomAccessCollection>(
    _ numbers: Numbers, _ write: (Data) throws -> Void
  ) throws where Numbers.Element: FixedWidthInteger, Numbers.Index == Int {
    let width = Numbers.Element.bitWidth / 8
    for start in stride(from: numbers.startIndex, to: numbers.endIndex, by: chunk) {
      let end = min(start + chunk, numbers.endIndex)
      var bytes = [UInt8](repeating: 0, count: (end - start) * width)
      for index in start..<end {
        let number = numbers[index]
        for byte in 0..<width {
          bytes[(index - start) * width + byte] = UInt8(
            truncatingIfNeeded: number >> Numbers.Element(8 * byte))
        }
      }
      try write(Data(bytes))
    }
  }

  /// 64 Ki numbers: large enough to hide the cost of a write, and still a small buffer.
  private static let chunk = 1 << 16
}

extension TensorFile.Elements {
  fileprivate var count: Int {
    switch self {
    case .float(let parts): parts.reduce(0) { $0 + $1.count }
    case .int32(let parts): parts.reduce(0) { $0 + $1.count }
    case .int64(let parts): parts.reduce(0) { $0 + $1.count }
    }
  }

  fileprivate var type: String {
    switch self {
    case .float: "F32"
    case .int32: "I32"
    case .int64: "I64"
    }
  }

  /// The number of bytes of a number.
  fileprivate var width: Int {
    switch self {
    case .float, .int32: 4
    case .int64: 8
    }
  }
}
