internal import Activities
internal import LogFormat

/// The user's actions in the home, from the recorder of Home Assistant (`home-assistant_v2.db`).
///
/// - A record is a call of a service. It counts if its context has a user and no parent context.
///   Automations, scripts and programs made all others.
/// - Type: `home.control`. Identity: the service with its domain (`service`, like `light.turn_on`),
///   and its targets: entities (`entity`), else areas, labels or floors (also `entity`); further
///   targets by their kind (`area`, `label`, `floor`, `device`). Several are separated by commas,
///   in alphabetical order.
/// - Title: "Turn on kitchen ceiling"; the recorder has no names of devices, so their titles have
///   the beginning of the identifier: "Turn on device 3f2a". Keywords: the words of both.
/// - Program: `home-assistant`. Context: none.
/// - Dropped: brightness, temperatures, codes and all other settings; which of several users acted;
///   states; services that maintain the system itself.
///
/// A record is recognised by its context. The recorder keeps ten days, so import often. Versions
/// before 2022 have the type and data of an event in its own row, and times as text.
package struct HomeAssistantImporter: HistoryImporter {
  package let name = "home-assistant"
  package var aliases: [String: any HistoryImporter] { ["homeassistant": self, "hass": self] }
  package let summary = "devices switched and set in the home (Home Assistant's recorder)"
  package let locations = [
    HistoryLocation.home("home-assistant_v2.db"), .home(".homeassistant/home-assistant_v2.db"),
    .home("homeassistant/home-assistant_v2.db"),
  ]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  static let byItself = HistoryFilter("done by an automation")
  static let ofTheSystem = HistoryFilter("about the system itself", words: "Home Assistant's own")
  private static let domains: Set<String> = [
    "backup", "frontend", "hassio", "logbook", "logger", "persistent_notification", "recorder",
    "system_log", "update",
  ]
  private static let services: Set<String> = [
    "check_config", "reload", "reload_all", "reload_config_entry", "restart", "stop", "update_entity",
  ]
  /// The maximum number of targets.
  private static let mostEntities = 16

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let tables = try file.tables()
    let isRecorder =
      tables["events"]?.contains("event_id") == true && tables["states"]?.contains("state_id") == true
    return isRecorder && tables["schema_changes"] != nil ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(["event_id"], of: "events")
    let columns = [
      "time_fired_ts", "time_fired", "context_id_bin", "context_id", "context_user_id_bin", "context_user_id",
      "context_parent_id_bin", "context_parent_id", "event_data",
    ].map { history.column($0, of: "events") }
    // While a database is moved to a newer version, it has rows of both forms.
    let hasTypes =
      history.tables["event_types"] != nil && history.tables["events"]?.contains("event_type_id") == true
    let hasData = history.tables["event_data"] != nil && history.tables["events"]?.contains("data_id") == true
    let isOld = history.tables["events"]?.contains("event_type") == true
    let types = [hasTypes ? "event_types.event_type" : nil, isOld ? "events.event_type" : nil].compactMap {
      $0
    }
    guard !types.isEmpty else {
      throw HistoryError(.otherSchema(missing: "the column events.event_type"), at: file.path)
    }
    let condition = types.map { "\($0) = 'call_service'" }.joined(separator: " OR ")
    var source = "events"
    if hasTypes {
      source +=
        " LEFT JOIN \(history.table("event_types", by: "event_type_id"))"
        + " ON event_types.event_type_id = events.event_type_id"
    }
    if hasData {
      source +=
        " LEFT JOIN \(history.table("event_data", by: "data_id")) ON event_data.data_id = events.data_id"
    }
    try history.forEachRow(
      """
      SELECT events.event_id AS position, \(columns.joined(separator: ", ")),
        \(hasData ? "event_data.shared_data" : "NULL") AS shared_data
      FROM \(source) WHERE \(condition) ORDER BY events.event_id
      """
    ) { row in
      let content: HistoryRecord.Content
      do throws(HistoryProblem) { content = try Self.content(of: row, settings) } catch {
        content = .malformed(error)
      }
      try receive(HistoryRecord(content, at: .row(row.integer("position") ?? 0, table: "events")))
    }
  }

  private static func content(
    of row: HistoryRow, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord.Content {
    guard identifier(row, "context_user_id") != nil, identifier(row, "context_parent_id") == nil else {
      return .filtered(byItself)
    }
    guard let text = row.text("shared_data") ?? row.text("event_data"),
      let data = try? JSONNode(parsing: Array(text.utf8).span, limits: LineLimits()),
      let domain = data["domain"]?.text, let service = data["service"]?.text, isName(domain), isName(service)
    else { throw .field("the service") }
    if domains.contains(domain) || services.contains(service) { return .filtered(ofTheSystem) }
    let called = domain + "." + service
    let targets = targets(of: data["service_data"])
    let named = targets.filter { $0.kind != device }.flatMap(\.names)
    if let rule = named.lazy.compactMap({ settings.secrets.firstMatch(in: $0, kind: .title) }).first {
      return .filtered(.secret(rule))
    }
    let time = try time(of: row, settings)
    do throws(ActivityError) {
      var userInfo: [String: ActivityValue] = ["service": .string(called)]
      for (index, target) in targets.enumerated() {
        // Identities in stores use this name for the first kind, whichever it is.
        let key = index == 0 && target.kind != device ? "entity" : target.kind
        userInfo[key] = .string(target.names.joined(separator: ","))
      }
      let words = words(of: service)
      let objects = targets.flatMap { target in target.names.map { Self.object($0, target.kind) } }
      let verb =
        domain == "script" && targets.isEmpty
        ? "Run \(words)" : words.prefix(1).uppercased() + words.dropFirst()
      let object =
        objects.isEmpty
        ? ""
        : objects.count <= 3
          ? " " + objects.joined(separator: ", ") : " \(objects[0]) and \(objects.count - 1) more"
      var activity = try UserActivity(
        activityType: ImportedActivityType.home, title: verb + object, userInfo: userInfo,
        requiredUserInfoKeys: Set(userInfo.keys))
      activity.keywords = Set([words, Self.words(of: domain)] + objects)
      var found = HistoryActivity(activity, at: .exact(time))
      found.program = "home-assistant"
      found.key = identifier(row, "context_id")
      return .activity(found)
    } catch { throw HistoryProblem("\(error)") }
  }

  /// Returns an identifier of a context: bytes, or text before 2023.
  private static func identifier(_ row: HistoryRow, _ column: String) -> String? {
    if let bytes = row.bytes(column + "_bin"), !bytes.isEmpty {
      return bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
    return row.text(column).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func time(of row: HistoryRow, _ settings: HistorySettings) throws(HistoryProblem) -> Instant
  {
    if let seconds = row.number("time_fired_ts") {
      guard let milliseconds = Int64(exactly: (seconds * 1_000).rounded()) else { throw .time }
      return try settings.instant(milliseconds: milliseconds)
    }
    guard let text = row.text("time_fired") else { throw .field("time_fired") }
    guard let instant = try? Instant(rfc3339: text.replacing(" ", with: "T") + "Z") else { throw .time }
    return try settings.instant(milliseconds: instant.milliseconds)
  }

  private static let device = "device"
  /// The kinds of targets, in the order of titles.
  private static let kinds = ["entity", "area", "label", "floor", device]

  /// Returns the targets of a service by kind, each in alphabetical order, from all fields that
  /// hold a text or a list.
  private static func targets(of data: JSONNode?) -> [(kind: String, names: [String])] {
    guard let data else { return [] }
    let places = [data] + (data["target"]?.elements ?? data["target"].map { [$0] } ?? [])
    return kinds.compactMap { kind in
      var found: Set<String> = []
      for place in places {
        let named = place[kind + "_id"]
        for text in (named?.elements ?? named.map { [$0] } ?? []).compactMap(\.text) {
          // One text may name several targets.
          for part in text.split(separator: ",") {
            let part = part.drop(while: \.isWhitespace).lowercased()
            if isName(part) { found.insert(part) }
          }
        }
      }
      return found.isEmpty ? nil : (kind, Array(found.sorted().prefix(mostEntities)))
    }
  }

  /// Returns the name of a target in titles.
  private static func object(_ name: String, _ kind: String) -> String {
    kind == device
      ? "device \(name.prefix(4))" : words(of: name.split(separator: ".").last.map(String.init) ?? name)
  }

  /// Returns whether a text is a name in Home Assistant's form: letters, digits, `_`, and `.`
  /// before the name of an entity.
  private static func isName(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_.-".unicodeScalars.contains($0)
      }
  }

  private static func words(of name: String) -> String {
    name.split(separator: "_").joined(separator: " ")
  }
}
