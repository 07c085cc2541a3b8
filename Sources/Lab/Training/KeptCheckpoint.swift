internal import Features
public import Foundation
internal import ModelFile
public import Ranking

/// The file that keeps the state of training after each pass, until the model is written.
public struct KeptCheckpoint: Sendable {
  /// All settings that decide the result of training, by their names in messages.
  private let training: [String: String]

  /// Creates the checkpoint of a training on given logs by a plan and a version of the program.
  public init(of logs: [TrainingRecord.Log], plan: FittingPlan, version: String) {
    training = [
      "logs": logs.map(\.digest).joined(separator: " "),
      "settings": plan.hyperParameters.map { "\($0.name)=\($0.value)" }.joined(separator: " "),
      "features": FeatureSchema.current.fingerprint,
      "version of hunch": version,
    ]
  }

  /// Reads the state of an earlier run of the same training; `nil` if there was none, or it
  /// finished.
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
  /// - Throws: A `ModelFileError` if the state could not be read back.
  public func encoded(_ checkpoint: TrainingCheckpoint) throws -> Data {
    try CheckpointFile(checkpoint, of: training).encoded()
  }
}

/// An error for a checkpoint that cannot resume a training.
public enum KeptCheckpointError: Error, Equatable, Sendable {
  /// It cannot be read.
  case unreadable
  /// It belongs to a training with other logs, settings, features or version.
  case otherTraining(differences: [String])
}
