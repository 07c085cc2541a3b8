public import Activities
public import Foundation
internal import ModelFile
public import Phrases
internal import SQLiteStorage

extension SuggestionEngine {
  /// Opens the engine on a user's own store: what a program that donates or suggests starts with.
  ///
  /// ```swift
  /// let engine = try SuggestionEngine.open()
  /// let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 3))
  /// ```
  ///
  /// - Parameters:
  ///   - store: The path of the store; absent: `HUNCH_STORE`, else the user's data folder. It is
  ///     made if there is none.
  ///   - key: The key of an encrypted store; absent: the file that `HUNCH_KEY_FILE` names, or
  ///     `HUNCH_KEY`, else none.
  ///   - model: The path of a model file; absent: the model that is shipped.
  ///   - capacity: How many people are kept in memory.
  ///   - language: In which phrases are composed.
  ///   - environment: The environment variables.
  /// - Throws: ``OpeningError`` if no path can be told, `ModelFileError` for the model,
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

  /// Opens the engine on a log that the program opened itself, because it searches in it too, or
  /// keeps it in memory.
  ///
  /// ```swift
  /// let log = try SQLiteDonationStore(path: path)
  /// let engine = try SuggestionEngine.open(log: log)
  /// let found = try await log.search(SearchQuery("pizza", at: now))
  /// ```
  ///
  /// - Parameters:
  ///   - log: What the engine learns from.
  ///   - model: The path of a model file; absent: the model that is shipped.
  ///   - capacity: How many people are kept in memory.
  ///   - language: In which phrases are composed.
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

/// The reason why an engine could not be opened, besides what the store and the model say.
public enum OpeningError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Neither a path nor `HUNCH_STORE`, `XDG_DATA_HOME` or `HOME` is there.
  case noStorePath

  /// The reason, and how to mend it.
  public var description: String {
    "it cannot be told where the store lies; give a path, or set HUNCH_STORE or HOME"
  }
}
