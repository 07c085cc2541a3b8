/// A picture with its name, words for those who cannot see it, what there is to read in it, and its figures.
struct Picture {
  /// Unique on the page.
  let identifier: String
  /// What it shows, in a few words.
  let title: String
  /// What is to be seen, in a sentence.
  let description: String
  /// Width and height of the drawing.
  let size: (width: Double, height: Double)
  /// What is drawn.
  let drawing: [Markup]
  /// What each line stands for.
  var legend: [Series] = []
  /// What to read from it.
  let caption: String
  /// The figures behind it.
  let table: DataTable

  /// The figure as a whole.
  var markup: Markup {
    let svg = Markup(
      "svg",
      [
        "role": "img",
        "viewBox": "0 0 \(NumberText.fixed(size.width, 0)) \(NumberText.fixed(size.height, 0))",
        "aria-labelledby": "\(identifier)-title \(identifier)-description",
        "style": "max-width: \(NumberText.fixed(size.width / 16, 1))rem",
      ],
      [
        Markup("title", ["id": "\(identifier)-title"], ["\(title)"]),
        Markup("desc", ["id": "\(identifier)-description"], ["\(description)"]),
      ] + drawing)
    let key =
      legend.isEmpty
      ? [] : [Markup("ul", ["class": "legend"], legend.map { Markup("li", [:], [$0.sample, "\($0.name)"]) })]
    let figures = Markup("details", [:], [Markup("summary", [:], ["Figures"]), table.markup])
    return Markup(
      "figure", ["id": identifier],
      [Markup("h3", [:], ["\(title)"]), svg] + key + [Markup("figcaption", [:], ["\(caption)"]), figures])
  }
}
