/// One thing in the donations of a type that keeps suggestions from working, or could.
public struct LintFinding: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Suggestions do not work because of it.
    case problem
    /// They would work better without it.
    case advice
  }

  /// What kind of thing it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A key of the identity (nearly) never repeats.
    case noiseKey = "noise-key"
    /// A key of the identity holds the time of the donation.
    case timestamp
    /// A key holds what looks like an identifier of the occurrence, and there is too little to tell whether it repeats.
    case identifier
    /// A key never varies.
    case constantKey = "constant-key"
    /// A key says in words what another key, or the title, says.
    case displayText = "display-text"
    /// A required key has no value.
    case requiredKeyMissing = "required-key-missing"
    /// Donations of one type declare different required keys.
    case requiredKeysVary = "required-keys-vary"
    /// Other required keys would do better.
    case requiredKeys = "required-keys"
    /// There is no title.
    case titleMissing = "title-missing"
    /// Titles of one and the same activity (nearly) never repeat.
    case titleNoise = "title-noise"
    /// Different activities have the same title.
    case titleShared = "title-shared"
    /// A phrase is too long to say.
    case phraseLong = "phrase-long"
    /// A phrase begins with what wakes another assistant.
    case phraseWakes = "phrase-wakes"
    /// The program cannot delete what it donated by a name of its own.
    case noPersistentIdentifier = "no-persistent-identifier"
    /// There are more keys than are measured.
    case tooManyKeys = "too-many-keys"
  }

  /// How bad it is.
  public let severity: Severity
  /// What kind of thing it is.
  public let kind: Kind
  /// Whose donations.
  public let activityType: String
  /// Which key, if it is about one.
  public let key: String?
  /// Of how many donations.
  public let donations: Int
  /// How many of them it concerns.
  public let concerned: Int
  /// What was found.
  public let text: String
  /// How to mend it.
  public let mending: String
}
