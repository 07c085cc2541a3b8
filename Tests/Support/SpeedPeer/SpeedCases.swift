import Benchmarking
import Dispatch
import Foundation
import ModelFile

/// The cases of the folder; each is read on first use.
struct SpeedCases {
  /// The reason why a command fails.
  enum Failure: Error {
    case unknownCommand, unknownCase, badFile(String)
  }

  let folder: URL
  private var networks: [String: RankingCase] = [:]
  private var vectors: [String: DotLayerCase] = [:]

  /// The minimum duration of calls before the measured ones, so that an idle processor wakes up
  /// first.
  private static let warmUpNanoseconds: UInt64 = 200_000

  init(folder: URL) { self.folder = folder }

  /// Executes a command.
  mutating func answer(_ words: [String]) throws -> String {
    switch (words.first, words.count) {
    case ("features", 1): return String(Benchmarks.shippedFeatures)
    case ("run", 3):
      guard let count = Int(words[2]), count > 0 else { throw Failure.unknownCommand }
      return try run(words[1], count: count).map(String.init).joined(separator: " ")
    case ("scores", 2):
      try open(words[1])
      return try networks[words[1]]?.scores().map { "\($0)" }.joined(separator: " ") ?? ""
    case ("best", 2):
      try open(words[1])
      return try vectors[words[1]]?.firstBest().map(String.init).joined(separator: " ") ?? ""
    default: throw Failure.unknownCommand
    }
  }

  private mutating func run(_ name: String, count: Int) throws -> [UInt64] {
    try open(name)
    // Removed from the dictionary, so that it is changed in place.
    if var network = networks.removeValue(forKey: name) {
      defer { networks[name] = network }
      return try Self.measure(count) { try network.rank(limit: Benchmarks.limit) }
    }
    guard var layer = vectors.removeValue(forKey: name) else { throw Failure.unknownCase }
    defer { vectors[name] = layer }
    return try Self.measure(count) { try layer.search() }
  }

  private static func measure(_ count: Int, _ call: () throws -> Float) throws -> [UInt64] {
    var sum: Float = 0
    func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
    let begin = now()
    repeat { sum += try call() } while now() - begin < warmUpNanoseconds
    return try (0..<count).map { _ in
      let start = now()
      sum += try call()
      return now() - start
    }
  }

  private mutating func open(_ name: String) throws {
    guard networks[name] == nil, vectors[name] == nil else { return }
    let parts = name.split(separator: "-").map(String.init)
    switch (parts.first, parts.count) {
    case ("network", 3):
      let file = try ModelFile.read(from: folder.appending(path: "\(parts[1]).safetensors"), expecting: nil)
      networks[name] = try RankingCase(
        model: file.model, rows: numbers("\(parts[1])-\(parts[2]).f32"), seed: 1)
    case ("vectors", 2):
      vectors[name] = try DotLayerCase(
        items: numbers("items.f32"), queries: numbers("queries-\(parts[1]).f32"), columns: 128)
    default: throw Failure.unknownCase
    }
  }

  /// Reads the numbers of a file: little-endian, four bytes each.
  private func numbers(_ name: String) throws -> [Float] {
    let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
    guard bytes.count.isMultiple(of: 4) else { throw Failure.badFile(name) }
    return stride(from: 0, to: bytes.count, by: 4).map { at in
      Float(
        bitPattern: UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
          | UInt32(bytes[at + 3]) << 24)
    }
  }
}
