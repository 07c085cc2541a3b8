internal import Features
internal import Foundation
public import ModelFile
internal import Ranking

/// The file of `hunch train --export` for one log, as the article *ExportedExamples* describes.
public enum ExampleFile {
  /// Returns the name of the file for a log of this name.
  public static func name(ofLog log: String) -> String {
    (log.hasSuffix(".jsonl") ? String(log.dropLast(6)) : log) + ".safetensors"
  }

  /// Returns the content of the file.
  ///
  /// - Throws: An error of the encoders; none is expected.
  public static func tensors(
    _ examples: ExportedLog, of log: FittingLog, plan: FittingPlan
  ) throws -> TensorFile {
    let schema = FeatureSchema.current
    var file = TensorFile(metadata: try metadata(of: log, plan: plan))
    for part in ExamplePart.allCases {
      let users = examples.users.map {
        $0.sets[part] ?? TrainingSet(featureCount: 0, noveltyFeatureCount: 0)
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

  /// Returns the content of a file of evidence at moments.
  ///
  /// - Throws: An error of the encoders; none is expected.
  public static func tensors(
    _ moments: MomentExport, of log: FittingLog, plan: FittingPlan
  ) throws -> TensorFile {
    var file = TensorFile(metadata: [
      "format": "hunch-moments-1",
      "columns": try json(HorizonSchema.columns), "fingerprint": HorizonSchema.fingerprint,
      "until": "\(plan.until)", "validationShare": "\(plan.validationShare)", "log": log.digest,
    ])
    try file.add("moments.features", .float([moments.evidence]), columns: HorizonSchema.columns.count)
    try file.add("moments.done", .int32([moments.done]))
    try file.add("moments.moment", .int32([moments.moments]))
    try file.add("moments.part", .int32([moments.parts]))
    try file.add("moments.novel", .int32([moments.novel]))
    return file
  }

  /// Query q of all users has the rows `starts[q] ..< starts[q + 1]`.
  private static func starts(of users: [TrainingSet]) -> [Int64] {
    var starts: [Int64] = [0]
    var rows = 0
    for user in users {
      starts.append(contentsOf: user.offsets.dropFirst().map { Int64(rows + $0) })
      rows += user.candidateCount
    }
    return starts
  }

  private static func metadata(of log: FittingLog, plan: FittingPlan) throws -> [String: String] {
    let schema = FeatureSchema.current
    return [
      "format": "hunch-examples-1",
      "columns": try json(schema.columns.map(\.name)),
      "groups": try json(schema.columns.map(\.group.rawValue)),
      "novelty": try json(schema.noveltyNames),
      "fingerprint": schema.fingerprint,
      "until": "\(plan.until)", "validationShare": "\(plan.validationShare)",
      "candidateLimit": "\(plan.candidateLimit)", "seed": "\(plan.optimisation.seed)",
      "log": log.digest,
    ]
  }

  private static func json(_ names: [String]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(names), as: UTF8.self)
  }
}
