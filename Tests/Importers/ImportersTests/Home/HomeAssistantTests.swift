import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

struct HomeAssistantFixture: HistoryFixture {
  let importer: any HistoryImporter = HomeAssistantImporter()

  static let tables = """
    CREATE TABLE event_data (data_id INTEGER PRIMARY KEY, hash BIGINT, shared_data TEXT);
    CREATE TABLE event_types (event_type_id INTEGER PRIMARY KEY, event_type VARCHAR(64));
    CREATE TABLE states (state_id INTEGER PRIMARY KEY, state VARCHAR(255));
    CREATE TABLE schema_changes (change_id INTEGER PRIMARY KEY, schema_version INTEGER);
    CREATE TABLE events (event_id INTEGER PRIMARY KEY, event_type CHAR(0), event_data CHAR(0), origin_idx SMALLINT,
      time_fired CHAR(0), time_fired_ts FLOAT, context_id_bin BLOB, context_user_id_bin BLOB,
      context_parent_id_bin BLOB, data_id INTEGER, event_type_id INTEGER);
    INSERT INTO event_types VALUES (1, 'call_service'), (2, 'state_changed');
    """

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try db.execute(sql: Self.tables)
      for activity in Set(records.map(\.activity)) {
        try db.execute(
          sql: "INSERT INTO event_data VALUES (?, 0, ?)",
          arguments: [
            activity + 1,
            #"{"domain": "light", "service": "turn_on", "service_data": {"entity_id": "light.lamp_\#(activity)"}}"#,
          ])
      }
      for (index, record) in records.enumerated() {
        try db.execute(
          sql: "INSERT INTO events VALUES (NULL, NULL, NULL, 0, NULL, ?, ?, x'01', NULL, ?, 1)",
          arguments: [
            Double(record.seconds), Data("context \(record.seconds) \(index)".utf8), record.activity + 1,
          ])
      }
    }
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE events (event_id INTEGER PRIMARY KEY, event_type VARCHAR(64), event_data TEXT, origin VARCHAR(32),
            time_fired DATETIME, context_id VARCHAR(36), context_user_id VARCHAR(36), context_parent_id VARCHAR(36));
          CREATE TABLE states (state_id INTEGER PRIMARY KEY);
          CREATE TABLE schema_changes (change_id INTEGER PRIMARY KEY);
          """)
      for record in records {
        let time = "\(ActivityWatchFixture.time(record.seconds).dropLast().replacing("T", with: " ")).000000"
        try db.execute(
          sql: "INSERT INTO events VALUES (NULL, 'call_service', ?, 'LOCAL', ?, ?, 'user', NULL)",
          arguments: [#"{"domain": "light", "service": "turn_on"}"#, time, "context \(record.seconds)"])
      }
    }
    return true
  }
}

@Suite("Home Assistant")
struct HomeAssistantTests {
  /// A call of a service: the user, the context that it came from, and the data.
  private func donations(
    _ calls: [(user: String?, parent: String?, data: String?)]
  ) async throws -> (donations: [Donation], report: HistoryReport) {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    try database(scratch, "home.db") { db in
      try db.execute(sql: HomeAssistantFixture.tables)
      for (index, call) in calls.enumerated() {
        if let data = call.data {
          try db.execute(sql: "INSERT INTO event_data VALUES (?, 0, ?)", arguments: [index, data])
        }
        try db.execute(
          sql: "INSERT INTO events VALUES (?, NULL, NULL, 0, NULL, ?, ?, ?, ?, ?, 1)",
          arguments: [
            index + 1, 1_709_539_200.25 + Double(index), Data("context\(index)".utf8),
            call.user.map { Data($0.utf8) }, call.parent.map { Data($0.utf8) }, index,
          ])
      }
      try db.execute(
        sql: "INSERT INTO events VALUES (1000, NULL, NULL, 0, NULL, 1709539200, x'02', x'01', NULL, 0, 2)")
    }
    let report = try await ImportRun.run(
      HomeAssistantImporter(), HistoryFile(path: scratch.path("home.db")), into: store)
    return (try await store.allDonations(of: .me).map(\.donation), report)
  }

  private func call(_ service: String, _ data: String = "{}") -> (
    user: String?, parent: String?, data: String?
  ) {
    let parts = service.split(separator: ".")
    return ("u", nil, #"{"domain": "\#(parts[0])", "service": "\#(parts[1])", "service_data": \#(data)}"#)
  }

  @Test("only a user's own calls count, not their effects or those of automations")
  func users() async throws {
    let data = call("light.turn_on", #"{"entity_id": "light.kitchen_ceiling", "brightness_pct": 40}"#).data
    let (donations, report) = try await donations([
      ("u", nil, data), (nil, nil, data), ("u", "automation", data), ("", nil, data), ("u", nil, nil),
      ("u", nil, "no JSON"),
    ])
    #expect(donations.map(\.activity.title) == ["Turn on kitchen ceiling"])
    #expect(
      donations[0].text("service") == "light.turn_on"
        && donations[0].text("entity") == "light.kitchen_ceiling")
    #expect(donations[0].context.instant.rfc3339 == "2024-03-04T08:00:00.250+00:00")
    #expect(donations[0].activity.keywords.isSuperset(of: ["turn on", "light", "kitchen ceiling"]))
    #expect(report.filtered == [HomeAssistantImporter.byItself: 3])
    #expect(
      report.read == 6
        && report.malformed.flatMap(\.places) == [.row(5, table: "events"), .row(6, table: "events")])
  }

  @Test("targets are read as a text or a list, from the data or its target, which may be a list")
  func targets() async throws {
    let same = [
      #"{"entity_id": "light.b,light.a"}"#, #"{"entity_id": ["light.a", "light.b"], "transition": 2}"#,
      #"{"target": {"entity_id": ["light.b", "light.a"]}}"#,
      #"{"target": [{"entity_id": "light.a"}, {"entity_id": ["light.b", 7]}]}"#,
    ]
    let (donations, _) = try await donations(same.map { call("light.turn_off", $0) })
    #expect(
      donations.map { $0.text("entity") } == [
        "light.a,light.b", "light.a,light.b", "light.a,light.b", "light.a,light.b",
      ])
    #expect(Set(donations.map(\.identity)).count == 1)
    #expect(donations[0].activity.title == "Turn off a, b")
  }

  @Test("targets of every kind tell activities apart, alone, in lists and together")
  func kinds() async throws {
    let (one, two) = ("a1b2c3d4e5f60718293a4b5c6d7e8f90", "ffffffffffff0718293a4b5c6d7e8f90")
    let targets = [
      #"{"device_id": ["\#(one)"]}"#, #"{"device_id": "\#(two)"}"#, #"{"device_id": ["\#(two)", "\#(one)"]}"#,
      #"{"area_id": "hall"}"#, #"{"area_id": "hall", "device_id": "\#(one)"}"#, #"{"floor_id": "attic"}"#,
      #"{"label_id": "evening"}"#, #"{"label_id": ["evening"], "floor_id": "attic"}"#,
      #"{"target": {"device_id": "\#(one)"}, "brightness": 3}"#,
    ]
    let (donations, _) = try await donations(targets.map { call("light.turn_on", $0) })
    #expect(
      donations.map(\.activity.title) == [
        "Turn on device a1b2", "Turn on device ffff", "Turn on device a1b2, device ffff", "Turn on hall",
        "Turn on hall, device a1b2", "Turn on attic", "Turn on evening", "Turn on evening, attic",
        "Turn on device a1b2",
      ])
    #expect(Set(donations.map(\.identity)).count == 8)
    #expect(donations[0].text("device") == one && donations[0].text("entity") == nil)
    #expect(donations[4].text("entity") == "hall" && donations[4].text("device") == one)
  }

  @Test("areas, scripts and services without a target have titles; the system's own services are skipped")
  func services() async throws {
    let (donations, report) = try await donations([
      call("light.toggle", #"{"area_id": "living_room"}"#), call("script.good_night"),
      call("scene.turn_on", #"{"entity_id": "scene.movie"}"#),
      call("cover.close_cover", #"{"entity_id": ["cover.a", "cover.b", "cover.c", "cover.d"]}"#),
      call("homeassistant.restart"),
      call("persistent_notification.dismiss"), call("automation.reload"), call("light.turn_on", "null"),
      call("alarm.disarm", #"{"entity_id": "all", "code": "4711-secret"}"#),
    ])
    #expect(
      donations.map(\.activity.title) == [
        "Toggle living room", "Run good night", "Turn on movie", "Close cover a and 3 more", "Turn on",
        "Disarm all",
      ])
    #expect(report.filtered == [HomeAssistantImporter.ofTheSystem: 3])
    #expect(!"\(donations)".contains("4711"))
  }
}
