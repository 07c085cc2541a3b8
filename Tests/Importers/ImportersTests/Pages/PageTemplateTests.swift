import Testing

@testable import Importers

@Suite struct PageTemplateTests {
  @Test(
    arguments: [
      ("https://www.Example.org/", "example.org", PageTemplate.Level.site, "https://www.example.org/"),
      ("http://example.org:80", "example.org", .site, "http://example.org/"),
      ("http://localhost:3000/admin/", "localhost:3000/admin", .page, "http://localhost:3000/admin"),
      ("https://github.com/ada/hunch", "github.com/ada/hunch", .page, "https://github.com/ada/hunch"),
      (
        "https://github.com/ada/hunch/issues/42#c1", "github.com/ada/hunch/issues", .section,
        "https://github.com/ada/hunch/issues"
      ),
      (
        "https://github.com/ada/hunch/blob/main/Sources/a.swift", "github.com/ada/hunch", .section,
        "https://github.com/ada/hunch"
      ),
      (
        "https://github.com/ada/hunch/commit/3f786850e387550fdab836ed7e6dc881de23001b",
        "github.com/ada/hunch", .section, "https://github.com/ada/hunch"
      ),
      (
        "https://news.example.org/2026/05/01/the-roof-has-been-mended-at-last", "news.example.org", .site,
        "https://news.example.org/"
      ),
      ("https://example.org/2026-05-01/index.html", "example.org", .site, "https://example.org/"),
      (
        "https://docs.python.org/3.11/library/os.html", "docs.python.org/3.11/library/os.html", .page,
        "https://docs.python.org/3.11/library/os.html"
      ),
      (
        "https://example.org/v2/users/123e4567-e89b-12d3-a456-426614174000/edit", "example.org/v2/users",
        .section, "https://example.org/v2/users"
      ),
      (
        "https://example.org/calendar?week=12&utm_source=x", "example.org/calendar", .page,
        "https://example.org/calendar"
      ),
      ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10", "youtube.com", .site, "https://www.youtube.com/"),
      (
        "https://www.youtube.com/playlist?list=PLabc", "youtube.com/playlist?list=PLabc", .page,
        "https://www.youtube.com/playlist?list=PLabc"
      ),
      (
        "https://www.google.com/search?q=roof+tiles", "google.com/search", .page,
        "https://www.google.com/search"
      ),
      (
        "https://docs.google.com/document/d/1q0WzTn9cXb4LrE7vYkP2mHs8DfJ6aGu5oNiQw3RtBxM/edit#heading",
        "docs.google.com/document/d/1q0WzTn9cXb4LrE7vYkP2mHs8DfJ6aGu5oNiQw3RtBxM/edit", .page,
        "https://docs.google.com/document/d/1q0WzTn9cXb4LrE7vYkP2mHs8DfJ6aGu5oNiQw3RtBxM/edit"
      ),
      (
        "https://stackoverflow.com/questions/123/how-to-mend-a-roof", "stackoverflow.com/questions", .section,
        "https://stackoverflow.com/questions"
      ),
      (
        "https://jira.example.org/browse/ROOF-12", "jira.example.org/browse", .section,
        "https://jira.example.org/browse"
      ),
      (
        "https://de.wikipedia.org/wiki/Dach", "de.wikipedia.org/wiki/Dach", .page,
        "https://de.wikipedia.org/wiki/Dach"
      ),
      (
        "https://de.wikipedia.org/wiki/M%C3%BCnchen", "de.wikipedia.org/wiki/München", .page,
        "https://de.wikipedia.org/wiki/M%C3%BCnchen"
      ),
      (
        "https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC", "ja.wikipedia.org/wiki/東京", .page,
        "https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC"
      ),
      (
        "https://fa.example.org/%D9%88%DB%8C%DA%A9%DB%8C%E2%80%8C%D9%BE%D8%AF%DB%8C%D8%A7",
        "fa.example.org/ویکی\u{200C}پدیا", .page,
        "https://fa.example.org/%D9%88%DB%8C%DA%A9%DB%8C%E2%80%8C%D9%BE%D8%AF%DB%8C%D8%A7"
      ),
      (
        "https://ru.example.org/%D0%BF%D0%BE%D0%B3%D0%BE%D0%B4%D0%B0/%D0%BC%D0%BE%D1%81%D0%BA%D0%B2%D0%B0",
        "ru.example.org/погода/москва", .page,
        "https://ru.example.org/%D0%BF%D0%BE%D0%B3%D0%BE%D0%B4%D0%B0/%D0%BC%D0%BE%D1%81%D0%BA%D0%B2%D0%B0"
      ),
      ("https://example.org/My%20Page", "example.org/My Page", .page, "https://example.org/My%20Page"),
      // Combining and composed letters are the same page.
      ("https://example.org/cafe%CC%81", "example.org/café", .page, "https://example.org/cafe%CC%81"),
      // Arabic digits, a Japanese headline, Latin-1, code, and search terms.
      ("https://example.org/%DB%B1%DB%B2%DB%B3%DB%B4", "example.org", .site, "https://example.org/"),
      (
        "https://news.example.jp/%E6%9D%B1%E4%BA%AC%E9%83%BD%E3%81%AE%E5%A4%A9%E6%B0%97%E3%81%AF%E4%BB%8A%E9%80%B1%E3%82%82%E3%81%9A%E3%81%A3%E3%81%A8%E6%99%B4%E3%82%8C%E3%81%AE%E4%BA%88%E5%A0%B1",
        "news.example.jp", .site, "https://news.example.jp/"
      ),
      ("https://example.fr/g%E9n%E9ral", "example.fr", .site, "https://example.fr/"),
      ("https://example.org/a/%7B%22b%22%3A1%7D", "example.org", .site, "https://example.org/"),
      ("https://example.org/a%E2%80%AEb", "example.org", .site, "https://example.org/"),
      (
        "https://shop.example.org/search/blue%20shoes", "shop.example.org/search", .section,
        "https://shop.example.org/search"
      ),
      (
        "https://shop.example.org/search/shoes", "shop.example.org/search", .section,
        "https://shop.example.org/search"
      ),
      ("file:/home/ada/a.pdf", "/home/ada/a.pdf", .page, "file:///home/ada/a.pdf"),
      (
        "https://news.ycombinator.com/item?id=1", "news.ycombinator.com", .site,
        "https://news.ycombinator.com/"
      ),
      ("https://www.amazon.de/dp/B00X4WHP5E", "amazon.de", .site, "https://www.amazon.de/"),
      ("https://ada:x@example.org/a", "example.org/a", .page, "https://example.org/a"),
      ("http://[::1]:8080/a", "[::1]:8080/a", .page, "http://[::1]:8080/a"),
      ("file:///home/ada/a.pdf#page=2", "/home/ada/a.pdf", .page, "file:///home/ada/a.pdf"),
      ("HTTPS://EXAMPLE.ORG./A//B", "example.org/A/B", .page, "https://example.org./A/B"),
      (
        "https://example.org/python3/tutorial", "example.org/python3/tutorial", .page,
        "https://example.org/python3/tutorial"
      ),
      ("https://x.example.org/w/dQw4w9WgXcQ", "x.example.org/w", .section, "https://x.example.org/w"),
    ] as [(String, String, PageTemplate.Level, String)])
  func pages(_ url: String, _ identity: String, _ level: PageTemplate.Level, _ opened: String) throws {
    let page = try #require(PageTemplate(url: url))
    #expect(page.identity == identity)
    #expect(page.level == level)
    #expect(page.url == opened)
  }

  @Test(arguments: [
    "about:blank", "chrome://settings/", "moz-extension://123/a.html", "data:text/html,x",
    "javascript:alert(1)", "view-source:https://example.org/", "ftp://example.org/", "mailto:ada@example.org",
    "blob:https://example.org/1", "", "https://", "https:///a", "http://a b/", "https://exa<mple.org/",
    "file://", "file://server/share/a", "chrome-extension://x/y", "https://:80/", "not an address",
  ])
  func whatIsNoPageHasNoTemplate(_ url: String) { #expect(PageTemplate(url: url) == nil) }

  @Test func openingASectionDoesNotDependOnThePageThatWasVisited() {
    let pages = (1...20).compactMap {
      PageTemplate(url: "https://example.org/articles/\($0 * 37)?from=\($0)")
    }
    #expect(pages.count == 20 && Set(pages).count == 1)
  }

  @Test(arguments: [
    ("https://github.com/ada/hunch/pulls", ["github.com/ada/hunch", "github.com/ada", "github.com"]),
    (
      "https://docs.google.com/document/d/1q0WzTn9cXb4LrE7vYkP2mHs8DfJ6aGu5oNiQw3RtBxM/edit",
      ["docs.google.com"]
    ),
    ("https://www.youtube.com/playlist?list=PLabc", ["youtube.com"]), ("https://example.org/", []),
    ("file:///home/ada/a.pdf", []),
  ])
  func whatIsTooRareCountsForWhatItStandsIn(_ url: String, _ coarser: [String]) throws {
    var found: [String] = []
    var next = try #require(PageTemplate(url: url)).coarser
    while let template = next {
      found.append(template.identity)
      next = template.coarser
    }
    #expect(found == coarser)
  }

  @Test(arguments: [
    ("https://example.org/a", true), ("https://example.org/a?utm_source=x&hl=de#top", true),
    ("https://example.org/a?q=x", false),
    ("https://example.org/a#/inbox/7", false), ("https://example.org/a/2024-05-01", false),
    ("https://www.youtube.com/playlist?list=PLabc", true),
    ("https://www.youtube.com/watch?v=dQw4w9WgXcQ", false),
  ])
  func titlesBelongToThePageThatIsOpened(_ url: String, _ ownsTitle: Bool) throws {
    #expect(try #require(PageTemplate(url: url)).ownsTitle == ownsTitle)
  }

  @Test(
    "a visit keeps the name by which stores know it, whatever its page is called now",
    arguments: [
      ("https://de.wikipedia.org/wiki/M%C3%BCnchen", "de.wikipedia.org/wiki"),
      ("https://example.org/a/b%20c/d", "example.org"),
      ("https://example.org/calendar", "example.org/calendar"),
      ("https://shop.example.org/search/shoes", "shop.example.org/search/shoes"),
      ("https://notion.so/ada/Pl%C3%A4ne", "notion.so/ada/Pl%C3%A4ne"),
    ]) func visitNames(_ url: String, _ name: String) throws
  {
    #expect(try #require(PageTemplate(url: url)).visitName == name)
  }

  @Test("letters outside ASCII are not a token after a word that grants access") func lettersAreNoToken() {
    #expect(PageTemplate(url: "https://example.org/share/g%c3%a9n%c3%a9ral") != nil)
    #expect(PageTemplate(url: "https://example.org/share/%e6%9d%b1%e4%ba%ac%e9%83%bd") != nil)
  }

  @Test func nothingInvisibleIsKept() { #expect(PageTemplate(url: "https://example.org/a\u{202E}b") == nil) }
}
