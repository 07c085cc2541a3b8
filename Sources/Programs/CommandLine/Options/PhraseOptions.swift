internal import Activities
internal import Answering
internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import Phrases
internal import SQLiteStorage

/// The options that select the source and the user of phrases.
struct PhraseOptions: ParsableArguments {
  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions

  /// Returns the phrases.
  ///
  /// - Throws: A ``Failure`` with code 1 if there are none.
  func book() async throws -> PhraseBook {
    let (log, user) = try await source.openToRead(quiet: output.quiet)
    let book = try await PhraseBook(reading: log, of: user, language: Self.language)
    guard !book.entries.isEmpty else {
      throw Failure("no donations yet, so there are no phrases", .nothingFound)
    }
    return book
  }

  /// The language of this process's messages.
  static var language: PhraseLanguage {
    PhraseLanguage(environment: ProcessInfo.processInfo.environment)
  }
}
