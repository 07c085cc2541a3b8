import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

/// The promises of every importer, whatever its format.
@Suite("The contract of importers")
struct ImporterContractTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("every importer has a fixture, a unique name and a summary")
  func complete() {
    #expect(Fixtures.all.map(\.importer.name) == ImporterRegistry.all.map(\.name))
    #expect(Set(ImporterRegistry.names).count == ImporterRegistry.names.count)
    for importer in ImporterRegistry.all {
      #expect(importer.name.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil)
      #expect(!importer.summary.isEmpty)
      for (alias, other) in importer.aliases {
        #expect(alias == alias.lowercased() && other.name == importer.name)
        #expect(Set(other.locations).isSubset(of: importer.locations) && !other.locations.isEmpty)
        #expect(ImporterRegistry.importer(named: alias.uppercased())?.locations == other.locations)
      }
      #expect(importer.covers.allSatisfy { ImporterRegistry.importer(named: $0) != nil })
    }
    #expect(Fixtures.all.allSatisfy { $0.importer.locations.isEmpty != $0.isKnownByContent })
  }

  @Test("a history is recognised by its content, whatever its name is", arguments: Fixtures.all)
  func recognised(_ fixture: any HistoryFixture) throws {
    let file = try fixture.write(Fixtures.records(3), to: scratch)
    #expect(try fixture.importer.recognition(of: file) == .certain)
    if fixture.isKnownByContent {
      #expect(try ImporterRegistry.importer(of: file)?.name == fixture.importer.name)
    }
    try ImporterRegistry.check(file, isFor: fixture.importer)
  }

  @Test("each record becomes a donation with its time and source", arguments: Fixtures.all)
  func imported(_ fixture: any HistoryFixture) async throws {
    let store = InMemoryDonationStore()
    let file = try fixture.write(Fixtures.records(100), to: scratch)
    let report = try await ImportRun.run(fixture.importer, file, into: store)
    #expect((report.read, report.added, report.known, report.malformedCount) == (100, 100, 0, 0))
    #expect(report.failure == nil)
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(donations.map(\.context.instant.milliseconds) == Fixtures.records(100).map { $0.seconds * 1_000 })
    #expect(Set(donations.map(\.identity)).count == 50)
    #expect(donations[0].identity == donations[50].identity)
    for donation in donations {
      #expect(donation.details.source == .imported(from: fixture.importer.name))
      #expect(donation.activity.title?.isEmpty == false)
      #expect(donation.activity.isEligibleForSearch)
      #expect(donation.hasExactTime)
    }
  }

  @Test(
    "importing the same history again adds nothing; a longer one adds only new records",
    arguments: Fixtures.all)
  func again(_ fixture: any HistoryFixture) async throws {
    let store = InMemoryDonationStore()
    // More than one batch, which has 2,048.
    for (count, added) in [(2_100, 2_100), (2_100, 0), (2_110, 10)] {
      let file = try fixture.write(Fixtures.records(count), to: scratch)
      let rehearsal = try await ImportRun.run(fixture.importer, file, into: store, rehearsing: true)
      let report = try await ImportRun.run(fixture.importer, file, into: store)
      #expect((report.added, report.known) == (added, count - added))
      #expect((rehearsal.added, rehearsal.known) == (added, count - added))
    }
  }

  @Test("keeping the whole line or address does not change a donation's identifier", arguments: Fixtures.all)
  func templatesOnly(_ fixture: any HistoryFixture) async throws {
    let store = InMemoryDonationStore()
    let file = try fixture.write(Fixtures.records(20), to: scratch)
    try await ImportRun.run(fixture.importer, file, into: store, templatesOnly: true)
    #expect(try await ImportRun.run(fixture.importer, file, into: store).known == 20)
  }

  @Test(
    "equal records within a second count each, if the activity can be repeated that soon",
    arguments: Fixtures.all)
  func duplicates(_ fixture: any HistoryFixture) async throws {
    let store = InMemoryDonationStore()
    let equal = [FixtureRecord](repeating: FixtureRecord(seconds: 1_700_000_000, activity: 1), count: 3)
    let file = try fixture.write(equal, to: scratch)
    let times = fixture.repeatsAtOnce ? 3 : 1
    #expect(try await ImportRun.run(fixture.importer, file, into: store).added == times)
    #expect(try await ImportRun.run(fixture.importer, file, into: store).known == times)
  }

  @Test("the time of an unset clock makes only its own record malformed", arguments: Fixtures.all)
  func clocks(_ fixture: any HistoryFixture) async throws {
    let store = InMemoryDonationStore()
    let (early, late) = (-86_400 as Int64, 4_133_980_800 as Int64)
    let records =
      [FixtureRecord(seconds: 1_700_000_000, activity: 1), FixtureRecord(seconds: late, activity: 2)]
      + (fixture.canBeBefore1970 ? [FixtureRecord(seconds: early, activity: 3)] : [])
      + [FixtureRecord(seconds: 1_700_000_060, activity: 4)]
    let report = try await ImportRun.run(
      fixture.importer, fixture.write(records, to: scratch), into: store)
    let ordered = fixture.ordersStrangeTimes ? 1 : 0
    #expect((report.added, report.undated) == (2 + ordered, ordered))
    #expect(report.malformedCount == records.count - 2 - ordered)
    #expect(fixture.ordersStrangeTimes || report.malformed.map(\.problem).contains(.future))
    #expect(report.malformed.allSatisfy { !$0.places.isEmpty })
  }

  @Test("text with invalid UTF-8 is read", arguments: Fixtures.all)
  func encoding(_ fixture: any HistoryFixture) async throws {
    guard let record = fixture.recordInLatin1(at: 1_700_000_000) else { return }
    let (donations, report) = try await ImportRun.donations(of: record, by: fixture.importer)
    #expect(report.malformedCount == 0)
    #expect(donations.first?.text("line") == "vim café")
  }

  @Test("binary files, logs and other programs' histories are rejected", arguments: Fixtures.all)
  func foreign(_ fixture: any HistoryFixture) throws {
    var files = ["binary", "log", "xml"]
    try Data([0x89, 0x50, 0x4E, 0x47, 0, 1, 2, 3]).write(to: scratch.folder.appending(path: "binary"))
    try scratch.write("log", #"{"v":1,"time":"2026-03-02T07:42:00+01:00","activityType":"a.b"}"# + "\n")
    try scratch.write("xml", "<?xml version=\"1.0\"?>\n<x/>\n")
    for other in Fixtures.all where other.importer.name != fixture.importer.name && other.isKnownByContent {
      try other.write(Fixtures.records(2), to: scratch, named: other.importer.name)
      files.append(other.importer.name)
    }
    for name in files {
      let file = try HistoryFile(path: scratch.path(name))
      let found = ImporterRegistry.importer(named: name)?.name
      #expect(throws: HistoryError(.foreign(expected: fixture.importer.name, found: found), at: file.path)) {
        try ImporterRegistry.check(file, isFor: fixture.importer)
      }
    }
  }

  @Test("empty files, folders and missing files have different reasons", arguments: Fixtures.all)
  func nothing(_ fixture: any HistoryFixture) throws {
    try scratch.write("empty", "")
    #expect(throws: HistoryError(.empty, at: scratch.path("empty"))) {
      try ImporterRegistry.check(HistoryFile(path: scratch.path("empty")), isFor: fixture.importer)
    }
    #expect(throws: HistoryError(.isFolder, at: scratch.folder.path)) {
      try HistoryFile(path: scratch.folder.path)
    }
    #expect(throws: HistoryError(.notFound, at: scratch.path("x"))) {
      try HistoryFile(path: scratch.path("x"))
    }
  }

  @Test(
    "a history that disappears or becomes unreadable is reported, and adds nothing", arguments: Fixtures.all)
  func unreadable(_ fixture: any HistoryFixture) async throws {
    let records = Fixtures.records(10)
    let (gone, store) = (try fixture.write(records, to: scratch), InMemoryDonationStore())
    try FileManager.default.removeItem(atPath: gone.path)
    let absent = try await ImportRun.run(fixture.importer, gone, into: store)
    #expect(absent.failure == HistoryError(.notFound, at: gone.path))
    let replaced = try fixture.write(records, to: scratch)
    try FileManager.default.removeItem(atPath: replaced.path)
    try FileManager.default.createDirectory(atPath: replaced.path, withIntermediateDirectories: false)
    let folder = try await ImportRun.run(fixture.importer, replaced, into: store)
    #expect(folder.failure?.path == replaced.path)
    #expect(absent.read == 0 && folder.read == 0)
    #expect(await store.users().isEmpty)
  }

  /// Paths without a readable file, even for root, and the reasons.
  static let unreadablePaths: [(String, HistoryError.Reason)] = [
    ("pipe", .notARegularFile), ("loop", .notFound), ("nowhere", .notFound), ("file/history", .notFound),
    (String(repeating: "x", count: 300), .unreadable), ("memory", .notARegularFile),
  ]

  @Test("an unreadable path is reported with the reason", arguments: unreadablePaths)
  func unreadablePath(_ name: String, _ reason: HistoryError.Reason) throws {
    try scratch.write("file", "x")
    try #require(unsafe mkfifo(scratch.path("pipe"), 0o600) == 0)
    for (link, target) in [("loop", "loop"), ("nowhere", "gone"), ("memory", "/proc/self/mem")] {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(link), withDestinationPath: target)
    }
    let path = scratch.path(name)
    #expect(throws: HistoryError(reason, at: path)) { try HistoryFile(path: path) }
  }

  /// One importer of lines, one of a database, and one of JSON: all others read in the same ways.
  @Test(
    "memory does not grow with the history",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer has memory of its own"),
    arguments: [BashFixture(), AtuinFixture(), ActivityWatchFixture()] as [any HistoryFixture])
  func memory(_ fixture: any HistoryFixture) async throws {
    var peaks: [Int] = []
    for count in [40_000, 100_000] {
      _ = try fixture.write(Fixtures.records(count), to: scratch)
      let process = Process()
      process.executableURL = try BuiltProgram.file("hunch")
      process.arguments = ["import", "--from", fixture.importer.name, "history", "--dry-run", "-q"]
      process.currentDirectoryURL = scratch.folder
      process.environment = BuiltProgram.environment(home: scratch.folder)
      let (run, bytes) = try await process.runToPeak()
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.text.contains("would add \(count / 1_000),000"), "\(run.text)")
      peaks.append(bytes)
    }
    // Memory holds some batches, with about a kilobyte per record; 60,000 records would be more
    // than this.
    #expect(peaks[1] - peaks[0] < 24 << 20, "\(peaks.map { $0 >> 20 }) MiB")
  }

  @Test("a truncated history gives its complete records, and the reading ends", arguments: Fixtures.all)
  func truncated(_ fixture: any HistoryFixture) async throws {
    _ = try fixture.write(Fixtures.records(200), to: scratch)
    let bytes = try scratch.read("history")
    for share in [0.9, 0.5, 0.1] {
      try bytes.prefix(Int(Double(bytes.count) * share)).write(to: scratch.folder.appending(path: "cut"))
      let (file, store) = (try HistoryFile(path: scratch.path("cut")), InMemoryDonationStore())
      do {
        let report = try await ImportRun.run(fixture.importer, file, into: store)
        #expect(report.added <= 200)
        #expect(report.added > 0 || report.failure != nil)
      } catch let error as HistoryError {
        #expect(error.reason == .damaged)
      }
    }
  }

  @Test("the next import completes an interrupted one", arguments: Fixtures.all)
  func brokenOff(_ fixture: any HistoryFixture) async throws {
    let (whole, broken) = (InMemoryDonationStore(), InMemoryDonationStore())
    // Batches have 2,048. Only more than four make a reading wait for its receiver, in the same way
    // in all importers.
    let count = fixture.importer.name == "bash" ? 10_000 : 4_200
    let file = try fixture.write(Fixtures.records(count), to: scratch)
    try await ImportRun.run(fixture.importer, file, into: whole)
    let task = Task {
      try await ImportRun.run(fixture.importer, file, into: broken) { _ in
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let before = try await broken.allDonations(of: .me).count
    #expect((1..<count).contains(before))
    #expect(try await ImportRun.run(fixture.importer, file, into: broken).added == count - before)
    let ids = try await [whole, broken].asyncMap {
      try await $0.allDonations(of: .me).map(\.donation.identifier)
    }
    #expect(ids[0] == ids[1])
  }

  @Test("the receiver can end the reading at any record", arguments: Fixtures.all)
  func ended(_ fixture: any HistoryFixture) throws {
    struct Enough: Error {}
    let file = try fixture.write(Fixtures.records(1_000), to: scratch)
    var count = 0
    #expect(throws: Enough.self) {
      try fixture.importer.read(file, ImportRun.settings()) { _ in
        count += 1
        if count == 10 { throw Enough() }
      }
    }
    #expect(count == 10)
  }

  @Test(
    "the history, its folder and the folder for temporary files stay unchanged", arguments: Fixtures.all
  )
  func untouched(_ fixture: any HistoryFixture) async throws {
    let file = try fixture.write(Fixtures.records(100), to: scratch)
    let (bytes, names) = (try scratch.read("history"), try scratch.names())
    try await ImportRun.run(fixture.importer, file, into: InMemoryDonationStore())
    #expect(try scratch.read("history") == bytes)
    #expect(try scratch.names() == names)
  }

  @Test("other versions of the program are read, or rejected with the missing part", arguments: Fixtures.all)
  func otherVersion(_ fixture: any HistoryFixture) async throws {
    guard try fixture.writeOtherVersion(Fixtures.records(10), to: scratch, named: "other") else { return }
    let file = try HistoryFile(path: scratch.path("other"))
    try ImporterRegistry.check(file, isFor: fixture.importer)
    let report = try await ImportRun.run(fixture.importer, file, into: InMemoryDonationStore())
    #expect((report.added, report.failure) == (10, nil))
  }

  @Test("the limits on time and number apply", arguments: Fixtures.all)
  func options(_ fixture: any HistoryFixture) async throws {
    let file = try fixture.write(Fixtures.records(100), to: scratch)
    var options = HistoryImport.Options()
    options.since = try Instant(milliseconds: (1_700_000_000 + 600) * 1_000)
    options.until = try Instant(milliseconds: (1_700_000_000 + 3_000) * 1_000)
    let part = try await ImportRun.run(
      fixture.importer, file, into: InMemoryDonationStore(), options: options)
    #expect((part.added, part.filtered) == (40, [.outsideOfTime: 60]))
    options.limit = 7
    #expect(
      try await ImportRun.run(fixture.importer, file, into: InMemoryDonationStore(), options: options).added
        == 7)
  }

  @Test("the store's privacy rules apply, and records that they filter are counted", arguments: Fixtures.all)
  func privacy(_ fixture: any HistoryFixture) async throws {
    let store = InMemoryDonationStore()
    let file = try fixture.write(Fixtures.records(20), to: scratch)
    var all = Deletion.Criteria()
    all.all = true
    let rule = try PrivacyRule(.drop, matching: all)
    _ = try await store.changePrivacyRules { $0.add(rule) }
    let report = try await ImportRun.run(fixture.importer, file, into: store)
    #expect((report.added, report.filtered) == (0, [.privacyRule: 20]))
    #expect(report.rules.map(\.number) == [1] && report.rules.map(\.filtered) == [20])
  }
}

extension Array {
  /// Returns the transformed elements, transforming one after the other.
  func asyncMap<Other>(_ transform: (Element) async throws -> Other) async rethrows -> [Other] {
    var results: [Other] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
