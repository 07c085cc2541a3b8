internal import Features
public import Foundation
internal import ModelFile
public import Ranking

/// The file in which training keeps what it has come to after each pass, until the model is
/// written.
public struct KeptCheckpoint: Sendable {
  /// Everything that decides what training results in, by what it is called in messages.
  private let training: [String: String]

  /// The checkpoint of a training of given logs by a plan, by a version of the program.
  public init(of logs: [FittingLog], plan: FittingPlan, version: String) {
    training = [
      "logs": logs.map(\.digest).joined(separator: " "),
      "settings": plan.hyperParameters.map { "\($0.name)=\($0.value)" }.joined(separator: " "),
      "features": FeatureSchema.current.fingerprint,
      "version of hunch": version,
    ]
  }

  /// Reads what an earlier run of the same training came to; `nil` if there was none, or it was
  /// done.
  ///
  /// - Throws: ``KeptCheckpointError``.
  public func read(from url: URL) throws(KeptCheckpointError) -> TrainingCheckpoint? {
    let file: CheckpointFile?
    do { file = try CheckpointFile.read(from: url) } catch { throw .unreadable }
    guard let file else { return nil }
    let names = Set(training.keys).union(file.training.keys).sorted()
    let others = names.filter { training[$0] != file.training[$0] }
    guard others.isEmpty else { throw .otherTraining(differences: others) }
    return file.checkpoint
  }

  /// Returns the bytes of the file that keeps a state.
  ///
  /// - Throws: A `ModelFileError` if it could not be read again.
  public func encoded(_ checkpoint: TrainingCheckpoint) throws -> Data {
    try CheckpointFile(checkpoint, of: training).encoded()
  }
}

/// A checkpoint from which a training cannot be carried on.
public enum KeptCheckpointError: Error, Equatable, Sendable {
  /// It cannot be read.
  case unreadable
  /// It is of a training with other logs, settings, features or version.
  case otherTraining(differences: [String])
}
