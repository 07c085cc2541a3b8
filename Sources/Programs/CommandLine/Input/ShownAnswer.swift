internal import Activities
internal import Foundation
internal import LogFormat

/// The parts of an answer of `hunch suggest --json` that feedback needs.
struct ShownAnswer {
  let suggestion: String?
  let surface: Surface?
  /// The horizon of the probabilities, in seconds; `nil` if they are conditional.
  let horizon: Double?
  let suggestions: [(identity: ActivityIdentity, probability: Double?)]

  private struct Format: Decodable {
    let suggestion: String?
    let surface: String?
    let horizon: Double?
    let suggestions: [Entry]

    enum CodingKeys: String, CodingKey {
      case suggestion, surface, suggestions
      case horizon = "within_seconds"
    }

    struct Entry: Decodable {
      let identity: String
      let probability: Double?
    }
  }

  /// Reads an answer from a file.
  ///
  /// - Parameter file: A path, or - for standard input.
  /// - Throws: ``FileFailure`` if it cannot be read, a ``Failure`` if it is not such an answer.
  init(file: String) throws {
    try self.init(try WholeFile(path: file).read(), of: file)
  }

  /// Reads an answer from bytes.
  ///
  /// - Parameter file: The name of the bytes in messages.
  /// - Throws: A ``Failure`` if they are not such an answer.
  init(_ bytes: Data, of file: String) throws {
    // The log parser rejects texts that would take `JSONDecoder` hours to hash.
    var limits = LineLimits()
    limits.length = bytes.count
    let isReadable = (try? JSONNode(parsing: bytes.span, limits: limits)) != nil
    let known = isReadable ? try? JSONDecoder().decode(Format.self, from: bytes) : nil
    let entries = known?.suggestions.map { entry in
      (identity: ActivityIdentity(entry.identity), probability: entry.probability)
    }
    guard let known, let entries, entries.allSatisfy({ $0.identity != nil }),
      known.surface.map({ Surface(rawValue: $0) != nil }) ?? true
    else { throw Failure("\(file): not an answer of `hunch suggest --json`", .badData) }
    suggestion = known.suggestion
    surface = known.surface.flatMap(Surface.init)
    horizon = known.horizon
    suggestions = entries.compactMap { entry in entry.identity.map { ($0, entry.probability) } }
  }
}
