public import Activities
public import Foundation
internal import ModelFile
internal import ModelOpening
public import Phrases
internal import SQLiteStorage

extension SuggestionEngine {
  /// Opens the engine on a user's own store, which programs that donate or suggest do first.
  ///
  /// ```swift
  /// let engine = try SuggestionEngine.open()
  /// let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 3))
  /// ```
  ///
  /// - Parameters:
  ///   - store: The path of the store, or nil for `HUNCH_STORE`, else the user's data folder. It is
  ///     created if it does not exist.
  ///   - key: The key of an encrypted store, or nil for the file that `HUNCH_KEY_FILE` names, else
  ///     `HUNCH_KEY`, else no key.
  ///   - model: The path of a model file, or nil for the shipped model.
  ///   - capacity: The maximum number of users kept in memory.
  ///   - language: The language of composed phrases.
  ///   - environment: The environment variables.
  /// - Throws: ``OpeningError`` if the path cannot be determined, `ModelFileError` for the model,
  ///   `StoreKeyError` for the key, `StoreError` for the store.
  public static func open(
    store: String? = nil, key: StoreKey? = nil, model: String? = nil, capacity: Int = defaultCapacity,
    language: PhraseLanguage = .english,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> SuggestionEngine {
    guard let path = StoreLocation.path(explicit: store, environment: environment) else {
      throw OpeningError.noStorePath
    }
    let key = try key ?? StoreKey.given(environment: environment)
    return try open(
      log: try SQLiteDonationStore(path: path, key: key), model: model, capacity: capacity,
      language: language)
  }

  /// Opens the engine on a log that the program opened itself, in order to search it or to keep it
  /// in memory.
  ///
  /// ```swift
  /// let log = try SQLiteDonationStore(path: path)
  /// let engine = try SuggestionEngine.open(log: log)
  /// let found = try await log.search(SearchQuery("pizza", at: now))
  /// ```
  ///
  /// - Parameters:
  ///   - log: The donations that the engine learns from.
  ///   - model: The path of a model file, or nil for the shipped model.
  ///   - capacity: The maximum number of users kept in memory.
  ///   - language: The language of composed phrases.
  /// - Throws: `ModelFileError` for the model, `SuggestionError.schemaMismatch` if it was fitted
  ///   for other features.
  public static func open(
    log: any DonationStore, model: String? = nil, capacity: Int = defaultCapacity,
    language: PhraseLanguage = .english
  ) throws -> SuggestionEngine {
    SuggestionEngine(
      log: log, model: try ModelFile.open(model).suggestionModel(), capacity: capacity,
      language: language)
  }
}

/// The reason why an engine could not be opened, besides errors of store, key and model.
public enum OpeningError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No path was given, and none of `HUNCH_STORE`, `XDG_DATA_HOME` and `HOME` is set.
  case noStorePath

  /// The reason, and how to fix it.
  public var description: String {
    "the store's path cannot be determined; give a path, or set HUNCH_STORE or HOME"
  }
}
