internal import Activities
internal import Answers

extension AskedPlace {
  /// Reads a place as the user typed it: a position, or a name.
  ///
  /// - Throws: ``ArgumentProblem/place`` if the text is neither, or `ActivityError` for a position
  ///   that is not on earth.
  init(argument text: String) throws {
    if let place = try Place(position: text) {
      self = .position(place)
      return
    }
    guard !Place.isPosition(text), !CombiningMarks.areTooMany(in: text) else { throw ArgumentProblem.place }
    self = .name(text)
  }
}
