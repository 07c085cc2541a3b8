internal import Activities
internal import LogFormat

/// The observations of ActivityWatch: a JSON export of all buckets or one, or the database of
/// aw-server-rust or aw-server.
///
/// - `currentwindow`: a program in front, ``ApplicationUse``, while the user was present. If the
///   host has an `afkstatus`, only times that are `not-afk` count. Consecutive events of the same
///   program are one use (``EventRuns``). Android's watcher has the package and the label.
/// - `web.tab.current`: a page that was viewed, as in every browser's history (``VisitReading``);
///   consecutive events of the same address are one visit. Private windows are skipped.
/// - `app.editor.activity`: a file that was edited, ``FileActivity``.
/// - Program: the one in front, the browser or the editor. Device: the host. Duration: that of the
///   use.
/// - Dropped: window titles, projects and languages; all other buckets.
///
/// Viewing a page in a browser is both a use of the program and a visit, as it is with the
/// browser's own history.
package struct ActivityWatchImporter: HistoryImporter {
  package let name = "activitywatch"
  package var aliases: [String: any HistoryImporter] { ["aw": self] }
  package let summary = "programs, pages and files that ActivityWatch has seen"
  package let locations = [
    HistoryLocation.data("activitywatch/aw-server-rust/sqlite.db"),
    .data("activitywatch/aw-server/peewee-sqlite.v2.db"), .home("aw-buckets-export.json"),
    .home("Downloads/aw-buckets-export.json"),
  ]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  static let away = HistoryFilter("away from the computer")
  static let goesOn = HistoryFilter("goes on with the one before")
  static let noFile = HistoryFilter("no file of this system")
  static let noProgram = HistoryFilter("no program in front")

  private static let (windows, presence, tabs, editors) = (
    "currentwindow", "afkstatus", "web.tab.current", "app.editor.activity"
  )

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    try ActivityWatchEvents.recognition(of: file)
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let events = try ActivityWatchEvents(file)
    try readUses(events, settings, receive)
    try readVisits(events, settings, receive)
    if let failure = events.failure { throw failure }
  }

  // MARK: Programs and files

  private func readUses(
    _ events: ActivityWatchEvents, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    let times = try Self.presence(events, receive)
    var runs = EventRuns()
    try events.forEach(of: [Self.windows, Self.editors]) { bucket, position, event in
      let isWindow = events.buckets[bucket].type == Self.windows
      let found: ActivityWatchEvents.Event
      let name: String
      switch event.flatMap({ event in Self.name(of: event, isWindow: isWindow).map { (event, $0) } }) {
      case .failure(let problem): return try receive(HistoryRecord(.malformed(problem), at: position))
      case .success(let pair): (found, name) = pair
      }
      let parts = isWindow ? times[events.buckets[bucket].host]?.parts(of: found) ?? [found] : [found]
      if parts.isEmpty { return try receive(HistoryRecord(.filtered(Self.away), at: position)) }
      for part in parts {
        switch runs.add(part, named: name, in: bucket, at: position) {
        case .joins: try receive(HistoryRecord(.filtered(Self.goesOn), at: position))
        case .begins(let run?): try receive(record(of: run, events, settings))
        case .begins(nil): break
        }
      }
    }
    for run in runs.finish() { try receive(record(of: run, events, settings)) }
  }

  /// Returns the times in which the user was present, by host.
  private static func presence(
    _ events: ActivityWatchEvents, _ receive: (HistoryRecord) throws -> Void
  ) throws -> [String: TimesOfPresence] {
    var times: [String: TimesOfPresence] = [:]
    try events.forEach(of: [presence]) { bucket, position, event in
      switch event {
      case .success(let event):
        let host = events.buckets[bucket].host
        if event.text("status") == "not-afk" {
          times[host, default: TimesOfPresence()].add(event.start, event.end)
        } else {
          // The host has a watcher, even if the user has not been present yet.
          times[host] = times[host] ?? TimesOfPresence()
        }
      case .failure(let problem): try receive(HistoryRecord(.malformed(problem), at: position))
      }
    }
    for host in times.keys { times[host]?.finish() }
    return times
  }

  /// Returns the common name of equal events: the program or the file.
  private static func name(
    of event: ActivityWatchEvents.Event, isWindow: Bool
  ) -> Result<String, HistoryProblem> {
    let name = isWindow ? event.text("package") ?? event.text("app") : event.text("file")
    return name.map { .success($0) } ?? .failure(.field(isWindow ? "app" : "file"))
  }

  private func record(
    of run: EventRuns.Run, _ events: ActivityWatchEvents, _ settings: HistorySettings
  ) -> HistoryRecord {
    let bucket = events.buckets[run.bucket]
    let content: HistoryRecord.Content
    do {
      content =
        bucket.type == Self.windows
        ? try use(run, bucket, settings) : try file(run, bucket, settings)
    } catch let found as FileActivity.SecretFound {
      content = .filtered(.secret(found.rule))
    } catch let problem as HistoryProblem {
      content = .malformed(problem)
    } catch {
      content = .malformed(HistoryProblem("\(error)"))
    }
    return HistoryRecord(content, at: run.position)
  }

  private func use(
    _ run: EventRuns.Run, _ bucket: ActivityWatchEvents.Bucket, _ settings: HistorySettings
  ) throws -> HistoryRecord.Content {
    let (identifier, called) = Self.program(run.name)
    // Android's watcher has the label as well as the package.
    let label = run.event.text("package") == nil ? called : run.event.text("app")
    if Self.screens.contains(identifier.lowercased()) { return .filtered(Self.noProgram) }
    if ApplicationUse.isPassedThrough(identifier) { return .filtered(ApplicationUse.passedThrough) }
    if let rule = settings.secrets.firstMatch(in: identifier, kind: .title) {
      return .filtered(.secret(rule))
    }
    let shown = label.flatMap { settings.secrets.firstMatch(in: $0, kind: .title) == nil ? $0 : nil }
    let activity = try ApplicationUse.activity(of: identifier, labelled: shown)
    var found = HistoryActivity(activity, at: .exact(try settings.instant(milliseconds: run.start)))
    (found.program, found.device, found.duration) = (identifier, bucket.device, run.duration)
    return .activity(found)
  }

  private func file(
    _ run: EventRuns.Run, _ bucket: ActivityWatchEvents.Bucket, _ settings: HistorySettings
  ) throws -> HistoryRecord.Content {
    guard run.name.hasPrefix("/") || run.name.hasPrefix("file:/") else { return .filtered(Self.noFile) }
    let time = try settings.instant(milliseconds: run.start)
    var found = HistoryActivity(try FileActivity.activity(path: run.name, settings), at: .exact(time))
    (found.program, found.device, found.duration) = (Self.watched(by: bucket), bucket.device, run.duration)
    return .activity(found)
  }

  /// The watchers' names for screens without a program.
  private static let screens: Set<String> = [
    "unknown", "loginwindow", "lockapp", "screensaverengine", "gnome-screensaver", "kscreenlocker_greet",
  ]

  /// Returns the identifier of a program, which has no blanks, and its display name if that
  /// differs.
  ///
  /// Linux's watcher has the class of the window, macOS's the name of the program, and Windows's
  /// the name of its file.
  private static func program(_ name: String) -> (identifier: String, called: String?) {
    let name = name.lowercased().hasSuffix(".exe") ? String(name.dropLast(4)) : name
    let words = name.split(whereSeparator: \.isWhitespace)
    return (
      words.joined(separator: "-"),
      words.count > 1 ? words.joined(separator: " ").asTitle(upTo: 100) : nil
    )
  }

  /// Returns the program of a bucket's watcher: `vscode` for `aw-watcher-vscode`.
  private static func watched(by bucket: ActivityWatchEvents.Bucket) -> String? {
    for prefix in ["aw-watcher-web-", "aw-watcher-"] {
      for name in [bucket.id, bucket.client] where name.hasPrefix(prefix) {
        let program = name.dropFirst(prefix.count).prefix { $0 != "_" }
        if !program.isEmpty { return String(program) }
      }
    }
    return bucket.client.isEmpty ? nil : bucket.client
  }

  // MARK: Pages

  private func readVisits(
    _ events: ActivityWatchEvents, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    guard events.buckets.contains(where: { $0.type == Self.tabs }) else { return }
    var reading = VisitReading(program: name, settings, .milliseconds)
    try reading.read(
      { receive in
        var runs = EventRuns()
        func visit(_ run: EventRuns.Run) throws {
          let bucket = events.buckets[run.bucket]
          var visit = PageVisit(
            position: run.position, address: run.name, title: run.event.text("title"), time: run.start)
          (visit.program, visit.device, visit.duration) = (
            Self.watched(by: bucket), bucket.device, run.duration
          )
          try receive(visit)
        }
        try events.forEach(of: [Self.tabs]) { bucket, position, event in
          var left = PageVisit(position: position, address: nil, title: nil, time: nil)
          switch event.flatMap(Self.address) {
          case .failure(let problem): left.problem = problem
          case .success((let event, _)) where event.data["incognito"] == .boolean(true):
            left.filter = .isPrivate
          case .success((let event, let address)):
            switch runs.add(event, named: address, in: bucket, at: position) {
            case .joins: left.filter = Self.goesOn
            case .begins(let run):
              if let run { try visit(run) }
              return
            }
          }
          try receive(left)
        }
        for run in runs.finish() { try visit(run) }
      }, receive: receive)
  }

  private static func address(
    of event: ActivityWatchEvents.Event
  ) -> Result<(ActivityWatchEvents.Event, String), HistoryProblem> {
    event.text("url").map { .success((event, $0)) } ?? .failure(.field("url"))
  }
}
