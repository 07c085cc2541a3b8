import Testing

@testable import Importers

@Suite("Hosts with letters outside ASCII")
struct PunycodeTests {
  @Test(
    "both spellings of a host are one host",
    arguments: [
      ("bücher.example", "xn--bcher-kva.example"), ("münchen.de", "xn--mnchen-3ya.de"),
      ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
      ("faß.de", "xn--fa-hia.de"), ("example.org", "example.org"),
    ]) func spellings(_ readable: String, _ network: String)
  {
    #expect(Punycode.host(readable) == network)
    #expect(Punycode.readable(network) == readable)
  }

  @Test(
    "a label that is not Punycode is unchanged",
    arguments: ["xn--99999999999999999999.org", "xn--a-\u{7F}.org", "xn--bcher-kv!.org"])
  func broken(_ host: String) { #expect(Punycode.readable(host) == host) }

  @Test("unusual spellings are read if possible")
  func odd() {
    #expect(Punycode.readable("xn--zzzzzzzzzzzzzzzzzzzzzz") == "衞텄鳥箥쇟糪縖끇")
    #expect(Punycode.readable("xn--.org") == ".org")
  }

  @Test("both spellings of a page are one page, and are found by their readable words")
  func pages() throws {
    let pages = try ["https://Bücher.example/a", "https://xn--bcher-kva.example/a"].map {
      try #require(PageTemplate(url: $0))
    }
    #expect(Set(pages.map(\.identity)) == ["xn--bcher-kva.example/a"])
    #expect(pages[0].url == pages[1].url && pages[0].words.contains("bücher.example"))
  }
}
