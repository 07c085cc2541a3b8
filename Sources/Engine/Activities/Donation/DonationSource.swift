/// The source of a donation.
///
/// An accepted suggestion is not counted as spontaneous, so that suggestions do not reinforce
/// themselves.
public enum DonationSource: Hashable, Sendable {
  /// The user did it unasked.
  case user
  /// The user accepted a suggestion.
  case suggestion
  /// It was imported from the named history.
  case imported(from: String)
}

extension DonationSource: LosslessStringConvertible {
  /// Reads `user`, `suggestion` or `import:NAME`.
  public init?(_ description: String) {
    switch description {
    case "user": self = .user
    case "suggestion": self = .suggestion
    default:
      guard description.hasPrefix("import:"), description.utf8.count > 7 else { return nil }
      self = .imported(from: String(description.dropFirst(7)))
    }
  }

  /// The text in the log.
  public var description: String {
    switch self {
    case .user: "user"
    case .suggestion: "suggestion"
    case .imported(let name): "import:\(name)"
    }
  }
}
