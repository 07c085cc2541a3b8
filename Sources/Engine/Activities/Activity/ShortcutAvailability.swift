/// Situations in which a shortcut is good to have at hand: the seven contexts of
/// `INShortcutAvailabilityOptions`.
public struct ShortcutAvailability: OptionSet, Hashable, Sendable {
  /// The situations, one bit each.
  public let rawValue: UInt8

  /// Creates situations from bits; bits without a meaning are dropped.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 0x7F
  }

  /// Practising mindfulness.
  public static let mindfulness = Self(rawValue: 1 << 0)
  /// Writing a journal.
  public static let journaling = Self(rawValue: 1 << 1)
  /// Listening to music.
  public static let music = Self(rawValue: 1 << 2)
  /// Listening to podcasts.
  public static let podcasts = Self(rawValue: 1 << 3)
  /// Reading.
  public static let reading = Self(rawValue: 1 << 4)
  /// Wrapping up the day.
  public static let wrapUpYourDay = Self(rawValue: 1 << 5)
  /// Yoga and stretching.
  public static let yogaAndStretching = Self(rawValue: 1 << 6)

  /// The words of the log, in the order of the bits.
  public static let allWords = [
    "mindfulness", "journaling", "music", "podcasts", "reading", "wrapUpYourDay", "yogaAndStretching",
  ]

  /// The situations as words, in the order of ``allWords``.
  public var words: [String] {
    Self.allWords.enumerated().filter { contains(Self(rawValue: 1 << UInt8($0.offset))) }.map(\.element)
  }

  /// Creates situations from words; nil if a word is not one of ``allWords``.
  public init?(words: [String]) {
    self = []
    for word in words {
      guard let bit = Self.allWords.firstIndex(of: word) else { return nil }
      formUnion(Self(rawValue: 1 << UInt8(bit)))
    }
  }
}
