internal import Activities
internal import Foundation

/// The use of a device that macOS and iOS record for Siri's suggestions: the database
/// `knowledgeC.db`.
///
/// It has one table of many streams. These describe the user's activities:
///
/// | stream | activity |
/// | --- | --- |
/// | `/app/activity` | an `NSUserActivity` that a program donated. Type: the program's own. Identity: the program, and the first available of required values, related item, page and title. Title: its title or description. Phrase, expiration and eligibility are kept |
/// | `/app/intents` | an action of a program: ``DonatedIntent``. A phrase launched those that Siri itself donated |
/// | `/app/inFocus` | a program that came to the front: ``ApplicationUse``, with the duration. If a database has none, `/app/usage` is read instead; never both, because they record the same uses |
/// | `/app/webUsage` | a page, as in every browser's history: type `web.visit`, identity its template (``PageTemplate``) |
/// | `/media/nowPlaying` | music or a film that was played. Type `media.play`, identity its artist (`artist`), or else its title, which is also kept. Pauses and stops are skipped |
///
/// - Context: whether the device was charging (`pluggedIn`) and in "do not disturb"
///   (`doNotDisturb`), from the streams `/device/isPluggedIn` and `/settings/doNotDisturb`, if
///   known at that moment.
/// - Program: the bundle identifier. Device: its identifier, in records of the user's other
///   devices.
/// - Dropped: `/device/isLocked` (its only information, the time, is in the donations),
///   `/app/locationActivity` (a place that was viewed, not visited), and all other streams; the
///   parameters of intents; addresses that are not web pages.
///
/// Columns differ between versions of the systems, and are chosen by name. A record has its UTC
/// offset, and is recognised by its UUID.
package struct KnowledgeImporter: HistoryImporter {
  package let name = "apple-knowledge"
  package var aliases: [String: any HistoryImporter] { ["knowledgec": self] }
  package let summary = "Siri's donations and the use of programs on a Mac or iPhone (knowledgeC.db)"
  package let locations = [
    HistoryLocation.home("Library/Application Support/Knowledge/knowledgeC.db"), .home("knowledgeC.db"),
  ]
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.offset

  package init() {}

  static let table = "zobject"
  private static let columns = [
    "zstreamname", "zstartdate", "zenddate", "zvaluestring", "zvalueinteger", "zvaluedouble",
    "zsecondsfromgmt",
    "zuuid",
  ]
  private static let sourceColumns = ["zbundleid", "zdeviceid", "zgroupid"]
  private static let metadataColumns =
    [
      "activitytype", "title", "contentdescription", "itemrelatedcontenturl", "itemrelateduniqueidentifier",
      "suggestedinvocationphrase", "useractivityrequiredstring", "iseligibleforprediction",
      "ispubliclyindexable",
      "expirationdate",
    ].map { "z_dkapplicationactivitymetadatakey__" + $0 }
    + ["intentclass", "intentverb", "donatedbysiri", "direction"].map { "z_dkintentmetadatakey__" + $0 }
    + ["webpageurl", "webdomain"].map { "z_dkdigitalhealthmetadatakey__" + $0 }
    + ["playing", "artist", "album", "title", "duration"].map { "z_dknowplayingmetadatakey__" + $0 }

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let columns: Set = ["zstreamname", "zstartdate", "zvaluestring"]
    return try file.tables()[Self.table]?.isSuperset(of: columns) == true ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(["zstreamname", "zstartdate", "zvaluestring"], of: Self.table)
    var focus = "/app/usage"
    try history.forEachRow("SELECT 1 FROM zobject WHERE zstreamname = '/app/inFocus' LIMIT 1") { _ in
      focus = "/app/inFocus"
    }
    var states = DeviceStates()
    try history.forEachRow(Self.query(history, focus: focus)) { row in
      let reader = KnowledgeRow(row: row, settings: settings)
      if states.take(row) { return }
      let position = HistoryPosition.row(row.integer("position") ?? 0, table: Self.table)
      try receive(HistoryRecord(reader.content(states), at: position))
    }
  }

  private static func query(_ history: SQLiteHistory, focus: String) -> String {
    var tables = "zobject"
    func joined(_ table: String, by key: String, _ columns: [String]) -> [String] {
      let isThere =
        history.tables[table]?.contains("z_pk") == true && history.tables[Self.table]?.contains(key) == true
      guard isThere else { return columns.map { "NULL AS \"\($0)\"" } }
      tables += " LEFT JOIN \(history.table(table, by: "z_pk")) ON \(table).z_pk = zobject.\(key)"
      return columns.map { history.column($0, of: table) }
    }
    let selected =
      columns.map { history.column($0, of: Self.table) } + joined("zsource", by: "zsource", sourceColumns)
      + joined("zstructuredmetadata", by: "zstructuredmetadata", metadataColumns)
    let streams =
      ["/app/activity", "/app/intents", "/app/webUsage", "/media/nowPlaying", focus]
      + DeviceStates.streams.keys.sorted()
    return """
      SELECT zobject.rowid AS position, \(selected.joined(separator: ", ")) FROM \(tables)
      WHERE zobject.zstreamname IN (\(streams.map { "'\($0)'" }.joined(separator: ", ")))
      ORDER BY zobject.zstartdate, zobject.zstreamname NOT IN (\(DeviceStates.streams.keys.sorted().map { "'\($0)'" }.joined(separator: ", "))), zobject.rowid
      """
  }
}

/// The states of devices at a moment, from the streams of their states.
private struct DeviceStates {
  /// The streams, and the names of their states in a donation's context.
  static let streams = ["/device/isPluggedIn": "pluggedIn", "/settings/doNotDisturb": "doNotDisturb"]

  private struct State {
    let value: Bool
    let end: Double
  }

  private var states: [String: [String: State]] = [:]
  /// The maximum number of devices, more than any user has.
  private static let mostDevices = 64

  /// Takes a row if it is a state.
  mutating func take(_ row: HistoryRow) -> Bool {
    guard let stream = row.text("zstreamname"), let name = Self.streams[stream] else { return false }
    guard
      let value = row.integer("zvalueinteger") ?? row.number("zvaluedouble").flatMap({ Int64(exactly: $0) }),
      let end = row.number("zenddate")
    else { return true }
    let device = row.text("zdeviceid") ?? ""
    guard states[device] != nil || states.count < Self.mostDevices else { return true }
    states[device, default: [:]][name] = State(value: value != 0, end: end)
    return true
  }

  /// Returns the known states of a device at a moment.
  func attributes(of device: String?, at seconds: Double) -> [String: ActivityValue] {
    (states[device ?? ""] ?? [:]).compactMapValues { $0.end > seconds ? .boolean($0.value) : nil }
  }
}

/// A row of the table of streams.
private struct KnowledgeRow {
  let row: HistoryRow
  let settings: HistorySettings

  private static let notPlaying = HistoryFilter("paused or stopped")
  private static let noPage = HistoryFilter("no page of the web")

  /// Returns the content of the row.
  func content(_ states: DeviceStates) -> HistoryRecord.Content {
    do {
      guard let seconds = row.number("zstartdate") else { throw HistoryProblem.field("ZSTARTDATE") }
      let time = try AppleTime.instant(seconds, offset: row.integer("zsecondsfromgmt"), settings)
      guard var found = try activity(at: .exact(time)) else { throw HistoryProblem.field("ZSTREAMNAME") }
      found.program = program
      found.device = row.text("zdeviceid").flatMap { $0.isEmpty ? nil : $0 }
      found.attributes = states.attributes(of: row.text("zdeviceid"), at: seconds)
      found.key = row.text("zuuid").flatMap(Self.identifier)
      if let end = row.number("zenddate"), end > seconds { found.duration = end - seconds }
      return .activity(found)
    } catch let left as LeftOut {
      return .filtered(left.filter)
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch {
      return .malformed(HistoryProblem("\(error)"))
    }
  }

  /// A rule says that the row is not an activity.
  private struct LeftOut: Error {
    let filter: HistoryFilter
  }

  /// The program that recorded it.
  private var program: String? {
    [row.text("zvaluestring"), row.text("zbundleid")].compactMap(\.self).first {
      (try? ApplicationUse.check($0)) != nil
    }
  }

  private func activity(at time: HistoryTime) throws -> HistoryActivity? {
    switch row.text("zstreamname") {
    case "/app/activity": try donated(at: time)
    case "/app/intents": try HistoryActivity(intent(), at: time)
    case "/app/inFocus", "/app/usage": try HistoryActivity(use(), at: time)
    case "/app/webUsage": try HistoryActivity(visit(), at: time)
    case "/media/nowPlaying": try played(at: time)
    default: nil
    }
  }

  private func donated(at time: HistoryTime) throws -> HistoryActivity {
    let prefix = "z_dkapplicationactivitymetadatakey__"
    let (activity, withheld) = try DonatedActivity(
      program: program, activityType: row.text(prefix + "activitytype"), title: row.text(prefix + "title"),
      contentDescription: row.text(prefix + "contentdescription"),
      requiredString: row.text(prefix + "useractivityrequiredstring"),
      relatedIdentifier: row.text(prefix + "itemrelateduniqueidentifier"),
      contentURL: row.text(prefix + "itemrelatedcontenturl"),
      suggestedPhrase: row.text(prefix + "suggestedinvocationphrase"),
      isEligibleForPrediction: row.integer(prefix + "iseligibleforprediction") != 0,
      isPubliclyIndexable: row.integer(prefix + "ispubliclyindexable") == 1,
      expiration: AppleTime.date(row.number(prefix + "expirationdate"))
    ).activity(settings)
    var found = HistoryActivity(activity, at: time)
    found.withheld = withheld
    return found
  }

  private func intent() throws -> UserActivity {
    let prefix = "z_dkintentmetadatakey__"
    // In some versions, the value is the intent's class or verb.
    let program = row.text("zbundleid").flatMap { $0.isEmpty ? nil : $0 } ?? program
    let intent = DonatedIntent(
      program: program, intentClass: row.text(prefix + "intentclass"), verb: row.text(prefix + "intentverb"),
      direction: row.integer(prefix + "direction"),
      isDonatedBySiri: row.integer(prefix + "donatedbysiri") == 1,
      groupIdentifier: row.text("zgroupid"))
    guard !intent.isIncoming else { throw LeftOut(filter: DonatedIntent.incoming) }
    return try intent.activity()
  }

  private func use() throws -> UserActivity {
    guard let program = row.text("zvaluestring") else { throw HistoryProblem.field("ZVALUESTRING") }
    guard !ApplicationUse.isPassedThrough(program) else {
      throw LeftOut(filter: ApplicationUse.passedThrough)
    }
    return try ApplicationUse.activity(of: program)
  }

  private func visit() throws -> UserActivity {
    let prefix = "z_dkdigitalhealthmetadatakey__"
    let domain = row.text(prefix + "webdomain").flatMap { $0.isEmpty ? nil : "https://\($0)/" }
    guard let address = row.text(prefix + "webpageurl").flatMap({ $0.isEmpty ? nil : $0 }) ?? domain else {
      throw HistoryProblem.field("the address")
    }
    guard let page = PageTemplate(url: address), !page.host.isEmpty else {
      throw LeftOut(
        filter: settings.secrets.firstMatch(in: address, kind: .url).map(HistoryFilter.secret) ?? Self.noPage)
    }
    var activity = try UserActivity(
      activityType: ImportedActivityType.page, title: page.identity,
      userInfo: ["page": .string(page.identity)],
      requiredUserInfoKeys: ["page"])
    activity.keywords = [page.host]
    try activity.setWebpageURL(URL(string: page.url))
    return activity
  }

  private func played(at time: HistoryTime) throws -> HistoryActivity {
    let prefix = "z_dknowplayingmetadatakey__"
    if let state = row.integer(prefix + "playing"), state != 1 { throw LeftOut(filter: Self.notPlaying) }
    var withheld: HistoryFilter?
    func kept(_ column: String) -> String? {
      guard let text = row.text(prefix + column) else { return nil }
      withheld = settings.secrets.firstMatch(in: text, kind: .title).map(HistoryFilter.secret) ?? withheld
      return settings.secrets.firstMatch(in: text, kind: .title) == nil ? text.asTitle() : nil
    }
    let (artist, title, album) = (kept("artist"), kept("title"), kept("album"))
    guard let name = artist ?? title else {
      if let withheld { throw LeftOut(filter: withheld) }
      throw HistoryProblem.empty
    }
    let key = artist == nil ? "title" : "artist"
    var userInfo: [String: ActivityValue] = [key: .string(name)]
    if let title { userInfo["title"] = .string(title) }
    if let album { userInfo["album"] = .string(album) }
    var activity = try UserActivity(
      activityType: ImportedActivityType.media, title: "Play \(name)", userInfo: userInfo,
      requiredUserInfoKeys: [key])
    if artist != nil { activity.subtitle = title }
    activity.keywords = [name]
    var found = HistoryActivity(activity, at: time)
    found.withheld = withheld
    return found
  }

  /// Returns a UUID in the form in which it is kept, or nil if the text is not a UUID.
  private static func identifier(_ text: String) -> String? {
    let isOne = (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    return isOne ? text : nil
  }
}
