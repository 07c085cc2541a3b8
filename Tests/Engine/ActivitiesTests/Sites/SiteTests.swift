import Foundation
import Testing

@testable import Activities

@Suite("Sites, their kinds, and folders")
struct SiteTests {
  @Test(
    "a host is the same site however it is written",
    arguments: [
      ("Example.ORG", "example.org"), ("www.example.org.", "example.org"),
      ("example.org:8080", "example.org"),
      ("https://user@example.org:443/a?b#c", "example.org"), ("münchen.example", "xn--mnchen-3ya.example"),
      ("MÜNCHEN.example", "xn--mnchen-3ya.example"), ("mu\u{308}nchen.example", "xn--mnchen-3ya.example"),
      ("http://b%C3%BCcher.example/x", "xn--bcher-kva.example"), ("пример.example", "xn--e1afmkfd.example"),
      ("東京.example", "xn--1lqs71d.example"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("localhost", "localhost"),
      ("www.org", "www.org"),
    ])
  func compared(text: String, host: String) {
    #expect(Site(text)?.host == host)
  }

  @Test(
    "a text without a host is not a site", arguments: ["", "https://", "a b.example", "..", "a..b", "\n"])
  func refused(text: String) { #expect(Site(text) == nil) }

  @Test("a site contains all hosts under it, and none that only ends alike")
  func contained() throws {
    let site = try #require(Site("example.org"))
    for host in ["example.org", "a.example.org", "www.a.b.example.org"] {
      #expect(site.contains(try #require(Site(host))))
    }
    for host in ["badexample.org", "example.org.evil.example", "org"] {
      #expect(!site.contains(try #require(Site(host))))
    }
  }

  @Test(
    "sensitive sites are recognized with their subdomains and other endings",
    arguments: [
      ("de.pornhub.com", SiteKind.adult), ("www.xvideos.es", .adult), ("some-porn-tube.example", .adult),
      ("anything.xxx", .adult), ("tinder.com", .dating), ("www.parship.at", .dating),
      ("m.okcupid.com", .dating),
      ("stadtsparkasse-beispiel.de", .banking), ("www.sparkasse-koelnbonn.de", .banking),
      ("paypal.com", .banking),
      ("meine.deutsche-bank.de", .banking), ("www.hsbc.co.uk", .banking), ("de.indeed.com", .jobs),
      ("uk.indeed.com", .jobs), ("www.stepstone.de", .jobs), ("jobs.example.com", .jobs),
      ("bet365.com", .gambling),
      ("www.netdoktor.at", .health), ("www.webmd.com", .health), ("nhs.uk", .health), ("www.nhs.uk", .health),
      ("www.vr-bayernmitte.de", .banking), ("vb-mittelhessen.de", .banking), ("psd-nuernberg.de", .banking),
      ("bkk-provita.de", .health), ("www.halifax.co.uk", .banking), ("santander.com.br", .banking),
      ("www.rbc.com", .banking), ("stellenanzeigen.de", .jobs), ("apec.fr", .jobs),
      ("WWW.Tinder.COM.", .dating),
      ("stadtklinik.example.de", nil), ("stadtklinik.de", .health),
    ] as [(String, SiteKind?)])
  func kinds(host: String, kind: SiteKind?) throws {
    #expect(SiteKind(of: try #require(Site(host))) == kind)
  }

  @Test(
    "other sites are not sensitive",
    arguments: [
      "example.org", "wikipedia.org", "github.com", "tagesschau.de", "pornic.fr", "worldbank.org",
      "krebsonsecurity.com",
      "archive.org", "stadtarchiv.example", "datenbank.example", "neurips.cc", "accommodating.example",
      "ashleyfurniture.com",
      "gls-group.eu", "localhost", "news.ycombinator.com", "kubernetes.io", "mail.google.com", "spiegel.de",
      "youtube.com",
      "slashdot.org", "bankside.example", "hackerrank.com", "timeslots.example", "calendar.example.com",
      "xxxlutz.at",
      // Ordinary sites whose names begin like those of sensitive sites, or that have the same name
      // elsewhere.
      "vr-zone.com", "vb-audio.com", "psd-tutorials.de", "bkk.hu", "halifax.ca", "www.santander.es",
      "sabadell.cat",
      "rbc.ru", "groupeseb.com", "seb.fr", "visitstellenbosch.com", "stellenbosch.org", "milfordsound.co.nz",
      "apec.org", "bankstown.example", "pinnacle.example", "barmer.example", "caisse-enregistreuse.fr",
    ])
  func harmless(host: String) throws {
    #expect(SiteKind(of: try #require(Site(host))) == nil)
  }

  @Test("the lists have only entries of valid forms, each once")
  func lists() throws {
    let lists = [
      SiteKind.adultHosts, SiteKind.bankingHosts, SiteKind.datingHosts, SiteKind.gamblingHosts,
      SiteKind.healthHosts,
      SiteKind.jobsHosts,
    ]
    for list in lists {
      let entries = list.split(whereSeparator: \.isWhitespace).map(String.init)
      #expect(entries.count > 200 && Set(entries).count == entries.count)
      for entry in entries {
        #expect(
          try #/!?[*.]?-?[a-z0-9][a-z0-9.-]*\*?|[a-z0-9-]+\*\.[a-z]+/#.wholeMatch(in: entry) != nil,
          "\(entry)")
      }
    }
  }

  @Test("a folder is found by its path and paths in it, in addresses and as ~, and nothing else is")
  func folders() throws {
    let folder = try #require(FolderName("/home/ada/private/"))
    for text in [
      "/home/ada/private", "/home/ada/private/a b.txt", "file:///home/ada/private/x", "cd ~/private",
      "vim '/home/ada/private/plan.md'", "cp a ~/private/b", "PATH=/home/ada/private:/bin",
    ] { #expect(folder.isNamed(in: text), "\(text)") }
    for text in [
      "/home/ada/privateer", "/home/ada", "/srv/home/ada/private", "~/other", "private", "/home/bob/private",
    ] { #expect(!folder.isNamed(in: text), "\(text)") }
    let spaced = try #require(FolderName("/home/ada/Müller Søn"))
    #expect(spaced.isNamed(in: "file:///home/ada/M%C3%BCller%20S%C3%B8n/a"))
    #expect(spaced.isNamed(in: "/home/ada/Mu\u{308}ller Søn"))
    for path in ["", "/", "a/b", "~/x"] { #expect(FolderName(path) == nil) }
  }

  @Test("pages, addresses in userInfo and imported pages have sites")
  func activities() throws {
    var page = try UserActivity(activityType: "a.b", userInfo: [:])
    try page.setWebpageURL(URL(string: "https://shop.example.org/a"))
    let value = try #require(URL(string: "https://two.example.org"))
    let others = try [
      UserActivity(activityType: "a.b", userInfo: ["link": .string("http://one.example.org/x")]),
      UserActivity(activityType: "a.b", userInfo: ["link": .url(value)]),
      UserActivity(activityType: "web.visit", userInfo: ["page": .string("three.example.org/x")]),
      UserActivity(activityType: "web.visit", userInfo: ["page": .string("/home/ada/x.html")]),
    ]
    #expect(page.sites.map(\.host) == ["shop.example.org"])
    #expect(
      others.map { $0.sites.map(\.host) } == [
        ["one.example.org"], ["two.example.org"], ["three.example.org"], [],
      ])
  }
}
