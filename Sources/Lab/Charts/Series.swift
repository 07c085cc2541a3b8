/// The style of a line: a colour and a dash, the same in every picture.
package struct Series {
  /// Its name.
  package let name: String
  /// Its number, which chooses colour and dash; 0 stands out.
  package let index: Int

  /// A line of a name.
  package init(name: String, index: Int) {
    self.name = name
    self.index = index
  }

  /// The style of its parts.
  var style: String { "series-\(index % 8)" }

  /// A short piece of its line, for a legend.
  var sample: Markup {
    Markup(
      "svg", ["class": "sample", "viewBox": "0 0 32 10", "aria-hidden": "true"],
      [Markup("path", ["class": "line \(style)", "d": "M1 5H31"])])
  }
}
