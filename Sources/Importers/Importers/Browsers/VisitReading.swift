internal import Activities

/// The reading of a browser's history, which turns visits into activities in the same way for all
/// browsers.
///
/// - Level: the same as for every page (``PageActivity``), at most ``PageCounts/budget`` per
///   history, by the rules of ``PageTemplate`` and ``PageCounts``. A file that a browser showed
///   counts as opened (``FileActivity``).
/// - Title: the title of the page without counters (``TitleCounters``), if the visit was to exactly
///   the address that the activity opens; else the last such title in the history, or host and
///   path. A title with a secret is not kept; with templates only, no title is kept.
/// - Program: the browser, by its path. Duration: the time for which the page was shown, if known.
/// - Dropped: whole addresses, queries, searches, referrers; visits with a ``PageVisit/filter``;
///   visits to rare sites.
///
/// A visit is recognised by its time as the browser wrote it and the most specific activity that it
/// could count for. So its actual activity may change as the history grows.
///
/// The history is read twice: once to count days with visits, once for the visits. Memory holds a
/// bounded number of counts, and the templates of recent addresses.
struct VisitReading {
  let program: String
  let settings: HistorySettings
  let unit: HistoryUnit
  /// Seconds from 1970 to the epoch of the browser's times.
  var epoch: Int64 = 0

  private var counts = PageCounts()
  private var ladders: [String: Ladder] = [:]
  private var titles: [String: String] = [:]
  private var counters = TitleCounters()
  private var equals: [String: Int] = [:]
  private var lastTime: Int64?

  /// The activities that a visit to an address can count for, the most specific first, with a
  /// number for each; empty if it is not a page.
  private struct Ladder {
    var templates: [PageTemplate] = []
    var keys: [UInt64] = []
    /// The number by which the visit is recognised.
    var name: UInt64 = 0
  }

  private static let mostLadders = 1 << 13
  private static let longestTitle = 200

  init(program: String, _ settings: HistorySettings, _ unit: HistoryUnit, since epoch: Int64 = 0) {
    (self.program, self.settings, self.unit, self.epoch) = (program, settings, unit, epoch)
  }

  /// Goes through a history twice, and passes on its records.
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
    // Firefox counts microseconds on computers and milliseconds on phones; 3e14 means 1979 in the
    // former unit, and the far future in the latter.
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
      // The hash is the same in every process.
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

  /// Returns the name by which a visit is recognised.
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
