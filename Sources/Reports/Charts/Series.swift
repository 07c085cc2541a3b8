/// A ranker as it is drawn: in a colour and a dash of its own, the same in every picture.
struct Series {
  /// As it is called.
  let name: String
  /// Its place among the rankers; 0 is the engine.
  let index: Int

  /// The style of its parts.
  var style: String { "series-\(index % 8)" }

  /// A short piece of its line, for a legend.
  var sample: Markup {
    Markup(
      "svg", ["class": "sample", "viewBox": "0 0 32 10", "aria-hidden": "true"],
      [Markup("path", ["class": "line \(style)", "d": "M1 5H31"])])
  }
}
