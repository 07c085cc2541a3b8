internal import Activities
package import Answers
internal import Foundation
package import LogFormat
package import Questions

/// A request to the resident program: one JSON object on one line.
///
/// Members that this version does not know are ignored, so that a newer client can ask an older
/// program.
package enum WireRequest: Equatable {
  /// Which line comes next?
  case next(NextRequest)
  /// Never offer this line again.
  case never(line: String)
  /// What will the user do next?
  case suggest(SuggestionQuestion)
  /// The user did this.
  case donate(DonationRequest)
  /// The user says this about suggestions.
  case feedback(FeedbackRequest)
  /// Who are you?
  case status
  /// End.
  case stop

  /// The maximum length of a request in bytes.
  package static let longest = 1 << 16

  private static let types = ["next", "never", "suggest", "donate", "feedback", "status", "stop"]

  /// Reads a request.
  ///
  /// - Throws: `DocumentError` with the place of the mistake.
  package init(_ line: [UInt8]) throws(DocumentError) {
    let reader = try DocumentReader(json: Data(line), file: "request")
    let members = Members(
      values: Dictionary(try reader.members().map { ($0.name, $0.value) }) { first, _ in first })
    if let version = members["v"], try version.integer(0...Int(Int32.max)) != 1 {
      throw version.error(.outOfRange(least: 1, most: 1))
    }
    guard let type = members["type"] else { throw reader.error(.missing(field: "type")) }
    switch try type.string() {
    case "next": self = .next(try Self.next(members))
    case "never":
      guard let line = members["line"] else { throw reader.error(.missing(field: "line")) }
      self = .never(line: try line.string())
    case "suggest": self = .suggest(try SuggestionQuestion(reader))
    case "donate": self = .donate(try DonationRequest(reader, text: line))
    case "feedback": self = .feedback(try FeedbackRequest(reader))
    case "status": self = .status
    case "stop": self = .stop
    case let other: throw type.error(.unknownName(other, section: "types", known: Self.types))
    }
  }

  private struct Members {
    let values: [String: DocumentReader]
    /// A member; `nil` if it is absent, null or an empty text.
    subscript(_ name: String) -> DocumentReader? {
      values[name].flatMap { $0.node == .null || $0.node == .string("") ? nil : $0 }
    }
  }

  private static func next(_ members: Members) throws(DocumentError) -> NextRequest {
    var request = NextRequest()
    request.session = try members["session"]?.string()
    request.folder = try members["folder"]?.string()
    if let folder = request.folder, !folder.hasPrefix("/") {
      throw members["folder"]?.error(.wrongKind(expected: "an absolute path"))
        ?? DocumentError(file: "request", path: "$.folder", reason: .wrongKind(expected: "an absolute path"))
    }
    request.host = try members["host"]?.string()
    request.exit = try members["exit"].map { exit throws(DocumentError) in
      Int64(try exit.integer(Int(Int32.min)...Int(Int32.max)))
    }
    request.prefix = try members["prefix"]?.string() ?? ""
    request.limit = try members["limit"]?.integer(1...NextRequest.mostLines) ?? 1
    request.isGrey = try members["grey"]?.boolean() ?? false
    request.minimum = try members["minimum"]?.probability()
    if let outcome = members["outcome"], let shown = members["shown"] {
      let word = try outcome.string()
      guard let kind = GreyOutcome.Kind(rawValue: word) else {
        throw outcome.error(
          .unknownName(word, section: "outcomes", known: GreyOutcome.Kind.allCases.map(\.rawValue)))
      }
      request.outcome = GreyOutcome(kind, of: try shown.string())
    }
    if let time = members["time"] {
      let text = try time.string()
      do { request.instant = try Instant(rfc3339: text) } catch { throw time.error(.malformedMoment) }
    }
    return request
  }
}
