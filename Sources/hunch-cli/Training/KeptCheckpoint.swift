internal import ArgumentParser
internal import Features
internal import Foundation
internal import ModelFile
internal import Ranking
internal import Training

/// The file in which `hunch train` keeps what it has come to after each pass, until the model is written.
struct KeptCheckpoint {
  /// As it was named.
  let path: String
  /// Everything that decides what training results in, by what it is called in messages.
  let training: [String: String]

  private var url: URL { URL(fileURLWithPath: path) }

  /// The checkpoint of a training of given logs by a plan, by this version of the program.
  init(path: String, logs: [TrainingLog], plan: FittingPlan) {
    self.path = path
    training = [
      "logs": logs.map(\.digest).joined(separator: " "),
      "settings": plan.hyperParameters.map { "\($0.name)=\($0.value)" }.joined(separator: " "),
      "features": FeatureSchema.current.fingerprint,
      "version of hunch": HunchCommand.configuration.version,
    ]
  }

  /// What an earlier run of the same training came to; `nil` if there was none, or it was done.
  ///
  /// - Throws: A ``Failure`` if the file is of another training, or damaged.
  func read() throws -> TrainingCheckpoint? {
    let file: CheckpointFile?
    do {
      file = try CheckpointFile.read(from: url)
    } catch {
      throw Failure("\(path): no checkpoint that can be read; remove it to train from the start", .badData)
    }
    guard let file else { return nil }
    let names = Set(training.keys).union(file.training.keys).sorted()
    let others = names.filter { training[$0] != file.training[$0] }
    guard others.isEmpty else {
      throw Failure(
        "\(path): the checkpoint is of a training with other \(others.joined(separator: ", ")); remove it to train from "
          + "the start, or give what that training was given", .configuration)
    }
    return file.checkpoint
  }

  /// Keeps a state in place of the one before.
  ///
  /// - Throws: A ``Failure`` if it cannot be written.
  func keep(_ checkpoint: TrainingCheckpoint) throws {
    try OutputFile(path: path).write(try CheckpointFile(checkpoint, of: training).encoded())
  }

  /// Removes the file: the model is there.
  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
