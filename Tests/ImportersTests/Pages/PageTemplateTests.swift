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
        "https://github.com/ada/hunch/issues/42#c1", "github.com/ada/hunch/issues/…", .group,
        "https://github.com/ada/hunch/issues"
      ),
      (
        "https://github.com/ada/hunch/blob/main/Sources/a.swift", "github.com/ada/hunch/blob/main/…", .group,
        "https://github.com/ada/hunch"
      ),
      (
        "https://github.com/ada/hunch/commit/3f786850e387550fdab836ed7e6dc881de23001b",
        "github.com/ada/hunch/commit/…", .group, "https://github.com/ada/hunch"
      ),
      (
        "https://news.example.org/2026/05/01/the-roof-has-been-mended-at-last", "news.example.org/…", .group,
        "https://news.example.org/"
      ), ("https://example.org/2026-05-01/index.html", "example.org/…", .group, "https://example.org/"),
      (
        "https://docs.python.org/3.11/library/os.html", "docs.python.org/3.11/library/os.html", .page,
        "https://docs.python.org/3.11/library/os.html"
      ),
      (
        "https://example.org/v2/users/123e4567-e89b-12d3-a456-426614174000/edit",
        "example.org/v2/users/…/edit", .group, "https://example.org/v2/users"
      ),
      (
        "https://example.org/calendar?week=12&utm_source=x", "example.org/calendar", .page,
        "https://example.org/calendar"
      ),
      (
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10", "youtube.com/watch?v=…", .group,
        "https://www.youtube.com/"
      ),
      (
        "https://www.youtube.com/playlist?list=PLabc", "youtube.com/playlist?list=PLabc", .page,
        "https://www.youtube.com/playlist?list=PLabc"
      ),
      (
        "https://www.google.com/search?q=roof+tiles", "google.com/search", .page,
        "https://www.google.com/search"
      ),
      (
        "https://docs.google.com/document/d/1aBcD2eFgH3iJkL4mN/edit#heading",
        "docs.google.com/document/d/1aBcD2eFgH3iJkL4mN/edit", .page,
        "https://docs.google.com/document/d/1aBcD2eFgH3iJkL4mN/edit"
      ),
      (
        "https://stackoverflow.com/questions/123/how-to-mend-a-roof", "stackoverflow.com/questions/…", .group,
        "https://stackoverflow.com/questions"
      ),
      (
        "https://jira.example.org/browse/ROOF-12", "jira.example.org/browse/…", .group,
        "https://jira.example.org/browse"
      ),
      (
        "https://de.wikipedia.org/wiki/Dach", "de.wikipedia.org/wiki/Dach", .page,
        "https://de.wikipedia.org/wiki/Dach"
      ),
      (
        "https://de.wikipedia.org/wiki/M%C3%BCnchen", "de.wikipedia.org/wiki/…", .group,
        "https://de.wikipedia.org/wiki"
      ),
      (
        "https://news.ycombinator.com/item?id=1", "news.ycombinator.com/item?id=…", .group,
        "https://news.ycombinator.com/"
      ), ("https://www.amazon.de/dp/B00X4WHP5E", "amazon.de/dp/…", .group, "https://www.amazon.de/"),
      ("https://ada:x@example.org/a", "example.org/a", .page, "https://example.org/a"),
      ("http://[::1]:8080/a", "[::1]:8080/a", .page, "http://[::1]:8080/a"),
      ("file:///home/ada/a.pdf#page=2", "/home/ada/a.pdf", .page, "file:///home/ada/a.pdf"),
      ("HTTPS://EXAMPLE.ORG./A//B", "example.org/A/B", .page, "https://example.org./A/B"),
      (
        "https://example.org/python3/tutorial", "example.org/python3/tutorial", .page,
        "https://example.org/python3/tutorial"
      ), ("https://x.example.org/w/dQw4w9WgXcQ", "x.example.org/w/…", .group, "https://x.example.org/w"),
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

  @Test func openingAGroupDoesNotDependOnThePageThatWasVisited() {
    let pages = (1...20).compactMap {
      PageTemplate(url: "https://example.org/articles/\($0 * 37)?from=\($0)")
    }
    #expect(pages.count == 20 && Set(pages).count == 1)
  }

  @Test func nothingInvisibleIsKept() { #expect(PageTemplate(url: "https://example.org/a\u{202E}b") == nil) }
}
