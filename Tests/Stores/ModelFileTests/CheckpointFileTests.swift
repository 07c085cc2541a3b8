import Foundation
import Ranking
import TestSupport
import Testing

@testable import ModelFile

@Suite("Checkpoints of a training")
struct CheckpointFileTests {
  fileprivate static let file: CheckpointFile = {
    let numbers: [Float] = [0.1, -.leastNonzeroMagnitude, 1 / 3, .greatestFiniteMagnitude]
    let progress = [
      TrainingProgressSample.make(epoch: 1, loss: 1 / 3, validation: (0.1 + 0.2, 0.7)),
      TrainingProgressSample.make(epoch: 2, loss: 1e-300, validation: nil),
    ].compactMap(\.self)
    let checkpoint = TrainingCheckpoint(
      step: 14, parameters: numbers, average: numbers.map { $0 / 3 }, mean: numbers.reversed(),
      square: numbers.map { $0 / 7 },
      best: TrainingCheckpoint.Best(epoch: 1, loss: 0.1 + 0.2, parameters: numbers.map { $0 / 9 }),
      epochs: progress)
    return CheckpointFile(checkpoint, of: ["logs": "a b", "plan": "x=\"1\""])
  }()

  @Test("a checkpoint reads back to the last bit")
  func roundTrip() throws {
    let bytes = try Self.file.encoded()
    let read = try CheckpointFile(decoding: bytes)
    #expect(read == Self.file && read.checkpoint.epochs.count == 2)
    #expect(try read.encoded() == bytes)
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(try CheckpointFile.read(from: url) == nil, "there is none")
    try Self.file.write(to: url)
    try Self.file.write(to: url)
    #expect(try CheckpointFile.read(from: url) == Self.file)
  }

  /// A flipped bit in the numbers gave another model.
  @Test("a file with any flipped bit is refused, or has the same content")
  func flippedBits() throws {
    let bytes = try Self.file.encoded()
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 1 << UInt8(index % 8)
      let read = try? CheckpointFile(decoding: flipped)
      #expect(read == nil || read == Self.file, "byte \(index)")
    }
  }

  @Test("a file without a checksum, as earlier versions wrote it, is read")
  func withoutChecksum() throws {
    var bytes = try Self.file.encoded()
    let place = try #require(bytes.firstRange(of: Data("\"checksum\"".utf8)))
    bytes.replaceSubrange(place, with: Data("\"chucksum\"".utf8))
    #expect(try CheckpointFile(decoding: bytes) == Self.file)
  }

  @Test("a damaged file, and a file of another kind, are refused")
  func damaged() throws {
    let bytes = try Self.file.encoded()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: ModelFileError.self, "\(count) bytes") {
        try CheckpointFile(decoding: bytes.prefix(count))
      }
    }
    for key in ["format", "training", "step", "best.epoch", "best.loss", "epochs"] {
      let position = try #require(bytes.firstRange(of: Data("\"\(key)\":".utf8))).lowerBound
      var changed = bytes
      changed[position + 1] = UInt8(ascii: "x")
      #expect(throws: ModelFileError.metadata(key: key)) { try CheckpointFile(decoding: changed) }
    }
    for name in ["parameters", "average", "mean", "square", "best"] {
      let position = try #require(bytes.firstRange(of: Data("\"\(name)\":".utf8))).lowerBound
      var changed = bytes
      changed[position + 1] = UInt8(ascii: "x")
      #expect(throws: ModelFileError.tensorMissing(name)) { try CheckpointFile(decoding: changed) }
    }
  }
}

extension CheckpointFileTests {
  @Test(
    "random changes give an error or a sound checkpoint, never a crash", arguments: 0..<200 as Range<UInt64>
  )
  func corruption(seed: UInt64) throws {
    var (bytes, numbers) = (try Self.file.encoded(), SeededNumbers(seed: seed))
    for _ in 0...numbers.below(4) { bytes[numbers.below(bytes.count)] = UInt8(numbers.below(256)) }
    do {
      let file = try CheckpointFile(decoding: bytes)
      _ = try file.encoded()
    } catch {
      #expect(!"\(error)".isEmpty)
    }
  }
}

/// Progress has no public initialiser, so it is read from JSON, as in the file.
private enum TrainingProgressSample {
  static func make(epoch: Int, loss: Double, validation: (Double, Double)?) -> TrainingProgress? {
    let judged = validation.map { #","validation":{"logLoss":\#($0.0),"meanReciprocalRank":\#($0.1)}"# } ?? ""
    let text = #"{"epoch":\#(epoch),"epochs":9,"batch":7,"batches":7,"loss":\#(loss)\#(judged)}"#
    return try? JSONDecoder().decode(TrainingProgress.self, from: Data(text.utf8))
  }
}
