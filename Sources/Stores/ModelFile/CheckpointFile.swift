internal import Files
public import Foundation
public import Ranking

/// The state of an interrupted training and its description, as a file in the safetensors format.
public struct CheckpointFile: Equatable, Sendable {
  /// The state.
  public let checkpoint: TrainingCheckpoint
  /// Everything that decides what the training results in, by name: digests of data,
  /// hyper-parameters, versions.
  public let training: [String: String]

  /// Creates a file from a state and the description of its training.
  public init(_ checkpoint: TrainingCheckpoint, of training: [String: String]) {
    self.checkpoint = checkpoint
    self.training = training
  }
}

extension CheckpointFile {
  /// The version of the content; changes when tensors or metadata do.
  private static let format = "hunch-checkpoint-1"

  private enum Key {
    static let format = "format"
    static let training = "training"
    static let step = "step"
    static let bestEpoch = "best.epoch"
    static let bestLoss = "best.loss"
    static let epochs = "epochs"
    static let checksum = "checksum"
  }

  /// The placeholder for the checksum in the bytes that it covers.
  private static let noChecksum = "00000000"

  private enum Name {
    static let parameters = "parameters"
    static let average = "average"
    static let mean = "mean"
    static let square = "square"
    static let best = "best"
  }

  /// Returns the bytes of the file.
  ///
  /// Numbers keep their last bit, and a checksum of the whole file reveals damage.
  ///
  /// - Throws: A `ModelFileError` if the bytes could not be read again.
  public func encoded() throws(ModelFileError) -> Data {
    do {
      var bytes = try Safetensors.encode(
        [
          Name.parameters: Tensor(checkpoint.parameters), Name.average: Tensor(checkpoint.average),
          Name.mean: Tensor(checkpoint.mean), Name.square: Tensor(checkpoint.square),
          Name.best: Tensor(checkpoint.best.parameters),
        ],
        metadata: [
          Key.format: Self.format, Key.training: try json(training), Key.step: "\(checkpoint.step)",
          Key.bestEpoch: "\(checkpoint.best.epoch)", Key.bestLoss: "\(checkpoint.best.loss)",
          Key.epochs: try json(checkpoint.epochs), Key.checksum: Self.noChecksum,
        ])
      guard let place = Self.placeOfChecksum(Self.noChecksum, in: bytes) else { throw ModelFileError.header }
      bytes.replaceSubrange(place, with: CyclicRedundancyCheck.digits(of: bytes).utf8)
      if bytes.count <= Safetensors.maximumSize { return bytes }
    } catch let error as ModelFileError {
      throw error
    } catch { throw .cannotWrite }
    throw .tooLarge(limit: Safetensors.maximumSize)
  }

  /// Reads a state from the bytes of a file.
  ///
  /// - Throws: A `ModelFileError` for any deviation from the bytes of `encoded()`.
  public init(decoding bytes: Data) throws(ModelFileError) {
    let (tensors, metadata) = try Safetensors.decode(Array(bytes))
    func value<Value>(_ key: String, _ read: (String) throws -> Value?) throws(ModelFileError) -> Value {
      guard let text = metadata[key], let value = try? read(text) else { throw .metadata(key: key) }
      return value
    }
    func list(_ name: String) throws(ModelFileError) -> [Float] {
      guard let tensor = tensors[name] else { throw .tensorMissing(name) }
      guard tensor.shape.count == 1 else { throw .shape(tensor: name, found: tensor.shape) }
      return tensor.elements
    }
    let format = try value(Key.format) { $0 }
    guard format == Self.format else {
      throw .format(expected: Self.format, found: String(format.prefix(80)))
    }
    func decoded<Value: Decodable>(_ key: String, as type: Value.Type) throws(ModelFileError) -> Value {
      try value(key) { try JSONDecoder.decode(type, guarded: Data($0.utf8)) }
    }
    training = try decoded(Key.training, as: [String: String].self)
    checkpoint = TrainingCheckpoint(
      step: try value(Key.step) { Int($0) }, parameters: try list(Name.parameters),
      average: try list(Name.average), mean: try list(Name.mean), square: try list(Name.square),
      best: TrainingCheckpoint.Best(
        epoch: try value(Key.bestEpoch) { Int($0) }, loss: try value(Key.bestLoss) { Double($0) },
        parameters: try list(Name.best)),
      epochs: try decoded(Key.epochs, as: [TrainingProgress].self))
    // Older files have no checksum.
    if let checksum = metadata[Key.checksum] { try Self.check(checksum, of: bytes) }
  }

  private static func check(_ checksum: String, of bytes: Data) throws(ModelFileError) {
    var checked = bytes
    guard let place = placeOfChecksum(checksum, in: bytes) else { throw .metadata(key: Key.checksum) }
    checked.replaceSubrange(place, with: noChecksum.utf8)
    guard CyclicRedundancyCheck.digits(of: checked) == checksum else {
      throw .metadata(key: Key.checksum)
    }
  }

  private static func placeOfChecksum(_ checksum: String, in bytes: Data) -> Range<Data.Index>? {
    let member = Data("\"\(Key.checksum)\":\"\(checksum)\"".utf8)
    return bytes.range(of: member).map { $0.upperBound - 1 - checksum.utf8.count..<$0.upperBound - 1 }
  }

  /// Reads a checkpoint file; returns nil if it does not exist.
  ///
  /// - Throws: A `ModelFileError` with the problem.
  public static func read(from url: URL) throws(ModelFileError) -> CheckpointFile? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try CheckpointFile(decoding: Safetensors.bytes(of: url))
  }

  /// Writes the file under another name first and then renames it, so an interruption leaves the
  /// old file.
  ///
  /// - Throws: `ModelFileError.cannotWrite`; then an existing file is unchanged.
  public func write(to url: URL) throws(ModelFileError) {
    let bytes = try encoded()
    do { try AtomicFile.write(bytes, to: url.path) } catch { throw .cannotWrite }
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
  }
}
