import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Actions on YouTube")
struct PlayPhrasesTests {
  private static func record(
    _ title: String, _ address: String, channel: Bool = true, _ rest: String = ""
  ) -> String {
    let subtitles =
      channel ? #""subtitles": [{"name": "Wood Lane", "url": "https://www.youtube.com/channel/x"}], "# : ""
    return #"{"header": "YouTube", "title": "\#(title)", "titleUrl": "\#(address)", \#(subtitles)"#
      + #""time": "2024-03-01T08:00:00Z", "products": ["YouTube"]\#(rest)}"#
  }

  private static func video(_ title: String, _ number: Int = 1) -> String {
    record(title, "https://www.youtube.com/watch?v=A\(number)")
  }

  private func played(_ records: [String]) async throws -> (titles: [String?], report: HistoryReport) {
    let (donations, report) = try await ImportRun.donations(
      of: "[\(records.joined(separator: ",\n"))]", by: GoogleActivityImporter())
    #expect(donations.allSatisfy { $0.activity.activityType == "media.play" }, "\(donations)")
    return (donations.compactMap { $0.text("title") }.sorted(), report)
  }

  static let languages: [(played: String, others: [String])] = [
    (
      "Watched %",
      [
        "Liked %", "Saved % to Watch later", "Shared %", "Disliked %", "Commented on %",
        "Answered a survey about %",
      ]
    ),
    ("% angesehen", ["% positiv bewertet", "% gespeichert", "% geteilt", "% kommentiert"]),
    ("Vous avez regardé %", ["Vous avez aimé %", "Vous avez partagé %"]),
    ("Has visto %", ["Te ha gustado %", "Has compartido %"]),
    ("Hai guardato %", ["Hai messo Mi piace a %", "Hai condiviso %"]), ("Assistiu a %", ["Gostou de %"]),
    ("% を視聴しました", ["% を高く評価しました", "% を共有しました"]), ("%을(를) 시청했습니다.", ["%을(를) 공유했습니다."]),
    ("观看了 %", ["赞了 %", "分享了 %"]), ("Вы посмотрели видео \\\"%\\\"", ["Вам понравилось видео \\\"%\\\""]),
    ("Đã xem %", ["Đã thích %"]),
    ("شاهدت %", ["أعجبك %"]), ("% izlendi", ["% beğenildi"]),
  ]

  @Test("likes, saves and shares are not plays in any language", arguments: languages)
  func others(_ language: (played: String, others: [String])) async throws {
    let name = "Carving"
    let (titles, report) = try await played(
      [Self.video(language.played.replacing("%", with: name))]
        + language.others.map { Self.video($0.replacing("%", with: "Bowl"), 2) })
    #expect(titles == ["Carving"])
    #expect(report.filtered == [GoogleActivity.notPlayed: language.others.count])
    // The same holds if the file has no other records.
    let alone = try await played(
      language.others.prefix(1).map { Self.video($0.replacing("%", with: "Bowl")) })
    #expect(alone.titles == [])
  }

  @Test("a language without known phrases is learned from deleted videos")
  func learnedFromGone() async throws {
    let gone = "https://www.youtube.com/watch?v=G"
    let (titles, report) = try await played([
      Self.video("Rigardis Carving"), Self.video("Ŝatis Bowl"),
      Self.record("Rigardis \(gone)", gone, channel: false),
    ])
    #expect(titles == ["Carving"])
    #expect(report.filtered == [GoogleActivity.notPlayed: 1, GoogleActivity.gone: 1])
  }

  @Test("a language without known phrases is learned from the beginning or end that most titles share")
  func learnedFromMost() async throws {
    let names = ["Ash", "Bowl", "Cup", "Dish", "Elm", "Fork", "Gouge", "Hook", "Ivy", "Jug"]
    for phrase in ["Vi rigardis %", "% rigardita"] {
      let records = names.map { Self.video(phrase.replacing("%", with: $0)) }
      let (titles, report) = try await played(
        records + [Self.video("Vi ŝatis Kale"), Self.video("Lark ŝatita")])
      #expect(titles == names)
      #expect(report.filtered == [GoogleActivity.notPlayed: 2])
    }
  }

  @Test("short films, live videos and songs are plays; channels, lists and posts are not")
  func addresses() async throws {
    let (titles, report) = try await played([
      Self.record("Watched Joint", "https://www.youtube.com/shorts/A1"),
      Self.record("Watched Stream", "https://youtube.com/live/A2"),
      Self.record("Watched Tide", "https://music.youtube.com/watch?v=A3"),
      Self.record("Watched Link", "https://youtu.be/A4"),
      Self.record("Subscribed to Wood Lane", "https://www.youtube.com/channel/x", channel: false),
      Self.record("Saved to a playlist", "https://www.youtube.com/playlist?list=x", channel: false),
      Self.record("Viewed a post", "https://www.youtube.com/post/x", channel: false),
    ])
    #expect(titles == ["Joint", "Link", "Stream", "Tide"])
    #expect(report.filtered == [GoogleActivity.notPlayed: 3])
  }

  @Test(
    "advertisements are recognised in any language",
    arguments: [
      "From Google Ads", "Von Google Anzeigen", "Depuis Google Ads", "De Anuncios de Google", "Google 広告から",
      "Google 광고에서",
      "Из Google Рекламы", "来自 Google 广告", "Google Reklamları tarafından",
    ])
  func advertisement(_ detail: String) async throws {
    let details = #", "details": [{"name": "\#(detail)"}]"#
    let (titles, report) = try await played([
      Self.record("Carving angesehen", "https://www.youtube.com/watch?v=A"),
      Self.record("Messer angesehen", "https://www.youtube.com/watch?v=B", details),
      #"{"header": "Chrome", "title": "Visited Shop", "titleUrl": "https://example.org/shop", "time": "2024-03-01T08:00:00Z", "products": ["Chrome"]\#(details)}"#,
    ])
    #expect(titles == ["Carving"])
    #expect(report.filtered == [GoogleActivity.advertisement: 2])
    let (donations, page) = try await ImportRun.donations(
      of: GoogleActivityPageFixture.page([
        GoogleActivityPageFixture.record(
          #"Watched <a href="https://www.youtube.com/watch?v=abd">Ad</a><br><a href="https://www.youtube.com/channel/y">Shop</a>"#,
          "Mar 4, 2024, 8:00:00 AM UTC", product: "YouTube", caption: "<b>Details:</b><br>&emsp;\(detail)<br>"
        )
      ]), by: GoogleActivityPageImporter())
    #expect(donations.isEmpty && page.filtered == [GoogleActivity.advertisement: 1])
  }

  @Test("a page with another detail than an advertisement is a visit, and so is a video's page")
  func visits() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: #"""
        [{"header": "Chrome", "title": "Visited Board", "titleUrl": "https://example.org/board", "time": "2024-03-01T08:00:00Z", "products": ["Chrome"], "details": [{"name": "From your Google Pixel"}]},
         {"header": "Chrome", "title": "Visited Carving", "titleUrl": "https://www.youtube.com/watch?v=A", "time": "2024-03-01T08:00:00Z", "products": ["Chrome"]}]
        """#, by: GoogleActivityImporter())
    #expect(donations.map(\.activity.activityType) == ["web.visit", "web.visit"])
    #expect(report.filteredCount == 0)
  }

  @Test("Chrome's current Takeout: a page that only led to another one is not a visit")
  func redirects() async throws {
    let visits = [
      #""page_transition_qualifier": "CLIENT_REDIRECT""#, #""page_transition_qualifier": "SERVER_REDIRECT""#,
      #""page_transition": "LINK", "page_transition_qualifier": "CLIENT_REDIRECT""#,
      #""page_transition_qualifier": ["LINK", "SERVER_REDIRECT"]"#,
      #""page_transition_qualifier": "CHAIN_END | CLIENT_REDIRECT""#,
      #""page_transition_qualifier": "LINK""#,
      #""page_transition": "TYPED", "page_transition_qualifier": """#,
      #""page_transition_qualifier": "RELOAD""#, #""page_transition_qualifier": "FORWARD_BACK""#,
      #""client_id": "x""#,
    ].enumerated().map {
      #"{\#($1), "title": "T", "url": "https://example.org/\#(GoogleActivityFixture.word($0))", "time_usec": 17095392000000\#($0)0}"#
    }
    let (donations, report) = try await ImportRun.donations(
      of: #"{"Browser History": [\#(visits.joined(separator: ","))]}"#, by: GoogleChromeImporter())
    #expect(
      donations.map { $0.text("page") }
        == [4, 5, 6, 9].map { "example.org/\(GoogleActivityFixture.word($0))" })
    #expect(report.filtered == [.redirect: 4, .reload: 1, .backOrForward: 1])
  }
}
