// PhraseFigures: how often does a phrase book find the right activity?
//
// Start here: `UtteranceErrors` makes errors, `PhraseTrial` says phrases with them and counts, and
// this file reads logs and prints. `make phrases` runs it; Benchmarks/results/phrases.md has the
// figures.

import Activities
import Foundation
import LogFormat
import Phrases
import Simulation
import Storage

/// Measures the books of all users of some logs and personas.
@main
struct PhraseFigures {
  /// The seed of the figures in Benchmarks/results/phrases.md; the thresholds were chosen with
  /// seeds 1 to 9.
  static let usualSeed: UInt64 = 20_261_122
  /// The approximate number of phrases per log that are said, each with every kind of error.
  static let phrasesSaid = 800
  /// The approximate number of a log's activities that are said although they are not in the book,
  /// and of random words.
  static let foreignSaid = 400
  /// The inverse of the share of activities that are left out.
  static let leftOut = 5

  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var seed = usualSeed
    if arguments.first == "--seed", arguments.count > 1 {
      seed = UInt64(arguments[1]) ?? usualSeed
      arguments.removeFirst(2)
    }
    var total = PhraseTrial()
    print("seed \(seed); rank 1 / n by kind of error; an utterance that nobody could tell is counted apart")
    for path in arguments {
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      let trial = trial(of: try await people(in: path), seed: seed)
      print("\n\(name)\n\(trial.text)")
      total.add(trial)
    }
    print("\nall\n\(total.text)")
    // The required figures; the program fails if they are no longer reached.
    guard total.recall >= 0.95, total.falseAccepts <= 0.01 else { exit(1) }
  }

  /// Returns the sources of a book, for each person of a log or of a persona's simulation.
  private static func people(in path: String) async throws -> [[PhraseSource]] {
    let log: InMemoryDonationStore
    if path.hasSuffix(".json") {
      let persona = try Persona(json: Data(contentsOf: URL(fileURLWithPath: path)), file: path)
      log = InMemoryDonationStore()
      _ = try await log.ingest(verbatim: try Simulation(of: persona, seed: 1).donations())
    } else {
      log = try await LogImporter.load(LogReader(path: path)).store
    }
    var people: [[PhraseSource]] = []
    for (user, _) in await log.users() {
      var (newest, order) = ([ActivityIdentity: UserActivity](), [ActivityIdentity]())
      for logged in try await log.allDonations(of: user) {
        let known = newest.updateValue(logged.donation.activity, forKey: logged.donation.identity)
        if known == nil { order.append(logged.donation.identity) }
      }
      people.append(order.compactMap { one in newest[one].map { PhraseSource($0, identity: one) } })
    }
    return people
  }

  private static func trial(of people: [[PhraseSource]], seed: UInt64) -> PhraseTrial {
    // Typing has random numbers of its own, so that the figures for speech stay comparable.
    var (trial, errors, typing) = (PhraseTrial(), UtteranceErrors(seed: seed), UtteranceErrors(seed: ~seed))
    let activities = people.reduce(0) { $0 + $1.count }
    let rounds = max(1, foreignSaid * leftOut / max(1, activities))
    for sources in people {
      let book = PhraseBook(of: sources)
      trial.say(book, most: max(3, phrasesSaid / people.count), errors: &errors)
      trial.type(book, most: max(3, phrasesSaid / people.count), errors: &typing)
      for _ in 0..<rounds {
        let out = Set(sources.indices.filter { _ in errors.below(leftOut) == 0 })
        let kept = sources.indices.filter { !out.contains($0) }.map { sources[$0] }
        let rest = PhraseMatcher(PhraseBook(of: kept))
        for index in out.sorted() {
          guard let phrase = book.phrase(of: sources[index].identity) else { continue }
          trial.sayForeign(phrase, as: .leftOut, to: rest)
        }
        for _ in 0..<max(1, foreignSaid / rounds / people.count) {
          let verb = book.entries[errors.below(book.entries.count)].phrase.split(separator: " ").first.map(
            String.init)
          trial.sayForeign(errors.randomWords(after: verb), as: .randomWords, to: rest)
        }
      }
    }
    return trial
  }
}
