internal import Charts

// Reports: What do evaluations and benchmarks look like as a page?
//
// Start here: `EvaluationPage`, `MomentPage` and `BenchmarkPage` are the pages; each of `Sections`
// is a part of one.

/// A page as a whole: head, style sheet, and what is shown.
struct Page {
  /// The title of the window.
  let title: String
  /// The elements of the page.
  let body: [Markup]

  /// The page, as HTML that is well-formed XML too.
  var html: String {
    let head = Markup(
      "head", [:],
      [
        Markup("meta", ["charset": "utf-8"]),
        Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        Markup("meta", ["name": "color-scheme", "content": "light dark"]),
        Markup("title", [:], ["\(title)"]),
        StyleSheet.markup,
      ])
    return "<!DOCTYPE html>\n" + Markup("html", ["lang": "en"], [head, Markup("body", [:], body)]).source
      + "\n"
  }

  /// Pictures, in as many columns as fit.
  static func pictures(_ pictures: [Picture]) -> Markup {
    Markup("div", ["class": "pictures"], pictures.map(\.markup))
  }

  /// Tables, preceded by a title and words.
  static func part(_ title: String, _ words: String, _ tables: [DataTable]) -> Markup {
    Markup(
      "section", ["class": "part"],
      [Markup("h3", [:], ["\(title)"]), Markup("p", [:], ["\(words)"])] + tables.map(\.markup))
  }

  /// The section that explains a page's terms.
  static func terms(_ words: String) -> Markup {
    Markup(
      "section", ["class": "terms", "aria-label": "Terms"],
      [Markup("h2", [:], ["Meaning of the figures"]), Markup("p", [:], ["\(words)"])])
  }

  /// Links to sections.
  static func contents(_ entries: [(identifier: String, title: String)]) -> Markup {
    Markup(
      "nav", ["aria-label": "Contents"],
      [
        Markup("h2", [:], ["Contents"]),
        Markup(
          "ol", [:],
          entries.map { entry in
            Markup("li", [:], [Markup("a", ["href": "#\(entry.identifier)"], ["\(entry.title)"])])
          }),
      ])
  }
}
