public import Activities

/// What an import did.
public struct ImportReport: Equatable, Sendable {
  /// Donations that are new, that were there already, and that rules kept out.
  public var donations = AppendReceipt()
  /// Feedback that is new, that was there already, and that rules kept out.
  public var feedback = AppendReceipt()
  /// The user's own phrases that changed something, those that were there already, and those that rules kept out.
  public var phrases = AppendReceipt()
  /// Lines that delete.
  public var deletions = 0
  /// Donations that were forgotten by them.
  public var forgotten = 0
  /// Donations that were forgotten because they were beyond what the log keeps (`Retention`).
  public var retired = 0
  /// Lines that could not be read.
  public var badLines = 0

  /// Nothing yet.
  public init() {}
}
