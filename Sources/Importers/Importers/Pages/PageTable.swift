/// Known sites: where a number or a query identifies a page.
enum PageTable {
  /// Sites for the user's own documents, boards, rooms and lists: an address with such a beginning
  /// and number of parts is a page, whatever its parts are.
  static let documents: [(host: String, beginning: [String], parts: Int)] = [
    ("docs.google.com", [], 3), ("drive.google.com", ["drive"], 3), ("meet.google.com", [], 1),
    ("notion.so", [], 2), ("figma.com", [], 2),
    ("miro.com", ["app", "board"], 3), ("trello.com", ["b"], 2), ("open.spotify.com", ["playlist"], 2),
    ("open.spotify.com", ["album"], 2),
    ("app.slack.com", ["client"], 3), ("discord.com", ["channels"], 3), ("overleaf.com", ["project"], 2),
    ("colab.research.google.com", ["drive"], 2),
    ("app.asana.com", ["0"], 2), ("airtable.com", [], 2), ("web.whatsapp.com", [], 1), ("zoom.us", ["j"], 2),
    ("canva.com", ["design"], 2),
    ("lucid.app", ["lucidchart"], 2), ("observablehq.com", [], 2), ("kaggle.com", ["code"], 3),
    ("replit.com", [], 2),
  ]

  /// Pages identified by a query, by host and path: the parameter, and whether the page can be
  /// opened again.
  static let queries: [(host: String, path: [String], name: String, isPage: Bool)] = [
    ("youtube.com", ["watch"], "v", false), ("m.youtube.com", ["watch"], "v", false),
    ("youtube.com", ["playlist"], "list", true),
    ("music.youtube.com", ["watch"], "v", false), ("music.youtube.com", ["playlist"], "list", true),
    ("news.ycombinator.com", ["item"], "id", false), ("news.ycombinator.com", ["user"], "id", true),
  ]
  /// The same by the last part of the path, on any host: scripts that show one page of many.
  private static let scripts: [String: String] = [
    "viewtopic.php": "t", "showthread.php": "t", "viewforum.php": "f", "show_bug.cgi": "id",
    "index.php": "title", "article.php": "id",
  ]

  /// Last parts of a path that mean the folder itself.
  static let indexes: Set<String> = [
    "index.html", "index.htm", "index.php", "index.jsp", "default.aspx", "home.html",
  ]

  /// Parts that only announce the varying part after them, and are not pages themselves.
  static let announcing: Set<String> = [
    "item", "items", "watch", "comments", "status", "statuses", "dp", "gp", "product", "p", "d", "u", "id",
    "view", "show", "post", "s", "t", "c", "b",
    "a", "i", "e", "n", "r", "document", "spreadsheets", "presentation", "file", "blob", "tree", "commit",
    "raw", "-", "pull", "issue", "detail",
    "details", "topic", "thread", "node", "content", "entry", "shorts", "live", "clip", "room", "main",
    "master",
  ]

  /// Parts that announce search terms, which are never kept.
  static let searching: Set<String> = [
    "search", "suche", "suchen", "recherche", "rechercher", "buscar", "busca", "búsqueda", "busqueda",
    "pesquisa", "cerca",
    "ricerca", "zoeken", "szukaj", "sök", "søk", "haku", "ara", "поиск", "пошук", "جستجو", "検索", "搜索", "搜尋",
    "검색",
  ]

  /// Parameters with the origin or the language of a visit, which do not identify a page.
  private static let noise: Set<String> = [
    "ref", "ref_src", "source", "src", "from", "fbclid", "gclid", "msclkid", "igshid", "hl", "lang", "locale",
    "mc_cid", "mc_eid", "si", "spm",
  ]

  /// Returns whether a query does not affect the page.
  static func isNoise(_ query: ArraySlice<UInt8>?) -> Bool {
    guard let query else { return true }
    return query.split(separator: .ampersand).allSatisfy { parameter in
      let name = parameter.prefix { $0 != .equals }.lowercasedText
      return name.hasPrefix("utm_") || noise.contains(name)
    }
  }

  /// Returns whether a number in an address is a document that can be opened again.
  static func isDocument(host: String, _ segments: [String]) -> Bool {
    documents.contains {
      $0.host == host && segments.count >= $0.parts && segments.starts(with: $0.beginning)
        && segments.count <= 5
    }
  }

  /// Returns the parameter that identifies the page, with its name.
  static func query(
    host: String, _ segments: [String], _ query: ArraySlice<UInt8>?
  ) -> (name: String, text: String, isPage: Bool)? {
    guard let query, !query.isEmpty else { return nil }
    let rule =
      queries.first { $0.host == host && $0.path == segments }.map { (name: $0.name, isPage: $0.isPage) }
      ?? segments.last.flatMap { scripts[$0] }.map { (name: $0, isPage: $0 == "f") }
    guard let rule else { return nil }
    for parameter in query.split(separator: .ampersand) {
      guard let equals = parameter.firstIndex(of: .equals),
        parameter[..<equals].elementsEqual(rule.name.utf8),
        parameter.count <= 128,
        parameter[(equals + 1)...].allSatisfy({ $0.isAlphanumeric || $0 == .dash || $0 == .underscore })
      else { continue }
      return (rule.name, String(decoding: parameter, as: UTF8.self), rule.isPage)
    }
    return nil
  }
}
