internal import Features
internal import Foundation
internal import ModelFile
internal import Ranking
internal import Training

/// The folder of `hunch train --export`: a file of tensors a log.
///
/// `Documentation/Export.md` says what is in them.
struct ExampleFolder {
  /// As it was named.
  let path: String

  /// Makes the folder, or takes one that is empty: other files would be read together with the new ones.
  ///
  /// - Throws: A ``Failure`` with the reason.
  func prepare() throws {
    let files = FileManager.default
    do {
      guard !path.isEmpty else { throw CocoaError(.fileNoSuchFile) }
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard try files.contentsOfDirectory(atPath: path).isEmpty, files.isWritableFile(atPath: path) else {
        throw Failure(
          "\(path): the folder is not empty or may not be written; name a new one, it was left as it is",
          .cannotCreate)
      }
    } catch is CocoaError {
      throw Failure(
        "\(path): there can be no folder; name another, or check who may write there", .cannotCreate)
    }
  }

  /// What the file of a log is called.
  static func fileName(of log: String) -> String {
    let name = log.hasSuffix(".jsonl") ? String(log.dropLast(6)) : log
    return name + ".safetensors"
  }

  /// Writes the examples of a log; the file is there completely or not at all.
  ///
  /// - Throws: A ``Failure`` with the reason.
  func write(_ examples: ExportedLog, of log: TrainingLog, plan: FittingPlan) throws {
    let name = Self.fileName(of: log.log.name)
    do {
      try Self.file(examples, of: log, plan: plan).write(to: URL(fileURLWithPath: path).appending(path: name))
    } catch let error as ModelFileError where error == .cannotWrite {
      throw Failure(
        "\(path)/\(name): the file cannot be written; check whether the disk is full", .cannotCreate)
    }
  }

  private static func file(
    _ examples: ExportedLog, of log: TrainingLog, plan: FittingPlan
  ) throws -> TensorFile {
    let schema = FeatureSchema.current
    var file = TensorFile(metadata: try metadata(of: log, plan: plan))
    for part in ExamplePart.allCases {
      let users = examples.users.map {
        ($0.sets[part] ?? TrainingSet(featureCount: 0, noveltyFeatureCount: 0))
      }
      func add(_ name: String, _ elements: TensorFile.Elements, columns: Int? = nil) throws {
        try file.add("\(part.rawValue).\(name)", elements, columns: columns)
      }
      try add("features", .float(users.map(\.features)), columns: schema.width)
      try add("novelty", .float(users.map(\.noveltyFeatures)), columns: schema.noveltyNames.count)
      try add("starts", .int64([starts(of: users)]))
      try add("target", .int32(users.map(\.targets)))
      try add("weight", .float(users.map(\.weights)))
      try add("rank", .int32(examples.users.map { $0.ranks[part] ?? [] }))
      let numbers = users.enumerated().map { [Int32](repeating: Int32($0), count: $1.queryCount) }
      try add("user", .int32(numbers))
    }
    let sequence = examples.sequence
    try file.add("sequence.user", .int32([sequence.users]))
    try file.add("sequence.activity", .int32([sequence.activities]))
    try file.add("sequence.time", .int64([sequence.milliseconds]))
    try file.add("sequence.offset", .int32([sequence.offsetSeconds]))
    return file
  }

  /// Query q of all users has the rows `starts[q] ..< starts[q + 1]`.
  private static func starts(of users: [TrainingSet]) -> [Int64] {
    var starts: [Int64] = [0]
    var rows = 0
    for user in users {
      starts.append(contentsOf: user.offsets.dropFirst().map { Int64(rows + $0) })
      rows += user.rowCount
    }
    return starts
  }

  private static func metadata(of log: TrainingLog, plan: FittingPlan) throws -> [String: String] {
    let schema = FeatureSchema.current
    return [
      "format": "hunch-examples-1",
      "columns": try JSONText.line(schema.columns.map(\.name)),
      "groups": try JSONText.line(schema.columns.map(\.group.rawValue)),
      "novelty": try JSONText.line(schema.noveltyNames),
      "fingerprint": schema.fingerprint,
      "until": "\(plan.until)", "validationShare": "\(plan.validationShare)",
      "candidateLimit": "\(plan.candidateLimit)", "seed": "\(plan.optimisation.seed)",
      "log": log.digest,
    ]
  }
}
