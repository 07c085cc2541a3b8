internal import DonationStore
public import Foundation
internal import ModelFile

extension SuggestionEngine {
  /// Opens the engine on a user's own store: what a program that donates or suggests starts with.
  ///
  /// ```swift
  /// let engine = try SuggestionEngine.open()
  /// let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 3))
  /// ```
  ///
  /// - Parameters:
  ///   - store: The path of the store; absent: `HUNCH_STORE`, else the user's data folder. It is made if there is none.
  ///   - model: The path of a model file; absent: the model that is shipped.
  ///   - environment: The environment variables.
  /// - Throws: ``OpeningError`` if no path can be told, `ModelFileError` for the model, `StoreError` for the store.
  public static func open(
    store: String? = nil, model: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> SuggestionEngine {
    guard let path = StoreLocation.path(explicit: store, environment: environment) else {
      throw OpeningError.noStorePath
    }
    let model = try ModelFile.open(model).suggestionModel()
    return SuggestionEngine(log: try SQLiteDonationLog(path: path), model: model)
  }
}

/// Why an engine could not be opened, besides what the store and the model say.
public enum OpeningError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Neither a path nor `HUNCH_STORE`, `XDG_DATA_HOME` or `HOME` is there.
  case noStorePath

  /// The reason, and how to mend it.
  public var description: String {
    "it cannot be told where the store lies; give a path, or set HUNCH_STORE or HOME"
  }
}
