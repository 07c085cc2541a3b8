internal import Activities
public import Foundation

extension Timeline {
  /// The entries for people, a line each, oldest first; the same entries give the same text.
  public func textReport(userInitiatedOnly: Bool = false) -> String {
    entries(userInitiatedOnly: userInitiatedOnly).map { "\($0)\n" }.joined()
  }

  /// The entries as a JSON array with sorted keys, oldest first; the same entries give the same bytes.
  public func jsonReport(userInitiatedOnly: Bool = false) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return try encoder.encode(entries(userInitiatedOnly: userInitiatedOnly).map(Line.init))
  }

  /// An entry as the report writes it.
  private struct Line: Encodable {
    let sequence: Int
    let kind: String
    let outcome: String?
    let time: String
    let session: String
    let request: UInt64
    let userInitiated: Bool
    let feature: String
    let action: String
    let input: String

    init(_ entry: TimelineEntry) {
      sequence = entry.sequence
      kind = entry.kind == .begin ? "begin" : "complete"
      outcome = entry.ending?.description
      time = entry.instant.rfc3339
      session = entry.session
      request = entry.requestNumber
      userInitiated = entry.isUserInitiated
      feature = entry.feature
      action = entry.action
      input = entry.input
    }
  }
}

extension TimelineEntry: CustomStringConvertible {
  /// A line of a report.
  public var description: String {
    let request = "\(session) #\(requestNumber)"
    let initiator = isUserInitiated ? "user" : "program"
    return "\(instant.rfc3339) \(request) \(initiator) \(feature) \(action) on \(input): "
      + (ending?.description ?? "begin")
  }
}
