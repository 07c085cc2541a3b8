internal import Activities
internal import Answers
internal import ArgumentParser
internal import Files
internal import Foundation
internal import ProgramSupport
internal import SQLiteStorage

/// The names in a store that complete a command line while it is typed.
///
/// The shell hangs while it waits for them. So any error, or a wait longer than ``patience``, gives
/// no names and no message.
struct StoredNames {
  /// The maximum time that a shell waits, in seconds.
  static let patience = 0.5
  /// The maximum number of activities that are read.
  private static let limit = 400

  /// The words of the command line, as the shell has them.
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// The names of the store's users.
  func users() async -> [String] {
    await names { log in try await log.users().map(\.user.name) }
  }

  /// The names of the user's places.
  func places() async -> [String] {
    await names { log in try await log.places(of: user(in: log)).places.map(\.name) }
  }

  /// Names that the newest donation of each activity gives, the last one done first.
  func recent(_ names: @Sendable (Donation) -> [String]) async -> [String] {
    await self.names { log in
      let donations = try await log.recentActivities(
        of: user(in: log), at: WallClock.now(), limit: Self.limit)
      let rules = try await log.privacyRules()
      return donations.filter { $0.activity.isEligibleForPrediction && rules.restraint(on: $0) == nil }
        .flatMap(names)
    }
  }

  // MARK: The store

  private func names(_ body: (SQLiteDonationStore) async throws -> [String]) async -> [String] {
    // Names in a log file are not in the store.
    guard value(of: ["--log"]) == nil, let options = try? StoreOptions.parse(storeOptions),
      (try? options.exists()) == true
    else { return [] }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
      Failure("", .silent).leaveAtOnce()
    }
    guard let path = try? options.path(),
      let log = try? SQLiteDonationStore(path: path, key: options.key(), busyTimeout: Self.patience),
      let names = try? await body(log)
    else { return [] }
    return Self.quoted(names)
  }

  private func user(in log: SQLiteDonationStore) async throws -> UserIdentifier {
    try await UserOptions.user(
      value(of: ["--user"]).map { try UserIdentifier($0) }, in: log, quiet: true)
  }

  private var storeOptions: [String] {
    ["--store", "--key-file"].flatMap { name in value(of: [name]).map { [name, $0] } ?? [] }
  }

  /// The value of an option that was typed before, without the quotes around it.
  private func value(of names: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if names.contains(word), words.indices.contains(index + 1) {
        // bash takes an equals sign as a word of its own.
        let isSplit = words[index + 1] == "=" && words.indices.contains(index + 2)
        return Self.unquoted(words[index + (isSplit ? 2 : 1)])
      }
      if let name = names.first(where: { word.hasPrefix($0 + "=") }) {
        return Self.unquoted(String(word.dropFirst(name.count + 1)))
      }
    }
    return nil
  }

  private static func unquoted(_ word: String) -> String? {
    let bare = word.trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
    guard !bare.isEmpty else { return nil }
    let home = ProcessInfo.processInfo.environment.home
    return bare.hasPrefix("~/") ? home + bare.dropFirst() : bare
  }

  // MARK: The shell

  /// Returns names quoted for the requesting shell, each once, without those that would break a
  /// line.
  ///
  /// Titles in a log may be a stranger's: bash expands the words of completions, including commands
  /// in them, so it must get them quoted.
  static func quoted(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !$0.isEmpty && Formatting.plain($0) == $0 && seen.insert($0).inserted }.map {
      name in
      switch CompletionShell.requesting {
      case .bash?: "'\(name.replacing("'", with: #"'\''"#))'"
      case .zsh?: name.replacing(#"\"#, with: #"\\"#).replacing(":", with: #"\:"#)
      default: name
      }
    }
  }
}
