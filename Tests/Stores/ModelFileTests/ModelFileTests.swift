import Foundation
import Kernels
import Ranking
import Testing

@testable import ModelFile

/// Returns a model with random weights, and metadata with characters that need escaping.
///
/// - Parameter horizon: The units of the hidden layers of the weights for horizons; `nil` for a
///   file of an older version.
private func example(seed: UInt64, hidden: [Int] = [4, 3], horizon: [Int]? = nil) throws -> ModelFile {
  var random = SeededRandom(seed: seed)
  func network(_ inputs: Int, _ sizes: [Int]) throws -> Network {
    var width = inputs
    let layers = try sizes.map { size in
      let weights = try Matrix(
        rows: width, columns: size, elements: (0..<width * size).map { _ in random.normal() })
      width = size
      return try DenseLayer(weights: weights, bias: (0..<size).map { _ in random.normal() })
    }
    return try Network(
      hidden: layers, output: sizes.isEmpty ? [] : (0..<width).map { _ in random.normal() },
      skip: (0..<inputs).map { _ in random.normal() }, bias: random.normal())
  }
  func standardizer(_ inputs: Int) throws -> Standardizer {
    try Standardizer(
      mean: (0..<inputs).map { _ in random.normal() }, factor: (0..<inputs).map { _ in random.uniform() })
  }
  let model = try RankingModel(
    candidateNetwork: network(5, hidden), candidateStandardizer: standardizer(5),
    noveltyNetwork: network(2, [3]), noveltyStandardizer: standardizer(2), temperature: 1.25, noneBias: -0.5)
  return try ModelFile(
    model: model,
    horizon: horizon.map { try HorizonModel(network: network(6, $0), standardizer: standardizer(6)) },
    metadata: ModelMetadata(
      schemaFingerprint: "f00d", featureNames: ["a", "b/\"c\"", "naïve", "d", "e"],
      groups: ["x", "x", "y", "y", "z"], noveltyFeatureNames: ["n", "m"],
      horizonFingerprint: horizon == nil ? nil : "ho12", trainingDigest: "d1635t",
      seed: .max, configuration: ["epochs": "8", "learningRate": "0.002"], metrics: ["logLoss": "1.5"]))
}

/// Returns the file with its header changed as JSON, and the length adjusted.
private func changingHeader(_ bytes: Data, _ change: (inout [String: Any]) -> Void) throws -> Data {
  let length = Int(bytes[0]) + Int(bytes[1]) << 8 + Int(bytes[2]) << 16
  var header = try #require(JSONSerialization.jsonObject(with: bytes[8..<8 + length]) as? [String: Any])
  change(&header)
  let changed = try JSONSerialization.data(withJSONObject: header)
  let count = UInt64(changed.count)
  return Data((0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }) + changed + bytes[(8 + length)...]
}

/// Returns the file with another piece of metadata, or without it.
private func changingMetadata(_ bytes: Data, _ key: String, _ value: String?) throws -> Data {
  try changingHeader(bytes) { header in
    var metadata = header["__metadata__"] as? [String: String] ?? [:]
    metadata[key] = value
    header["__metadata__"] = metadata
  }
}

private func changingTensor(_ bytes: Data, _ name: String, _ key: String, _ value: Any) throws -> Data {
  try changingHeader(bytes) { header in
    var tensor = header[name] as? [String: Any] ?? [:]
    tensor[key] = value
    header[name] = tensor
  }
}

@Suite("Model file")
struct ModelFileTests {
  @Test(
    "a file reads back equal, and writing it again gives the same bytes",
    arguments: [[4, 3], [], [1]],
    [nil, [], [3, 2]])
  func roundTrip(hidden: [Int], horizon: [Int]?) throws {
    for seed in 0..<5 as Range<UInt64> {
      let file = try example(seed: seed, hidden: hidden, horizon: horizon)
      let bytes = try file.encoded()
      let read = try ModelFile(decoding: bytes, expecting: "f00d")
      #expect(read == file, "seed \(seed)")
      #expect(try read.encoded() == bytes)
      #expect(read.horizon?.network.hiddenSizes == horizon && read.horizon == file.horizon)
      #expect(read.metadata.horizonFingerprint == (horizon == nil ? nil : "ho12"))
      #expect(try example(seed: seed, hidden: hidden, horizon: horizon).encoded() == bytes)
      #expect(bytes[8...].starts(with: Data("{\"__metadata__\":".utf8)))
    }
  }

  @Test("a model read from a file scores exactly like the one written")
  func sameScores() throws {
    let file = try example(seed: 1)
    let read = try ModelFile(decoding: file.encoded(), expecting: nil)
    var scratch = ScoringScratch()
    #expect(file.horizon == nil && read.horizon == nil && read.metadata.horizonFingerprint == nil)
    let candidates = Matrix(rows: 3, columns: 5, repeating: 0.3)
    let scores = try file.model.score(candidates: candidates, novelty: [1, 2], scratch: &scratch)
    #expect(try read.model.score(candidates: candidates, novelty: [1, 2], scratch: &scratch) == scores)
  }

  @Test("writing replaces an older file, and leaves no other file")
  func disk() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "model.safetensors")
    try example(seed: 1).write(to: url)
    try example(seed: 2).write(to: url)
    #expect(try ModelFile.read(from: url, expecting: "f00d") == example(seed: 2))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    let link = folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    #expect(try ModelFile.read(from: link, expecting: "f00d") == example(seed: 2))
    for bad in [folder, folder.appending(path: "absent"), URL(filePath: "/dev/zero")] {
      #expect(throws: ModelFileError.cannotRead) { try ModelFile.read(from: bad, expecting: nil) }
    }
    #expect(throws: ModelFileError.cannotWrite) {
      try example(seed: 1).write(to: folder.appending(path: "absent/model"))
    }
  }

  @Test("a model for another schema is refused with both names")
  func schema() throws {
    let bytes = try example(seed: 1).encoded()
    let error = ModelFileError.schema(expected: "beef", found: "f00d")
    #expect(throws: error) { try ModelFile(decoding: bytes, expecting: "beef") }
    #expect(error.description.contains("beef") && error.description.contains("f00d"))
    #expect(try ModelFile(decoding: bytes, expecting: nil).metadata.schemaFingerprint == "f00d")
  }

  @Test("names that do not fit the model are refused")
  func names() throws {
    let file = try example(seed: 1)
    var metadata = file.metadata
    metadata.metrics["long"] = String(repeating: "x", count: 1 << 20)
    #expect(throws: ModelFileError.self, "an unreadable file is not written") {
      try ModelFile(model: file.model, metadata: metadata).encoded()
    }
    metadata.groups.removeLast()
    #expect(throws: ModelFileError.featureNames("groups", expected: 5, found: 4)) {
      try ModelFile(model: file.model, metadata: metadata)
    }
  }
}

@Suite("Weights for horizons in a model file")
struct HorizonModelFileTests {
  @Test("weights without the fingerprint of their evidence are refused, and so is a fingerprint alone")
  func halves() throws {
    let (with, without) = (try example(seed: 1, horizon: [3]), try example(seed: 1))
    let error = ModelFileError.metadata(key: "horizon_fingerprint")
    #expect(throws: error) { try ModelFile(model: with.model, metadata: with.metadata) }
    #expect(throws: error) {
      try ModelFile(model: with.model, horizon: with.horizon, metadata: without.metadata)
    }
    let stripped = try changingMetadata(with.encoded(), "horizon_fingerprint", nil)
    #expect(throws: error) { try ModelFile(decoding: stripped, expecting: nil) }
    let announced = try changingMetadata(without.encoded(), "horizon_fingerprint", "ho12")
    #expect(throws: error) { try ModelFile(decoding: announced, expecting: nil) }
  }

  @Test("each kind of damage has its error")
  func kinds() throws {
    let bytes = try example(seed: 1, horizon: [3]).encoded()
    func expect(_ error: ModelFileError, _ damaged: Data, _ line: Int = #line) {
      #expect(throws: error, "line \(line)") { try ModelFile(decoding: damaged, expecting: nil) }
    }
    func renaming(_ name: String, to other: String) throws -> Data {
      try changingHeader(bytes) { header in
        header[other] = header[name]
        header[name] = nil
      }
    }
    for name in ["skip", "output", "mean", "factor", "bias", "hidden.0.bias"] {
      expect(.tensorMissing("horizon.\(name)"), try renaming("horizon.\(name)", to: "other"))
    }
    let extra: [String: Any] = ["dtype": "F32", "shape": [0], "data_offsets": [0, 0]]
    expect(.tensorUnknown("horizon.extra"), try changingHeader(bytes) { $0["horizon.extra"] = extra })
    expect(
      .shape(tensor: "horizon.skip", found: [6, 1]),
      try changingTensor(bytes, "horizon.skip", "shape", [6, 1]))
    expect(
      .shape(tensor: "horizon.hidden.0.weights", found: [3, 6]),
      try changingTensor(bytes, "horizon.hidden.0.weights", "shape", [3, 6]))
    #expect(throws: ModelFileError.self, "a layer is missing") {
      try ModelFile(decoding: renaming("horizon.hidden.0.weights", to: "other"), expecting: nil)
    }
  }

  @Test("truncation or a change anywhere gives an error or a sound model, never a crash")
  func damaged() throws {
    let bytes = try example(seed: 1, horizon: [3]).encoded()
    for count in 0..<bytes.count {
      #expect(throws: ModelFileError.self, "\(count) bytes") {
        try ModelFile(decoding: bytes.prefix(count), expecting: nil)
      }
    }
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var changed = bytes
      for _ in 0...random.integer(below: 4) {
        changed[random.integer(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      do {
        let file = try ModelFile(decoding: changed, expecting: nil)
        #expect(try ModelFile(decoding: file.encoded(), expecting: nil) == file, "seed \(seed)")
      } catch let error {
        #expect(!error.description.isEmpty)
      }
    }
  }
}

@Suite("Damaged model files")
struct DamagedModelFileTests {
  @Test("truncation anywhere gives an error, never a crash")
  func truncation() throws {
    let bytes = try example(seed: 1).encoded()
    for count in 0..<bytes.count {
      #expect(throws: ModelFileError.self, "\(count) bytes") {
        try ModelFile(decoding: bytes.prefix(count), expecting: nil)
      }
    }
    #expect(throws: ModelFileError.trailingBytes(1)) {
      try ModelFile(decoding: bytes + [0], expecting: nil)
    }
    #expect(throws: ModelFileError.truncated(expected: bytes.count, found: bytes.count - 1)) {
      try ModelFile(decoding: bytes.dropLast(), expecting: nil)
    }
  }

  @Test("random changes give an error or a sound model, never a crash", arguments: 0..<400 as Range<UInt64>)
  func corruption(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bytes = try example(seed: 1).encoded()
    for _ in 0...random.integer(below: 4) {
      let position = random.integer(below: random.integer(below: 2) == 0 ? bytes.count : 1200)
      bytes[position] = UInt8(truncatingIfNeeded: random.next())
    }
    do {
      let file = try ModelFile(decoding: bytes, expecting: nil)
      #expect(try ModelFile(decoding: file.encoded(), expecting: nil) == file, "seed \(seed)")
    } catch let error {
      #expect(!error.description.isEmpty)
    }
  }

  @Test("each kind of damage has its error")
  func kinds() throws {
    let bytes = try example(seed: 1).encoded()
    func expect(_ error: ModelFileError, _ damaged: Data, _ line: Int = #line) {
      #expect(throws: error, "line \(line)") { try ModelFile(decoding: damaged, expecting: nil) }
    }
    expect(.truncated(expected: 8, found: 3), Data([1, 2, 3]))
    expect(.headerTooLong(.max, limit: 1 << 20), Data(repeating: 0xFF, count: 100))
    expect(.header, Data([2, 0, 0, 0, 0, 0, 0, 0]) + Data("[]".utf8))
    expect(.header, Data([0, 0, 0, 0, 0, 0, 0, 0]))
    expect(.header, try changingHeader(bytes) { $0["__metadata__"] = nil })
    expect(.header, try changingHeader(bytes) { $0["candidate.skip"] = 3 })
    expect(
      .type(tensor: "candidate.skip", found: "F16"),
      try changingTensor(bytes, "candidate.skip", "dtype", "F16"))
    expect(
      .offsets(tensor: "candidate.skip"),
      try changingTensor(bytes, "candidate.skip", "data_offsets", [0, 20]))
    expect(
      .offsets(tensor: "candidate.skip"),
      try changingTensor(bytes, "candidate.skip", "data_offsets", [-4, 16]))
    expect(.offsets(tensor: "candidate.skip"), try changingTensor(bytes, "candidate.skip", "shape", [6]))
    expect(
      .shape(tensor: "candidate.skip", found: [-5]),
      try changingTensor(bytes, "candidate.skip", "shape", [-5]))
    expect(
      .shape(tensor: "candidate.skip", found: [1 << 20, 1 << 20]),
      try changingTensor(bytes, "candidate.skip", "shape", [1 << 20, 1 << 20]))
    expect(
      .shape(tensor: "candidate.skip", found: [5, 1]),
      try changingTensor(bytes, "candidate.skip", "shape", [5, 1]))
    expect(
      .shape(tensor: "candidate.hidden.0.weights", found: [4, 5]),
      try changingTensor(bytes, "candidate.hidden.0.weights", "shape", [4, 5]))
    expect(
      .tensorMissing("candidate.skip"),
      try changingHeader(bytes) { header in
        header["other"] = header["candidate.skip"]
        header["candidate.skip"] = nil
      })
    expect(
      .tensorUnknown("extra"),
      try changingHeader(bytes) { $0["extra"] = ["dtype": "F32", "shape": [0], "data_offsets": [0, 0]] })
    var infinite = bytes
    infinite.replaceSubrange(infinite.count - 4..<infinite.count, with: [0, 0, 0x80, 0x7F])
    expect(.notFinite(tensor: "temperature"), infinite)
    infinite.replaceSubrange(infinite.count - 4..<infinite.count, with: [0, 0, 0, 0])
    expect(
      .inconsistent(.model("the temperature is not from 1e-6 to 1e6, or the bias not finite")), infinite)
  }

  @Test("a repeated tensor, property or piece of metadata is refused")
  func twice() throws {
    let bytes = try example(seed: 1).encoded()
    let length = Int(bytes[0]) + Int(bytes[1]) << 8 + Int(bytes[2]) << 16
    let header = String(decoding: bytes[8..<8 + length], as: UTF8.self)
    let entry = try #require(header.firstMatch(of: /"candidate.skip":\{[^}]*\}/)).output
    for (part, changed) in [
      (entry, "\(entry),\(entry)"), ("\"seed\":", #""\u0073eed":"1","seed":"#),
      (#""dtype":"F32""#, #""dtype":"F32","dtype":"F32""#), (#""dtype":"F32""#, #""dtype":"F32","x":1"#),
    ] as [(Substring, String)] {
      let place = try #require(header.range(of: part))
      let text = Data(header.replacingCharacters(in: place, with: changed).utf8)
      let count = Data((0..<8).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) })
      #expect(throws: ModelFileError.header, "\(part)") {
        try ModelFile(decoding: count + text + bytes[(8 + length)...], expecting: nil)
      }
    }
  }

  /// Hashing such a name takes quadratic time.
  @Test(
    "a long name, of a tensor or in the metadata, is refused before it is compared", .timeLimit(.minutes(3)))
  func longNames() throws {
    let marks = String(repeating: #"\u0301\u0323"#, count: 40_000)
    let twiceEscaped = marks.replacing("\\", with: "\\\\")
    let bytes = try example(seed: 1).encoded()
    let length = Int(bytes[0]) + Int(bytes[1]) << 8 + Int(bytes[2]) << 16
    let header = String(decoding: bytes[8..<8 + length], as: UTF8.self)
    for (part, changed, error) in [
      (#""candidate.skip":"#, #""a\#(marks)":"#, ModelFileError.header),
      (#""seed":"#, #""a\#(marks)":"1","seed":"#, .header),
      (
        #"{\"epochs\":"#, #"{\"a\#(twiceEscaped)\":\"1\",\"epochs\":"#,
        .metadata(key: "configuration")
      ),
    ] {
      let place = try #require(header.range(of: part))
      let text = Data(header.replacingCharacters(in: place, with: changed).utf8)
      let count = Data((0..<8).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) })
      #expect(throws: error) {
        try ModelFile(decoding: count + text + bytes[(8 + length)...], expecting: nil)
      }
    }
  }

  @Test("a file that is too large is refused without being read")
  func large() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 100 << 30)
    try handle.close()
    #expect(throws: ModelFileError.tooLarge(limit: 64 << 20)) {
      try ModelFile.read(from: url, expecting: nil)
    }
  }

  @Test("missing metadata, or another format, is refused")
  func metadata() throws {
    let bytes = try example(seed: 1).encoded()
    for (key, value) in [
      ("seed", nil), ("seed", "-1"), ("feature_names", "{}"), ("metrics", "["), ("training_digest", nil),
    ] as [(String, String?)] {
      let damaged = try changingMetadata(bytes, key, value)
      #expect(throws: ModelFileError.metadata(key: key)) { try ModelFile(decoding: damaged, expecting: nil) }
    }
    let other = try changingMetadata(bytes, "format", "hunch-ranking-9")
    #expect(throws: ModelFileError.format(expected: "hunch-ranking-1", found: "hunch-ranking-9")) {
      try ModelFile(decoding: other, expecting: nil)
    }
  }
}
