internal import Foundation

/// The entries with one identifier, which are one appointment: its newest version, and those of
/// occurrences that differ.
struct CalendarSeries {
  /// An entry at the start of one of its occurrences.
  typealias Dated = (entry: CalendarEntry, start: Date)

  static let outdated = HistoryFilter("outdated or doubled")

  /// The entry of the appointment itself, which may recur.
  private let main: CalendarEntry?
  /// The entries that replace single occurrences.
  private let single: [CalendarEntry]
  /// Those that also replace all later occurrences, in order, each with the start of its
  /// occurrence.
  private let following: [Dated]
  /// The occurrences that other entries replace.
  private let replaced: Set<CalendarEntry.Occurrence>
  /// The entries that count.
  private(set) var entries: [CalendarEntry] = []
  /// The entries that do not count, because others are newer or equal.
  private(set) var outdated: [CalendarEntry] = []

  /// Creates the appointment of some entries.
  ///
  /// - Complexity: O(n log n) in the number of entries.
  init(_ all: [CalendarEntry]) {
    let main = all.filter { $0.replaced == nil }.max { $0.version < $1.version }
    var outdated = all.filter { $0.replaced == nil && $0.version != main?.version }
    // If an entry's file has an older version of the series, its single occurrences may be as old.
    let oldFiles = Set(outdated.map(\.file))
    var newest: [CalendarEntry.Occurrence: CalendarEntry] = [:]
    for entry in all {
      guard let replaced = entry.replaced, let occurrence = (main ?? entry).occurrence(replaced) else {
        continue
      }
      if let main,
        main.isCancelled && entry.version.revision <= main.version.revision
          || oldFiles.contains(entry.file) && entry.version.isChanged(before: main.version)
      {
        outdated.append(entry)
      } else if let other = newest[occurrence] {
        outdated.append(entry.version < other.version ? entry : other)
        newest[occurrence] = entry.version < other.version ? other : entry
      } else {
        newest[occurrence] = entry
      }
    }
    single = newest.values.sorted { $0.version < $1.version }
    following = single.compactMap { entry -> Dated? in
      guard entry.isForFollowing, let replaced = entry.replaced,
        let start = main?.occurrence(replaced).flatMap({ main?.date(of: $0) })
      else { return nil }
      return (entry, start)
    }.sorted { ($0.start, $0.entry.version) < ($1.start, $1.entry.version) }
    (self.main, self.outdated, replaced) = (main, outdated, Set(newest.keys))
    entries = (main.map { [$0] } ?? []) + single
  }

  /// Returns the occurrences in a window.
  ///
  /// - Parameters:
  ///   - isWanted: Returns whether the occurrences of an entry are requested.
  ///   - budget: Returns the budget of a file by its number.
  ///   - note: Takes the problem of an entry that cannot be expanded.
  func occurrences(
    in window: Range<Date>, of isWanted: (CalendarEntry) -> Bool, within budget: (Int) -> ReadingBudget,
    note: (HistoryProblem, CalendarEntry) -> Void
  ) -> [Dated] {
    var found: [Dated] = []
    for entry in single where isWanted(entry) {
      do throws(HistoryProblem) {
        found += try entry.starts(in: window, within: budget(entry.file)).map { (entry, $0) }
      } catch { note(error, entry) }
    }
    guard let main, isWanted(main) || following.contains(where: { isWanted($0.entry) }) else { return found }
    // A moved occurrence may come from outside of the window.
    let reach = following.map { $0.entry.reach(in: main) }.max() ?? 0
    let wide = window.lowerBound.addingTimeInterval(-reach)..<window.upperBound.addingTimeInterval(reach)
    var (next, changed): (Int, CalendarEntry?) = (0, nil)
    do throws(HistoryProblem) {
      for start in try main.starts(in: wide, within: budget(main.file)) where !main.isOne(of: replaced, start)
      {
        while next < following.count, following[next].start <= start {
          (changed, next) = (following[next].entry, next + 1)
        }
        guard let changed else {
          if isWanted(main), main.isInWindow(start, window) { found.append((main, start)) }
          continue
        }
        guard isWanted(changed), let moved = changed.start(following: start, in: main) else { continue }
        if changed.isInWindow(moved, window) { found.append((changed, moved)) }
      }
    } catch { note(error, main) }
    return found
  }
}
