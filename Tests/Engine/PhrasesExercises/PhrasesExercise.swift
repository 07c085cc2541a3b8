import Activities
import Phrases

/// The outcome of one book.
struct PhrasesOutcome: Equatable {
  var entries = 0
  /// How often the match of an utterance had each certainty.
  var matches: [PhraseMatch.Kind: Int] = [:]
}

/// A promise of phrases that one input broke.
enum PhrasesPromise: Error {
  /// Two activities have the same words, neither in the user's own.
  case equalPhrases(String)
  /// A phrase that nobody gave breaks the rules.
  case rules(PhraseProblem, String)
  /// A new activity changes the phrase of an older one.
  case renamed(String)
  /// A phrase does not find its own activity.
  case ownPhraseNotFound(String)
  /// A similarity is not a number from 0 to 1, or the nearest does not come first.
  case similarity
  /// Certainty and candidates do not match.
  case candidates
  /// Asking twice gives two different answers.
  case answersTwice
}

/// Makes a book of arbitrary activities, matches arbitrary words, and checks the promises that hold
/// for any input.
///
/// The bytes are activities, one per line, with type, title, phrase, and pairs of key and value,
/// separated by tabs. A type with `!` before it makes the phrase the user's own. After an empty
/// line follow the texts to match. The fuzzer and the tests of its corpus share it.
func exercisePhrases(_ bytes: [UInt8]) throws -> PhrasesOutcome {
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  let sections = lines.split(separator: "", maxSplits: 1, omittingEmptySubsequences: false)
  var (sources, own) = ([ActivityIdentity: PhraseSource](), [OwnPhrase]())
  for line in sections.first?.prefix(24) ?? [] {
    guard let (activity, isOwn) = try activity(line) else { continue }
    sources[activity.identity] = PhraseSource(activity)
    guard isOwn else { continue }
    own.append(
      try OwnPhrase(for: activity, at: Instant(milliseconds: 0), phrase: activity.suggestedInvocationPhrase))
  }
  let all = sources.values.sorted { $0.identity < $1.identity }
  let book = PhraseBook(of: all, own: own)
  for entry in PhraseBook(of: Array(all.prefix(all.count / 2)), own: own).entries {
    guard book.phrase(of: entry.identity) == entry.phrase else { throw PhrasesPromise.renamed(entry.phrase) }
  }
  let matcher = PhraseMatcher(book)
  try check(book, matcher)
  var outcome = PhrasesOutcome(entries: book.entries.count)
  for said in sections.dropFirst().joined().prefix(8) {
    outcome.matches[try check(matcher, said: String(said)), default: 0] += 1
  }
  return outcome
}

/// Returns the activity of a line, and whether its phrase is the user's own; `nil` if there is
/// none.
private func activity(_ line: Substring) throws -> (activity: UserActivity, isOwn: Bool)? {
  let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  let isOwn = parts[0].hasPrefix("!")
  guard var activity = try? UserActivity(activityType: String(parts[0].drop { $0 == "!" })) else {
    return nil
  }
  if parts.count > 1, !parts[1].isEmpty { activity.title = parts[1] }
  if parts.count > 2, !parts[2].isEmpty { activity.suggestedInvocationPhrase = parts[2] }
  for index in stride(from: 3, to: parts.count - 1, by: 2) {
    let text = parts[index + 1]
    activity.userInfo[parts[index]] = Int64(text).map(ActivityValue.integer) ?? .string(text)
  }
  return (activity, isOwn)
}

private func check(_ book: PhraseBook, _ matcher: PhraseMatcher) throws {
  for entry in book.entries where entry.origin != .own {
    for problem in PhraseRules.problems(of: entry.phrase) where !problem.isAdvice {
      throw PhrasesPromise.rules(problem, entry.phrase)
    }
  }
  for entry in book.entries where entry.isAvailable && entry.origin != .own {
    let match = matcher.match(entry.phrase)
    if match.kind == .ambiguous {
      throw PhrasesPromise.equalPhrases(entry.phrase)
    }
    guard match.kind == .exact, match.best?.identity == entry.identity else {
      throw PhrasesPromise.ownPhraseNotFound(entry.phrase)
    }
  }
}

private func check(_ matcher: PhraseMatcher, said: String) throws -> PhraseMatch.Kind {
  let match = matcher.match(said)
  guard matcher.match(said) == match else { throw PhrasesPromise.answersTwice }
  let similarities = (match.candidates + match.nearest).map(\.similarity)
  guard similarities.allSatisfy((0...1).contains) else { throw PhrasesPromise.similarity }
  let isCertain = match.kind == .exact || match.kind == .fuzzy
  let fits =
    match.candidates.count <= PhraseMatcher.mostCandidates
    && (match.kind == .none) == match.candidates.isEmpty && (!isCertain || match.candidates.count == 1)
    && (match.best != nil) == isCertain && match.nearest.count <= PhraseMatcher.mostNearest
    && (match.kind == .none || match.nearest.isEmpty)
    && Set(match.candidates.map(\.entry.identity)).count == match.candidates.count
  guard fits else { throw PhrasesPromise.candidates }
  return match.kind
}
