import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Placeholders for times")
struct TimePlaceholderTests {
  @Test(
    "zero, small numbers and the epochs of formats are placeholders, in any time zone",
    arguments: [
      0, 1, 59_007_000, 86_400_000, 20_240_101_000, 31_535_999_999, -21_600_000, 50_400_000, 315_532_800_000,
      978_307_200_000, 978_307_201_000, 978_307_200_000 - 19_800_000, 978_307_200_000 + 7_200_000,
    ] as [Int64])
  func placeholders(milliseconds: Int64) throws {
    #expect(TimePlaceholder.contains(milliseconds: milliseconds))
    #expect(throws: HistoryProblem.placeholder) {
      try ImportRun.settings().instant(milliseconds: milliseconds)
    }
  }

  @Test(
    "possible times are not placeholders",
    arguments: [
      31_536_000_000, 978_307_200_000 + 12_345_000, 978_220_799_000, 1_000_000_000_000, 1_700_000_000_000,
    ] as [Int64])
  func times(milliseconds: Int64) throws {
    #expect(!TimePlaceholder.contains(milliseconds: milliseconds))
    #expect(try ImportRun.settings().instant(milliseconds: milliseconds).milliseconds == milliseconds)
  }

  @Test("a small number is a placeholder whatever it is counted from")
  func epochs() throws {
    let settings = try ImportRun.settings()
    #expect(throws: HistoryProblem.placeholder) {
      try settings.instant(59_007, .seconds, since: 978_307_200)
    }
    #expect(throws: HistoryProblem.placeholder) {
      try settings.instant(0, .microseconds, since: -11_644_473_600)
    }
    #expect(throws: HistoryProblem.placeholder) { try AppleTime.instant(0.5, offset: 3_600, settings) }
    #expect(try settings.instant(700_000_000, .seconds, since: 978_307_200).milliseconds == 1_678_307_200_000)
  }

  @Test(
    "every importer treats placeholders as unknown times", arguments: Fixtures.all, [0, 1, 3_600] as [Int64])
  func importers(_ fixture: any HistoryFixture, seconds: Int64) async throws {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    let records = [
      FixtureRecord(seconds: 1_700_000_000, activity: 1), FixtureRecord(seconds: seconds, activity: 2),
      FixtureRecord(seconds: 1_700_000_060, activity: 3),
    ]
    let report = try await ImportRun.run(
      fixture.importer, fixture.write(records, to: scratch), into: store)
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(donations.filter(\.hasExactTime).count == 2)
    #expect(donations.allSatisfy { $0.context.instant.milliseconds > 1_600_000_000_000 })
    #expect(report.undated + report.malformedCount == 1)
  }

  @Test("the order is kept, and a placeholder does not move undated lines to 1970")
  func order() async throws {
    for (importer, text) in [
      (BashImporter(), "htop\n#0\nmake check\n#1\nmake all\n#1700000000\nmake install\n"),
      (ZshImporter(), "htop\n: 0:0;make check\n: 1:0;make all\n: 1700000000:0;make install\n"),
      (
        FishImporter(),
        "- cmd: htop\n- cmd: make check\n  when: 0\n- cmd: make all\n  when: 1\n- cmd: make install\n  when: 1700000000\n"
      ),
    ] as [(any HistoryImporter, String)] {
      let (donations, report) = try await ImportRun.donations(of: text, by: importer)
      #expect(donations.map { $0.text("line") } == ["htop", "make check", "make all", "make install"])
      #expect(donations.map(\.hasExactTime) == [false, false, false, true])
      #expect(donations[0].context.instant.milliseconds == 1_699_999_999_997)
      #expect((report.read, report.malformedCount) == (4, 0))
    }
  }

  @Test("a file that was changed in 1970 is dated by its import")
  func modified() async throws {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    try scratch.write("history", "make all\nmake check\n")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: scratch.path("history"))
    try await ImportRun.run(BashImporter(), HistoryFile(path: scratch.path("history")), into: store)
    let times = try await store.allDonations(of: .me).map { $0.donation.context.instant.milliseconds }
    #expect(times == [ImportRun.now - 1, ImportRun.now])
  }

  @Test(
    "a local time that is a placeholder in another zone is malformed, and so is a table's row with an offset")
  func local() async throws {
    let mapping = try TableMapping(
      Data(
        #"{"time": {"column": "t", "format": "rfc3339"}, "activityType": "org.example.x", "identity": {"n": "n"}}"#
          .utf8))
    let (donations, report) = try await ImportRun.donations(
      of: "t,n\n1969-12-31T18:00:00-06:00,a\n2001-01-01T02:00:00+02:00,b\n2024-01-01T02:00:00+02:00,c\n",
      by: TableImporter(mapping))
    #expect(donations.count == 1)
    #expect(report.malformed.map(\.problem) == [.placeholder])
    #expect(report.malformed.flatMap(\.places) == [.line(2), .line(3)])
    let dump = """
      user=0
        Last 24 hour events (timeRange="x" )
          time="1969-12-31 18:00:00" type=ACTIVITY_RESUMED package=com.example.app class=A
          time="2026-06-10 09:00:00" type=ACTIVITY_RESUMED package=com.example.mail class=A

      """
    let android = try await ImportRun.donations(of: dump, by: AndroidUsageImporter(), zone: "America/Chicago")
    #expect((android.donations.count, android.report.malformed.map(\.problem)) == (1, [.placeholder]))
  }
}
