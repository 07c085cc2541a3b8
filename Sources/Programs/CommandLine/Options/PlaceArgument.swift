internal import Activities

/// A place as the user typed it: a position, or a name.
enum PlaceArgument: Hashable {
  case position(Place)
  case name(String)

  /// Reads a place.
  ///
  /// - Throws: ``ArgumentProblem/place`` if the text is neither, or `ActivityError` for a position
  ///   that is not on earth.
  init(_ text: String) throws {
    if let place = try Place(position: text) {
      self = .position(place)
      return
    }
    guard !Place.isPosition(text), !CombiningMarks.areTooMany(in: text) else { throw ArgumentProblem.place }
    self = .name(text)
  }

  /// The place, if it is a position.
  var position: Place? {
    if case .position(let place) = self { place } else { nil }
  }
}
