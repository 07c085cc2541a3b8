extension Manifest {
  /// What a manifest says of one activity type.
  public struct ActivityType: Hashable, Sendable {
    /// The reverse-DNS name, like `org.example.player.play`.
    public let type: String
    /// What the user sees where only the type is known.
    public let title: String?
    /// What its activities may be used for.
    public let eligibility: Set<Eligibility>
    /// Earlier names, in the order of their bytes: activities that were stored under one of them are continued as this type.
    public let aliases: [String]

    /// Puts a declaration together; whether it is valid is told by the manifest.
    public init(
      _ type: String, title: String? = nil, eligibility: Set<Eligibility> = [], aliases: [String] = []
    ) {
      self.type = type
      self.title = title
      self.eligibility = eligibility
      self.aliases = aliases.sortedByBytes
    }
  }

  /// What the activities of a type may be used for, by Flint's names.
  public enum Eligibility: String, CaseIterable, Sendable {
    /// Published, and nothing more.
    case perform
    /// Continued on another device.
    case handoff
    /// Found by a search.
    case search
    /// Offered to people who never used it.
    case publicIndexing
    /// Suggested.
    case prediction
  }
}
