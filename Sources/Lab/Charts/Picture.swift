// Charts: How is a chart drawn so that it can also be read?
//
// Start here: a chart makes a `Picture`: SVG, a description for readers who cannot see it, and a
// `DataTable` with its figures.

/// A picture with its name, a description for readers who cannot see it, its message, and its
/// figures.
package struct Picture {
  /// The identifier, unique on the page.
  let identifier: String
  /// The name, in a few words.
  let title: String
  /// A sentence for readers who cannot see it.
  let description: String
  /// Width and height of the drawing.
  let size: (width: Double, height: Double)
  /// The drawing.
  let drawing: [Markup]
  /// The names of the lines.
  let legend: [Series]
  /// A sentence about its message.
  let caption: String
  /// The figures behind it.
  let table: DataTable

  /// Creates a picture from its parts.
  package init(
    identifier: String, title: String, description: String, size: (width: Double, height: Double),
    drawing: [Markup], legend: [Series] = [], caption: String, table: DataTable
  ) {
    self.identifier = identifier
    self.title = title
    self.description = description
    self.size = size
    self.drawing = drawing
    self.legend = legend
    self.caption = caption
    self.table = table
  }

  /// The figure as a whole.
  package var markup: Markup {
    let svg = Markup(
      "svg",
      [
        "role": "img",
        "viewBox": "0 0 \(NumberText.fixed(size.width, 0)) \(NumberText.fixed(size.height, 0))",
        "aria-labelledby": "\(identifier)-title \(identifier)-description",
        "style": "max-width: \(NumberText.fixed(1.3 * size.width / 16, 1))rem",
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
