import Activities
import Foundation
import Storage
import TestSupport

@testable import Importers

/// Imports as `hunch import` does, at a fixed moment in UTC.
enum ImportRun {
  static let now = 1_800_000_000_000 as Int64

  static func settings(_ zone: String = "UTC", templatesOnly: Bool = false) throws -> HistorySettings {
    HistorySettings(
      zone: TimeZone(identifier: zone) ?? .gmt, keepsTemplatesOnly: templatesOnly)
  }

  @discardableResult
  static func run(
    _ importer: some HistoryImporter, _ file: HistoryFile, into store: some DonationStore,
    zone: String = "UTC", templatesOnly: Bool = false, options: HistoryImport.Options = .init(),
    rehearsing: Bool = false, progress: (HistoryReport) -> Void = { _ in }
  ) async throws -> HistoryReport {
    try await HistoryImport(
      by: importer, of: file, settings(zone, templatesOnly: templatesOnly), options,
      now: Instant(milliseconds: now)
    ).run(into: store, rehearsing: rehearsing, progress: progress)
  }

  /// Imports a text, and returns the donations in the order of time.
  static func donations(
    of text: String, by importer: some HistoryImporter, zone: String = "UTC", templatesOnly: Bool = false
  ) async throws -> (donations: [Donation], report: HistoryReport) {
    try await donations(of: Array(text.utf8), by: importer, zone: zone, templatesOnly: templatesOnly)
  }

  static func donations(
    of bytes: [UInt8], by importer: some HistoryImporter, zone: String = "UTC", templatesOnly: Bool = false
  ) async throws -> (donations: [Donation], report: HistoryReport) {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    try Data(bytes).write(to: scratch.folder.appending(path: "history"))
    let report = try await run(
      importer, HistoryFile(path: scratch.path("history")), into: store, zone: zone,
      templatesOnly: templatesOnly)
    return (try await store.allDonations(of: .me).map(\.donation), report)
  }
}

extension Donation {
  /// A value of its activity's `userInfo`.
  func text(_ key: String) -> String? {
    guard case .string(let text) = activity.userInfo[key] else { return nil }
    return text
  }
}
