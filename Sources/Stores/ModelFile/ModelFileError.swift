public import Ranking

/// An error of reading or writing a model file.
///
/// Each kind of damage has a case of its own.
public enum ModelFileError: Error, Equatable, Sendable {
  /// The file does not exist, is not a regular file, or is not readable.
  case cannotRead
  /// The file could not be written; an existing file is unchanged.
  case cannotWrite
  /// The file is larger than any model.
  case tooLarge(limit: Int)
  /// The file ends too early.
  case truncated(expected: Int, found: Int)
  /// There are bytes after the last tensor.
  case trailingBytes(Int)
  /// The header claims to be longer than allowed.
  case headerTooLong(UInt64, limit: Int)
  /// The header is not JSON, or not a safetensors header.
  case header
  /// A metadata entry is missing or invalid.
  case metadata(key: String)
  /// The file has a format version that this program does not read.
  case format(expected: String, found: String)
  /// The model is for another feature schema.
  case schema(expected: String, found: String)
  /// A tensor that every model has is missing.
  case tensorMissing(String)
  /// The file has a tensor that models do not have.
  case tensorUnknown(String)
  /// A tensor is not of 32-bit floats.
  case type(tensor: String, found: String)
  /// A tensor's shape has the wrong number of dimensions, or does not fit its neighbours.
  case shape(tensor: String, found: [Int])
  /// A tensor's bytes do not fill its shape, overlap with others, or leave a gap.
  case offsets(tensor: String)
  /// A tensor holds NaN or infinity.
  case notFinite(tensor: String)
  /// The weights are finite, but so large that scores could overflow.
  case tooLargeWeights
  /// The parts are complete, but do not form a model.
  case inconsistent(RankingError)
  /// The number of names differs from the number of features.
  case featureNames(String, expected: Int, found: Int)
}

extension ModelFileError: CustomStringConvertible {
  /// The problem, and how to fix it.
  public var description: String {
    let damaged = "the file is damaged; download it again, or retrain the model"
    return switch self {
    case .cannotRead: "the model file cannot be read; check the path and its permissions"
    case .cannotWrite: "the model file cannot be written; check its folder, permissions and free space"
    case .tooLarge(let limit):
      "the model file is larger than \(limit) bytes; it is not a model of this program"
    case .truncated(let expected, let found): "the model file has \(found) of \(expected) bytes; \(damaged)"
    case .trailingBytes(let count): "the model file has \(count) extra bytes; \(damaged)"
    case .headerTooLong(let length, let limit):
      "the header claims \(length) bytes, but at most \(limit) are allowed; not a model file, or damaged"
    case .header: "this is not a safetensors header; not a model file, or damaged"
    case .metadata(let key): "metadata \(key) is missing or invalid; retrain the model"
    case .format(let expected, let found):
      "the model file has format \(found), but this program reads \(expected); use the version that wrote it, or retrain"
    case .schema(let expected, let found):
      "the model is for feature schema \(found), but this program uses \(expected); train it again"
    case .tensorMissing(let name): "tensor \(name) is missing; \(damaged)"
    case .tensorUnknown(let name): "tensor \(name) is unknown; the file is for another program, or damaged"
    case .type(let name, let found): "tensor \(name) is of type \(found), not F32; convert it"
    case .shape(let name, let found): "tensor \(name) has the wrong shape \(found); \(damaged)"
    case .offsets(let name): "the bytes of tensor \(name) are in the wrong place; \(damaged)"
    case .notFinite(let name): "tensor \(name) holds a number that is not finite; retrain the model"
    case .tooLargeWeights:
      "the weights are so large that scores could overflow; retrain the model with lower rates or more l2"
    case .inconsistent(let error): "\(error); \(damaged)"
    case .featureNames(let what, let expected, let found):
      "there are \(found) \(what) for \(expected) features"
    }
  }
}
