internal import Activities
internal import Foundation

/// A record of Google's "My Activity", in any exported form, and the level that all forms share.
///
/// - A page that was visited, in Chrome or from a search, map or other product: as in every
///   browser's history (``VisitReading``). Google's own redirecting address is removed. A search
///   counts as a visit to the page where it was made; the search terms are never kept.
/// - A video, short film or song that was played on YouTube, according to its title
///   (``PlayPhrases``): ``MediaPlay``, with the channel as its maker.
/// - A program on an Android device: ``ApplicationUse``, by its package.
/// - Place: the area in the record. Program: the product for pages, `youtube`, or the package.
///   Times are as exact as the form allows.
/// - Dropped: records without an address (notices, words to the assistant), advertisements, deleted
///   videos, and other actions on YouTube: likes, saves, shares, comments, subscriptions.
struct GoogleActivity {
  let position: HistoryPosition
  /// The time, or the reason why it is invalid.
  let time: Result<Instant, HistoryProblem>
  /// The action as a sentence: "Visited Calendar".
  let title: String
  /// The address that the action was about.
  let address: String?
  /// The product that recorded it: "Chrome", "YouTube", "Android".
  let product: String
  /// The channel of a video.
  var channel: String?
  /// A Boolean value that indicates whether it was an advertisement.
  var isAdvertisement = false
  /// The area in which it happened.
  var place: Place?

  private enum Kind {
    case page(PageVisit)
    case other(HistoryRecord.Content)
  }

  static let advertisement = HistoryFilter("advertisement")
  static let noAddress = HistoryFilter("nothing to open")
  static let gone = HistoryFilter("video that is gone")
  static let notPlayed = HistoryFilter("not played: liked, saved, shared or the like")

  /// Goes through the records four times, because phrases are learned and visits are counted first,
  /// and passes on the results.
  ///
  /// - Parameter records: Goes through all records, and gives the reason for each one that is
  ///   malformed.
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
    var phrases = PlayPhrases()
    try untilCutOff { record in
      guard case .success(let record) = record, let address = record.address, let target = record.target(),
        target.isVideo
      else { return }
      phrases.note(record.title, address: address)
    }
    phrases.finish()
    try untilCutOff { record in
      switch record {
      case .failure(let unreadable):
        try receive(HistoryRecord(.malformed(unreadable.problem), at: unreadable.position))
      case .success(let record):
        if case .other(let content) = record.kind(phrases, settings) {
          try receive(HistoryRecord(content, at: record.position))
        }
      }
    }
    var reading = VisitReading(program: "google", settings, .milliseconds)
    try withoutActuallyEscaping(untilCutOff) { untilCutOff in
      try reading.read(
        { receive in
          try untilCutOff { record in
            guard case .success(let record) = record, case .page(let visit) = record.kind(phrases, settings)
            else {
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

  /// The target of a record's address.
  private struct Target {
    let address: String
    let host: String
    let path: String
    let query: [URLQueryItem]
    let isYouTubes: Bool

    /// A Boolean value that indicates whether it is a video, film or song.
    var isVideo: Bool {
      guard isYouTubes else { return false }
      let parts = path.split(separator: "/")
      if GoogleActivity.shortHosts.contains(host) { return parts.count == 1 }
      return parts == ["watch"] || (parts.count == 2 && ["shorts", "live", "embed", "v"].contains(parts[0]))
    }
  }

  private func target() -> Target? {
    guard let address = address.map(Self.unwrapped) else { return nil }
    let components = URLComponents(string: address)
    let host = components?.host?.lowercased() ?? ""
    let isYouTubes =
      (Self.videoHosts.contains(host) || Self.shortHosts.contains(host))
      && (product.isEmpty || product.hasPrefix(Self.youTube) || channel != nil)
    return Target(
      address: address, host: host, path: components?.path ?? "", query: components?.queryItems ?? [],
      isYouTubes: isYouTubes)
  }

  private func kind(_ phrases: PlayPhrases, _ settings: HistorySettings) -> Kind {
    if isAdvertisement { return .other(.filtered(Self.advertisement)) }
    guard let target = target() else {
      let isGone = product.hasPrefix(Self.youTube) && phrases.isAboutPlay(title)
      return .other(.filtered(isGone ? Self.gone : Self.noAddress))
    }
    let time: Instant
    do throws(HistoryProblem) { time = try self.time.get() } catch { return .other(.malformed(error)) }
    if target.host == "play.google.com", target.path == "/store/apps/details", product == "Android",
      let package = target.query.first(where: { $0.name == "id" })?.value
    {
      return .other(use(of: package, at: time))
    }
    if target.isVideo {
      guard let channel else { return .other(.filtered(Self.gone)) }
      guard case .played(let video) = phrases.meaning(of: title) else {
        return .other(.filtered(Self.notPlayed))
      }
      let name = channel.hasSuffix(" - Topic") ? String(channel.dropLast(8)) : channel
      return .other(
        MediaPlay.content(artist: name, title: video, at: .exact(time), settings) { found in
          (found.program, found.place) = ("youtube", place)
        })
    }
    // A search is a visit to the page where it was made; channels, lists and posts have titles with
    // the action.
    if target.isYouTubes, !Self.searchPaths.contains(target.path) { return .other(.filtered(Self.notPlayed)) }
    // The titles of searches and maps contain the search terms.
    let shown = Self.object(of: title, by: ["Visited "]).flatMap { $0.contains("://") ? nil : $0 }
    var visit = PageVisit(position: position, address: target.address, title: shown, time: time.milliseconds)
    (visit.program, visit.place) = (product.isEmpty ? nil : product.lowercased(), place)
    return .page(visit)
  }

  /// Returns whether details mark an advertisement, in any language.
  ///
  /// They contain Google's untranslated name. For a video, only advertisements have a detail.
  static func isAdvertisement(_ details: [String], ofVideo isVideo: Bool = false) -> Bool {
    details.contains { detail in
      let text = detail.lowercased()
      return isVideo
        || (text.contains("google") && text.count <= 60
          && PlayVocabulary.advertising.contains(where: text.contains))
    }
  }

  private func use(of package: String, at time: Instant) -> HistoryRecord.Content {
    if ApplicationUse.isPassedThrough(package) { return .filtered(ApplicationUse.passedThrough) }
    do {
      let label = Self.object(of: title, by: ["Used "])
      var found = HistoryActivity(
        try ApplicationUse.activity(of: package, labelled: label), at: .exact(time))
      (found.program, found.place) = (package, place)
      return .activity(found)
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }

  /// The product's name in all languages, alone or before "Music".
  static let youTube = "YouTube"
  private static let videoHosts: Set<String> = [
    "www.youtube.com", "youtube.com", "m.youtube.com", "music.youtube.com", "www.youtubekids.com",
    "youtubekids.com",
    "gaming.youtube.com", "tv.youtube.com", "www.youtube-nocookie.com",
  ]
  private static let shortHosts: Set<String> = ["youtu.be"]
  private static let searchPaths: Set<String> = ["/results", "/search", "", "/"]

  /// Returns the object of a sentence after a verb, or nil if it has none of the verbs.
  private static func object(of sentence: String, by verbs: [String]) -> String? {
    verbs.first(where: sentence.hasPrefix).map { String(sentence.dropFirst($0.count)) }
  }

  /// Returns the target of one of Google's redirecting addresses, or the address itself.
  private static func unwrapped(_ address: String) -> String {
    guard let components = URLComponents(string: address), components.path == "/url",
      let host = components.host?.lowercased(), host == "google.com" || host.hasPrefix("www.google."),
      let target = components.queryItems?.first(where: { $0.name == "q" || $0.name == "url" })?.value,
      target.hasPrefix("http://") || target.hasPrefix("https://")
    else { return address }
    return target
  }

  /// Returns the area of a map's address: `…?q=LATITUDE,LONGITUDE`, `center=` or `ll=`.
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
  /// Creates a place from degrees as Google writes them: `12.5,-3.25`, `12.5°, -3.25°`,
  /// `geo:12.5,-3.25`; fails for other texts.
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
