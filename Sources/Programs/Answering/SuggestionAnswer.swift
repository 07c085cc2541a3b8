package import Activities
package import Answers
internal import Files
internal import Foundation
package import Importers
package import Phrases
package import Suggestions

// Answering: How does a program answer from a user's store?
//
// Start here: a `SuggestionAnswer` is the answer to a question for suggestions, with everything
// that a user's machine adds to that of the engine: calendars, missing files, app catalogs.
// `DonationRequest+Answer.swift` stores the donations of a wire. `hunch` and `hunchd` answer
// through this module, so that their answers are the same.

/// The answer to a question for suggestions.
package struct SuggestionAnswer: Sendable {
  /// The request that the question made.
  package let request: SuggestionRequest
  /// The suggestions.
  package let list: SuggestionList
  /// The app catalog entries, if the question asks for them or if there is nothing to predict.
  package let entries: [AppCatalogEntry]

  /// The answer as every wire gives it.
  package var report: SuggestionReport { SuggestionReport(list, to: request, catalogue: entries) }

  /// Answers a question.
  ///
  /// - Parameters:
  ///   - question: The question, whose calendars have been read.
  ///   - engine: The engine on the log.
  ///   - log: The log.
  ///   - now: The present moment.
  ///   - checksFiles: Whether suggestions of missing files are left out. If the log is a store, the
  ///     records of files that exist again are withdrawn.
  /// - Throws: `QuestionError`, `ActivityError`, `SuggestionError`, or an error of the store.
  package init(
    to question: SuggestionQuestion, by engine: SuggestionEngine, in log: any DonationStore, at now: Instant,
    checksFiles: Bool = true
  ) async throws {
    var request = try await question.request(in: log, at: now)
    if checksFiles { try await MissingFiles.restoreFound(in: log, of: request.user, at: now) }
    let isInterruption = request.surface == .interrupt
    if checksFiles, !isInterruption {
      let wanted = min(question.limit, SuggestionQuestion.mostSuggestions) + MissingFiles.spare
      request.limit = max(question.limit, wanted)
    }
    var list = try await engine.suggestions(request)
    if checksFiles {
      list = list.leavingOut(limit: question.limit) { MissingFiles.isMissing($0.activity) }
    }
    let offersCatalogue = !isInterruption && (question.catalogue || list.candidates == 0)
    entries =
      offersCatalogue
      ? try await engine.appCatalog(
        for: request.user, at: request.context.instant, observedUntil: request.observedUntil) : []
    (self.request, self.list) = (request, list)
  }
}

extension SuggestionQuestion {
  /// Reads the calendars: the appointment of the moment becomes a context attribute, unless the
  /// question already has an event.
  ///
  /// - Returns: A report on each calendar, with its malformed entries.
  /// - Throws: `HistoryError` for a file that cannot be read, or is not a calendar.
  package mutating func readCalendars(at now: Instant) throws -> [HistoryReport] {
    guard !calendars.isEmpty else { return [] }
    let time = try instant(at: now).milliseconds
    let reading = try CalendarReading(
      calendars.map { try HistoryFile(path: $0) }, in: time..<time + 1,
      HistorySettings(zone: timeZone ?? .current))
    if attributes[CalendarContext.attribute] == nil {
      attributes[CalendarContext.attribute] = CalendarContext(reading.events).title(at: time).map {
        .string($0)
      }
    }
    return reading.reports
  }
}

extension PhraseLanguage {
  /// The language of a process's messages.
  package init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment.variable).first
    self.init(locale: locale ?? "")
  }
}
