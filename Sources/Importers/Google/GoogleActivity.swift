internal import Activities
internal import Foundation

/// A record of Google's "My Activity", in whichever form it was exported, and the level that all forms have in common.
///
/// - A page that was visited, in Chrome or from a search, map or other product: as in every browser's history (``VisitReading``). Google's own address that only leads on is taken away. A search counts as a
///   visit to where it was made; what was searched for is never kept.
/// - A video or song on YouTube: it was played (``MediaPlay``), and the channel is who made it.
/// - A program on an Android device: ``ApplicationUse``, by its package.
/// - Place: the area that the record names. Program: the product for pages, `youtube`, the package. Times are as exact as the form has them.
/// - Dropped: what has no address (notices, what was said to the assistant), advertisements, videos that are gone.
struct GoogleActivity {
  let position: HistoryPosition
  /// The time, or why it is none.
  let time: Result<Instant, HistoryProblem>
  /// What was done, in a sentence: "Visited Calendar".
  let title: String
  /// The address of what it was done with.
  let address: String?
  /// The product that says so: "Chrome", "YouTube", "Android".
  let product: String
  /// The channel of a video.
  var channel: String?
  /// A Boolean value that indicates whether it was an advertisement.
  var isAdvertisement = false
  /// The area in which it was done.
  var place: Place?

  private enum Kind {
    case page(PageVisit)
    case other(HistoryRecord.Content)
  }

  static let advertisement = HistoryFilter("advertisement")
  static let noAddress = HistoryFilter("nothing to open")
  static let gone = HistoryFilter("video that is gone")

  /// Goes through records, and hands over what they are; they are gone through three times, as visits are counted first.
  ///
  /// - Parameter records: Goes through all records, and says of those that are none why.
  static func read(
    _ settings: HistorySettings,
    _ records: @escaping (_ receive: (Result<GoogleActivity, Unreadable>) throws -> Void) throws -> Void,
    receive: (HistoryRecord) throws -> Void
  ) throws {
    var failure: HistoryError?
    func untilCutOff(_ receive: (Result<GoogleActivity, Unreadable>) throws -> Void) throws {
      do { try records(receive) } catch let error as HistoryError where error.reason == .damaged {
        failure = error
      }
    }
    try untilCutOff { record in
      switch record {
      case .failure(let unreadable):
        try receive(HistoryRecord(.malformed(unreadable.problem), at: unreadable.position))
      case .success(let record):
        if case .other(let content) = record.kind(settings) {
          try receive(HistoryRecord(content, at: record.position))
        }
      }
    }
    var reading = VisitReading(program: "google", settings, .milliseconds)
    try withoutActuallyEscaping(untilCutOff) { untilCutOff in
      try reading.read(
        { receive in
          try untilCutOff { record in
            guard case .success(let record) = record, case .page(let visit) = record.kind(settings) else {
              return
            }
            try receive(visit)
          }
        }, receive: receive)
    }
    if let failure { throw failure }
  }

  /// A record that cannot be read.
  struct Unreadable: Error {
    let position: HistoryPosition
    let problem: HistoryProblem
  }

  private func kind(_ settings: HistorySettings) -> Kind {
    if isAdvertisement { return .other(.filtered(Self.advertisement)) }
    guard let address = address.map(Self.unwrapped) else {
      return .other(.filtered(title.hasPrefix("Watched ") ? Self.gone : Self.noAddress))
    }
    let time: Instant
    do throws(HistoryProblem) { time = try self.time.get() } catch { return .other(.malformed(error)) }
    let components = URLComponents(string: address)
    let (host, path) = (components?.host?.lowercased() ?? "", components?.path ?? "")
    if host == "play.google.com", path == "/store/apps/details", product == "Android",
      let package = components?.queryItems?.first(where: { $0.name == "id" })?.value
    {
      return .other(use(of: package, at: time))
    }
    if Self.videoHosts.contains(host), path == "/watch" {
      guard let channel else { return .other(.filtered(Self.gone)) }
      let name = channel.hasSuffix(" - Topic") ? String(channel.dropLast(8)) : channel
      return .other(
        MediaPlay.content(
          artist: name, title: Self.object(of: title, by: ["Watched ", "Listened to "]) ?? title,
          at: .exact(time),
          settings
        ) { found in
          (found.program, found.place) = ("youtube", place)
        })
    }
    // A search and a map say in their title what was looked for.
    let shown = Self.object(of: title, by: ["Visited "]).flatMap { $0.contains("://") ? nil : $0 }
    var visit = PageVisit(position: position, address: address, title: shown, time: time.milliseconds)
    (visit.program, visit.place) = (product.isEmpty ? nil : product.lowercased(), place)
    return .page(visit)
  }

  private func use(of package: String, at time: Instant) -> HistoryRecord.Content {
    if ApplicationUse.isPassedThrough(package) { return .filtered(ApplicationUse.passedThrough) }
    do {
      var found = HistoryActivity(try ApplicationUse.activity(of: package), at: .exact(time))
      (found.program, found.place) = (package, place)
      return .activity(found)
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }

  private static let videoHosts: Set<String> = [
    "www.youtube.com", "youtube.com", "m.youtube.com", "music.youtube.com",
  ]

  /// Returns what a sentence says after a verb, or nothing if it has none of them.
  private static func object(of sentence: String, by verbs: [String]) -> String? {
    verbs.first(where: sentence.hasPrefix).map { String(sentence.dropFirst($0.count)) }
  }

  /// Returns the address that one of Google's leads on to, or the address itself.
  private static func unwrapped(_ address: String) -> String {
    guard let components = URLComponents(string: address), components.path == "/url",
      let host = components.host?.lowercased(), host == "google.com" || host.hasPrefix("www.google."),
      let target = components.queryItems?.first(where: { $0.name == "q" || $0.name == "url" })?.value,
      target.hasPrefix("http://") || target.hasPrefix("https://")
    else { return address }
    return target
  }

  /// Returns the area that the address of a map shows: `…?q=LATITUDE,LONGITUDE`, `center=` or `ll=`.
  static func place(of address: String) -> Place? {
    guard let components = URLComponents(string: address),
      let host = components.host?.lowercased(),
      host.hasPrefix("maps.google.") || host.hasPrefix("www.google.") || host == "google.com",
      let text = components.queryItems?.first(where: { ["center", "ll", "q", "query"].contains($0.name) })?
        .value
    else { return nil }
    return Place(googleText: text)
  }
}

extension Place {
  /// Creates a place of degrees as Google writes them: `12.5,-3.25`, `12.5°, -3.25°`, `geo:12.5,-3.25`; nothing if it is none.
  init?(googleText text: String, name: String? = nil) {
    let numbers = (text.hasPrefix("geo:") ? text.dropFirst(4) : text[...]).split(separator: ",").map {
      Double($0.filter { !$0.isWhitespace && $0 != "°" })
    }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      let place = try? Place(latitude: latitude, longitude: longitude, name: name)
    else { return nil }
    self = place
  }
}
