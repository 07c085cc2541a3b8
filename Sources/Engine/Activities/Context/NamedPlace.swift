/// A place to which a user has given a name, like `home`.
///
/// The name comes from the user, and is never learned. A ``Deletion`` of everything removes it.
public struct NamedPlace: Hashable, Sendable {
  /// The name as the user wrote it, without surrounding white space.
  public let name: String
  /// The position, with the same name.
  public let place: Place
  /// The time of naming or moving it, in milliseconds since 1970.
  public let milliseconds: Int64

  /// The maximum number of characters in a name.
  public static let longestName = 64

  /// The distance in metres within which something is at a named place.
  ///
  /// Positions of a phone in a building scatter this far; learned places use the same distance.
  public static let reach = 150.0

  /// Creates a named place.
  ///
  /// - Parameters:
  ///   - name: The name; surrounding white space is removed.
  ///   - place: The position; its own name is ignored.
  ///   - milliseconds: The present moment, in milliseconds since 1970.
  /// - Throws: ``PlaceNameError`` for a name that no place can have.
  public init(_ name: String, at place: Place, milliseconds: Int64) throws(PlaceNameError) {
    let name = Self.trimmed(name)
    try Self.check(name)
    do throws(ActivityError) {
      self.place = try Place(
        latitude: place.latitude, longitude: place.longitude, horizontalAccuracy: place.horizontalAccuracy,
        name: name)
    } catch {
      throw .invalid(error)
    }
    self.name = name
    self.milliseconds = milliseconds
  }

  /// The form of a name for comparison: names that differ only in case are the same.
  package static func key(of name: String) -> String {
    CanonicalForm.normalized(trimmed(name).lowercased())
  }

  private static func trimmed(_ name: String) -> String {
    guard let first = name.firstIndex(where: { !$0.isWhitespace }),
      let last = name.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(name[first...last])
  }

  private static func check(_ name: String) throws(PlaceNameError) {
    do throws(ActivityError) {
      try CombiningMarks.check(name, "name")
      guard !name.isEmpty else { throw .empty(field: "name") }
      try ControlCharacters.check(name, "name")
    } catch {
      throw .invalid(error)
    }
    guard name.count <= longestName else { throw .tooLong }
    guard !Place.isPosition(name) else { throw .position }
  }

  /// Returns whether a deletion removes it: the user must have asked to forget everything, whenever
  /// it happened, after naming the place.
  package func isForgotten(by deletion: Deletion) -> Bool {
    var everything = deletion.criteria
    everything.all = false
    return everything == Deletion.Criteria() && deletion.criteria.all && deletion.origin == .user
      && milliseconds < deletion.instant.milliseconds
  }
}

/// An error in the name of a place.
///
/// No case carries a name or a position.
public enum PlaceNameError: Error, Equatable, Sendable {
  /// The name is empty, or has a control character or too many combining marks.
  case invalid(ActivityError)
  /// The name has more characters than ``NamedPlace/longestName``.
  case tooLong
  /// The name reads like a position or a number.
  case position
  /// Another place has the name.
  case taken
  /// No place has the name.
  case unknown
  /// There are already ``NamedPlaces/limit`` named places.
  case tooMany
}

extension PlaceNameError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .invalid(let error): error.description
    case .tooLong: "the name of a place has at most \(NamedPlace.longestName) characters; shorten it"
    case .position: "the name of a place must not read like a position or a number; begin it with a word"
    case .taken: "another place has that name; remove that one, or choose another name"
    case .unknown: "no place has that name"
    case .tooMany: "there are \(NamedPlaces.limit) named places already; remove some"
    }
  }
}

extension Place {
  /// Reads degrees north, a comma, and degrees east; spaces may precede each number.
  ///
  /// - Returns: `nil` if the text is not of that form.
  /// - Throws: ``ActivityError/coordinateOutOfRange(field:)``.
  package init?(position text: String) throws(ActivityError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.drop { $0 == " " })
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    try self.init(latitude: latitude, longitude: longitude)
  }

  /// Returns whether a text is a position or looks like one, such as digits and separators alone.
  package static func isPosition(_ text: String) -> Bool {
    if text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.,; ".contains($0)) }) { return true }
    do { return try Place(position: text) != nil } catch { return true }
  }
}
