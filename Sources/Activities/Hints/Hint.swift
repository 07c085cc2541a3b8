/// A program's own statement that an activity may matter at a time, at a place or in a routine, without any history.
///
/// It is what a relevant shortcut is on Apple systems. Nothing is learned from it: it happened to nobody. What a program says
/// about one activity in several hints is a union, what it says in one hint is an intersection.
public struct Hint: Hashable, Sendable {
  /// What may matter; it need never have been done.
  public let activity: UserActivity
  /// When, where and in which routine: relevant only as far as all of them are.
  ///
  /// Empty: the hint says nothing about now, and what was learned decides alone. Entries of a catalogue have none.
  public let relevance: [Relevance]
  /// Whether there is something to do, or something to look at.
  public let role: Role
  /// How much the program's word weighs, among hints.
  public let kind: Kind

  /// What a hint offers.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Something to do.
    case action
    /// Something to look at, like a boarding pass.
    case information
  }

  /// How strongly a program means it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// May matter.
    case standard = "default"
    /// Good to know.
    case informational
    /// Agreed upon, like an appointment or a booked train.
    case scheduled

    /// By how much its relevance counts.
    ///
    /// 1 is the measure; what is only good to know stands back a little, what was agreed upon comes before it. Apple names
    /// the order of the three, and no numbers.
    public var weight: Double {
      switch self {
      case .standard: 1
      case .informational: 0.75
      case .scheduled: 1.5
      }
    }
  }

  /// How many providers of relevance one hint may have: more than a time, a place and some routines is a mistake.
  public static let relevanceLimit = 8

  /// Makes a hint.
  ///
  /// - Throws: ``HintError/tooManyProviders(limit:)``.
  public init(
    of activity: UserActivity, relevance: [Relevance] = [], role: Role = .action, kind: Kind = .standard
  ) throws(HintError) {
    guard relevance.count <= Self.relevanceLimit else {
      throw .tooManyProviders(limit: Self.relevanceLimit)
    }
    self.activity = activity
    self.relevance = relevance
    self.role = role
    self.kind = kind
  }
}

/// A hint with the program that gave it.
public struct StatedHint: Hashable, Sendable {
  /// Whose word it is.
  public let program: String
  /// What it says.
  public let hint: Hint

  /// Makes a stated hint.
  public init(by program: String, _ hint: Hint) {
    self.program = program
    self.hint = hint
  }
}
