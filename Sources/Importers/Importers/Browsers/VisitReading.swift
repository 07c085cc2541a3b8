internal import Activities

/// The reading of a browser's history: how visits become activities, the same for all browsers.
///
/// - Level: that of every page (``PageActivity``), at most ``PageCounts/budget`` of a history, by
///   the rules of ``PageTemplate`` and ``PageCounts``; a file that a browser showed is a file that
///   was opened (``FileActivity``).
/// - Title: the title of the page, without counters (``TitleCounters``), if the visit was to the
///   very address that is opened; else the last such title in the history, or host and path. A
///   title that a rule for secrets hits is not kept, and with templates only none is.
/// - Program: the browser, told by its path. Duration: how long the page was shown, where the
///   browser knows.
/// - Dropped: whole addresses, queries, searches, referrers; what ``PageVisit/filter`` says; visits
///   to sites that are too rare.
///
/// A visit is known again by its time as the browser wrote it and the finest activity it could
/// count for. So what it did count for may change as the history grows.
///
/// The history is read twice: on how many days was something visited, then the visits. In memory
/// are counts of bounded number, and the templates of addresses that were seen last.
struct VisitReading {
  let program: String
  let settings: HistorySettings
  let unit: HistoryUnit
  /// Seconds from 1970 to the moment that is counted from.
  var epoch: Int64 = 0

  private var counts = PageCounts()
  private var ladders: [String: Ladder] = [:]
  private var titles: [String: String] = [:]
  private var counters = TitleCounters()
  private var equals: [String: Int] = [:]
  private var lastTime: Int64?

  /// What a visit to an address can count for, the most specific first, with a number for each;
  /// nothing if it is no page.
  private struct Ladder {
    var templates: [PageTemplate] = []
    var keys: [UInt64] = []
    /// The number that the visit is known again by.
    var name: UInt64 = 0
  }

  private static let mostLadders = 1 << 13
  private static let longestTitle = 200

  init(program: String, _ settings: HistorySettings, _ unit: HistoryUnit, since epoch: Int64 = 0) {
    (self.program, self.settings, self.unit, self.epoch) = (program, settings, unit, epoch)
  }

  /// Goes through a history twice, and hands over its records.
  ///
  /// - Parameter visits: Goes through all visits, in the order of time as far as the history has
  ///   it.
  mutating func read(
    _ visits: @escaping (_ receive: (PageVisit) throws -> Void) throws -> Void,
    receive: (HistoryRecord) throws -> Void
  ) throws {
    try visits { visit in
      guard visit.filter == nil, visit.problem == nil, let address = visit.address,
        let time = try? instant(of: visit)
      else {
        return
      }
      let ladder = ladder(of: address)
      counts.add(ladder.keys, day: Int32(clamping: time.localDay))
      if let page = ladder.templates.first, page.ownsTitle, let title = visit.title.flatMap(Self.shortened) {
        counters.note(title, of: page)
      }
    }
    counts.finish()
    try visits { visit in try receive(HistoryRecord(content(of: visit), at: visit.position)) }
  }

  private func instant(of visit: PageVisit) throws(HistoryProblem) -> Instant {
    guard let time = visit.time else { throw .field("the time") }
    // Firefox counts microseconds on computers and milliseconds on phones; 3e14 of the one are in
    // 1979, and of the other far from now.
    let isMilliseconds = unit == .microseconds && epoch == 0 && time < 300_000_000_000_000
    return try settings.instant(time, isMilliseconds ? .milliseconds : unit, since: epoch)
  }

  private mutating func ladder(of address: String) -> Ladder {
    if let known = ladders[address] { return known }
    if ladders.count >= Self.mostLadders { ladders.removeAll(keepingCapacity: true) }
    var ladder = Ladder()
    var next = PageTemplate(url: address)
    ladder.name = StableHash.mix(0, StableHash.text(next?.visitName ?? ""))
    while let template = next {
      ladder.templates.append(template)
      // The same in every process.
      ladder.keys.append(StableHash.mix(0, StableHash.text(template.identity)))
      next = template.coarser
    }
    ladders[address] = ladder
    return ladder
  }

  private mutating func content(of visit: PageVisit) -> HistoryRecord.Content {
    if let filter = visit.filter { return .filtered(filter) }
    if let problem = visit.problem { return .malformed(problem) }
    guard let address = visit.address, !address.isEmpty else { return .malformed(.field("the address")) }
    let time: Instant
    do throws(HistoryProblem) { time = try instant(of: visit) } catch { return .malformed(error) }
    let ladder = ladder(of: address)
    guard let finest = ladder.templates.first else {
      return .filtered(
        settings.secrets.firstMatch(in: address, kind: .url).map(HistoryFilter.secret) ?? .noPage)
    }
    guard let rung = counts.rung(ladder.keys) else { return .filtered(.rare) }
    do {
      var found: HistoryActivity
      if finest.host.isEmpty {
        found = HistoryActivity(try FileActivity.activity(path: finest.identity, settings), at: .exact(time))
      } else {
        let title = rung == 0 && finest.ownsTitle && !settings.keepsTemplatesOnly ? visit.title : nil
        let secret = title.flatMap { settings.secrets.firstMatch(in: $0, kind: .title) }
        found = HistoryActivity(
          try activity(ladder.templates[rung], titled: secret == nil ? title : nil), at: .exact(time))
        found.withheld = secret.map(HistoryFilter.secret)
      }
      found.program = visit.program ?? program
      (found.device, found.place) = (visit.device, visit.place)
      found.duration = visit.duration.flatMap { $0 > 0 ? $0 : nil }
      found.key = key(of: ladder.name, at: visit.time ?? 0)
      return .activity(found)
    } catch let found as FileActivity.SecretFound {
      return .filtered(.secret(found.rule))
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch {
      return .malformed(HistoryProblem("\(error)"))
    }
  }

  private mutating func activity(_ template: PageTemplate, titled title: String?) throws -> UserActivity {
    if let title = title.flatMap(Self.shortened) { titles[template.identity] = title }
    return try PageActivity.activity(template, titled: titles[template.identity], without: counters)
  }

  /// Returns a title with single blanks; `nil` if nothing is left.
  private static func shortened(_ title: String) -> String? {
    guard !title.unicodeScalars.contains(where: { $0.value == 0xFFFD }) else { return nil }
    let words = title.split { character in
      character.isWhitespace
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    let text = words.joined(separator: " ")
    if text.isEmpty { return nil }
    return text.count > longestTitle ? text.prefix(longestTitle) + "…" : text
  }

  /// Returns the name by which a visit is known again.
  private mutating func key(of page: UInt64, at time: Int64) -> String {
    if time != lastTime {
      lastTime = time
      equals.removeAll(keepingCapacity: true)
    }
    let name = "\(time):" + String(page, radix: 36)
    let before = equals[name, default: 0]
    equals[name] = before + 1
    return before == 0 ? name : "\(name):\(before)"
  }
}
