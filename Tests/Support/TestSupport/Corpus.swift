import Foundation

/// The inputs of one fuzzing target in `Tests/Corpus`, and variations of them.
///
/// `make test` runs every exercise on all inputs and on a tenth of the variations, different ones
/// every day. `make nightly PART=corpus` runs ten times as many as a full run, and `make fuzz`
/// continues from there with coverage.
public struct Corpus: Sendable {
  private let target: String
  private let inputs: [(name: String, bytes: [UInt8])]
  /// The names of the inputs, in order.
  public var names: [String] { inputs.map(\.name) }

  /// Reads the inputs of a target, at least one: named files, and finds of a fuzzer.
  public init(_ target: String) {
    self.target = target
    let folder = Repository.file("Tests/Corpus/\(target)")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    inputs = files.flatMap { [folder] name in
      guard let bytes = try? Data(contentsOf: folder.appending(path: name)) else {
        preconditionFailure("\(name) in \(folder.path) cannot be read")
      }
      return name == Self.finds ? Self.unpacked(bytes, from: folder) : [(name, [UInt8](bytes))]
    }
    .sorted { $0.name < $1.name }
    precondition(!inputs.isEmpty, "there are no inputs in \(folder.path)")
  }

  /// The file with all finds of a fuzzer: on each line the digest by which libFuzzer names one, and
  /// its bytes in base64.
  private static let finds = "finds.txt"

  private static func unpacked(_ text: Data, from folder: URL) -> [(name: String, bytes: [UInt8])] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])) else {
        preconditionFailure("a line of \(finds) in \(folder.path) is not a digest with base64")
      }
      return (String(parts[0]), [UInt8](bytes))
    }
  }

  /// Returns the bytes of one input.
  public func bytes(_ name: String) throws -> [UInt8] {
    guard let input = inputs.first(where: { $0.name == name }) else { throw CocoaError(.fileNoSuchFile) }
    return input.bytes
  }

  /// Runs an exercise on variations of the inputs.
  ///
  /// - Parameter count: The number of variations in a full run. A landing runs a part of them:
  ///   `HUNCH_VARIATIONS` percent, or ten.
  /// - Throws: ``Finding`` with the seed and the bytes of the variation that broke a promise.
  public func vary(_ count: Int, _ exercise: ([UInt8]) throws -> Void) throws {
    for seed in Self.seeds(count) {
      let bytes = variation(seed)
      do { try exercise(bytes) } catch {
        throw Finding(target: target, seed: seed, bytes: bytes, broken: error)
      }
    }
  }

  /// Runs an asynchronous exercise on variations of the inputs.
  public func vary(_ count: Int, _ exercise: ([UInt8]) async throws -> Void) async throws {
    for seed in Self.seeds(count) {
      let bytes = variation(seed)
      do { try await exercise(bytes) } catch {
        throw Finding(target: target, seed: seed, bytes: bytes, broken: error)
      }
    }
  }

  private static func seeds(_ count: Int) -> [UInt64] {
    Campaign.seeds(max(1, count * Campaign.count("HUNCH_VARIATIONS", usually: 10) / 100))
  }

  /// Returns one input with some bytes changed, repeated, removed, or inserted from another input.
  public func variation(_ seed: UInt64) -> [UInt8] {
    var random = SeededNumbers(seed: seed)
    guard var bytes = inputs.randomElement(using: &random)?.bytes else { return [] }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.insert(contentsOf: Self.awkward.randomElement(using: &random) ?? [], at: place)
      default:
        let other = inputs.randomElement(using: &random)?.bytes ?? []
        let from = Int.random(in: 0...other.count, using: &random)
        bytes.insert(contentsOf: other[from...].prefix(32), at: place)
      }
    }
    return bytes
  }

  /// Bytes on which readers often fail.
  private static let awkward: [[UInt8]] =
    [
      "1e309", "-0.0", "9223372036854775808", "\\u0000", "\\ud800", "\"", "[[[[", "{}", "null", "\r\n", "NaN",
    ].map { Array($0.utf8) } + [
      [0], [0xFF], [0xEF, 0xBB, 0xBF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0xC0, 0x7F],
      [UInt8](repeating: 0xFF, count: 8),
    ]

  /// An input that broke a promise.
  public struct Finding: Error, CustomStringConvertible {
    let target: String
    let seed: UInt64
    let bytes: [UInt8]
    let broken: any Error

    /// The seed and bytes for reproducing it.
    public var description: String {
      "variation \(seed) of \(target) broke \(broken); its bytes in base64, for a file in Tests/Corpus/\(target): "
        + "\(Data(bytes).base64EncodedString()); \(Campaign.again("make nightly PART=corpus"))"
    }
  }
}
