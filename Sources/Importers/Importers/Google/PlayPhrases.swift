internal import Foundation

/// The phrases with which a file of Google's records that a video was played: "Watched %", "%
/// angesehen".
///
/// Likes, saves and shares have the same address and channel as plays; only the verb in the title
/// distinguishes them, in the language of the account. The file itself decides. If it has known
/// phrases (``PlayVocabulary``), those count. Otherwise the phrase around the addresses of deleted
/// videos counts, because most of those were watched. Otherwise it is the beginning or end that
/// most titles share. If none of these is found, every video counts as played, unless its record
/// has other signs.
///
/// Memory is bounded: counts of phrases, and the beginnings and ends of some titles.
struct PlayPhrases {
  /// The text before and after the name of the video.
  struct Frame: Hashable {
    fileprivate let prefix: String
    fileprivate let suffix: String

    init(prefix: String, suffix: String) { (self.prefix, self.suffix) = (prefix, suffix) }

    /// Creates a frame of a phrase with `%` for the name.
    init(_ phrase: String) {
      let parts = phrase.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
      self.init(prefix: String(parts[0]), suffix: parts.count > 1 ? String(parts[1]) : "")
    }

    fileprivate var length: Int { prefix.utf8.count + suffix.utf8.count }

    /// Returns the name in a sentence; `nil` for another sentence.
    fileprivate func name(in sentence: String) -> String? {
      let bytes = sentence.utf8
      guard bytes.count > length, bytes.starts(with: prefix.utf8),
        bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      else { return nil }
      return String(bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))
    }
  }

  private static let vocabulary = PlayVocabulary.played.map(Frame.init).sorted { $0.length > $1.length }
  private static let others = PlayVocabulary.other.map(Frame.init)
  /// The minimum share of titles with a known phrase for the phrase to count.
  private static let leastShare = 0.02
  /// The share of titles with a common beginning or end.
  private static let commonShare = 0.8
  private static let (leastSample, mostSample, edge) = (5, 1_024, 48)
  private static let mostFrames = 1_024
  /// The maximum length in bytes of a title to learn from.
  private static let longest = 2_048

  private var count = 0
  /// The number of titles with a known phrase, by its index.
  private var known: [Int: Int] = [:]
  private var goneFrames: [Frame: Int] = [:]
  private var edges: [(start: String, end: String)] = []
  /// The phrases of the file; empty if unknown.
  private var frames: [Frame] = []

  init() {}

  /// Learns from the title of a video's record.
  mutating func note(_ title: String, address: String) {
    guard title.utf8.count <= Self.longest else { return }
    let title = Self.plain(title)
    count += 1
    if let index = Self.vocabulary.firstIndex(where: { $0.name(in: title) != nil }) {
      known[index, default: 0] += 1
    }
    if let place = title.range(of: address), goneFrames.count < Self.mostFrames {
      let frame = Frame(
        prefix: String(title[..<place.lowerBound]), suffix: String(title[place.upperBound...]))
      if frame.length > 0 { goneFrames[frame, default: 0] += 1 }
    }
    if edges.count < Self.mostSample {
      edges.append((String(title.prefix(Self.edge)), String(title.suffix(Self.edge))))
    }
  }

  /// Ends the learning.
  mutating func finish() {
    defer { (known, goneFrames, edges) = ([:], [:], []) }
    frames = known.filter { Double($0.value) >= Self.leastShare * Double(count) }.keys.sorted()
      .map { Self.vocabulary[$0] }
    guard frames.isEmpty else { return }
    if let gone = goneFrames.max(by: {
      ($0.value, $1.key.prefix, $1.key.suffix) < ($1.value, $0.key.prefix, $0.key.suffix)
    }) {
      frames = [gone.key]
      return
    }
    let common = Frame(
      prefix: Self.common(edges.map(\.start)),
      suffix: String(Self.common(edges.map { String($0.end.reversed()) }).reversed()))
    if common.length > 0 { frames = [common] }
  }

  /// The meaning of a title.
  enum Meaning {
    /// The video with a name was played.
    case played(String)
    /// Something else was done with it.
    case other
  }

  /// Returns the meaning of the title of a video's record.
  func meaning(of title: String) -> Meaning {
    let title = Self.plain(title)
    if let name = (frames.isEmpty ? Self.vocabulary : frames).lazy.compactMap({ $0.name(in: title) }).first {
      return .played(Self.unquoted(name))
    }
    if !frames.isEmpty || Self.others.contains(where: { $0.name(in: title) != nil }) { return .other }
    return .played(title)
  }

  /// Returns whether a sentence means that something was played.
  func isAboutPlay(_ sentence: String) -> Bool {
    let sentence = Self.plain(sentence)
    return (frames.isEmpty ? Self.vocabulary : frames).contains { $0.name(in: sentence) != nil }
  }

  /// Returns the words at the beginning of most texts, or an empty text if there are too few texts.
  private static func common(_ texts: [String]) -> String {
    guard texts.count >= leastSample else { return "" }
    var (prefix, rest) = ("", texts[...].map { $0[...] })
    while true {
      var counts: [Character: Int] = [:]
      for text in rest { if let first = text.first { counts[first, default: 0] += 1 } }
      guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        Double(best.value) >= commonShare * Double(texts.count)
      else { break }
      prefix.append(best.key)
      rest = rest.filter { $0.first == best.key }.map { $0.dropFirst() }
    }
    // In a language with blanks, half a word does not count.
    if let blank = prefix.lastIndex(of: " ") { return String(prefix[...blank]) }
    return prefix.count > 1 && prefix.allSatisfy { !$0.isASCII } ? prefix : ""
  }

  /// Returns a title with plain blanks.
  private static func plain(_ title: String) -> String {
    title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let quotes: [(Character, Character)] = [
    ("「", "」"), ("『", "』"), ("“", "”"), ("„", "“"), ("«", "»"), ("\"", "\""),
  ]

  /// Returns a name without blanks and quotes around it.
  private static func unquoted(_ name: String) -> String {
    let trimmed = name.trimmingCharacters(in: .whitespaces)
    guard trimmed.count > 2, let first = trimmed.first, let last = trimmed.last,
      quotes.contains(where: { $0 == first && $1 == last })
    else { return trimmed }
    return String(trimmed.dropFirst().dropLast())
  }
}
