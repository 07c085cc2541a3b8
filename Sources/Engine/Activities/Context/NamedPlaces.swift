/// The places to which a user has given names; no two have the same one.
public struct NamedPlaces: Hashable, Sendable {
  /// The places, ordered by name.
  public private(set) var places: [NamedPlace] = []

  /// The largest number of named places of a user.
  public static let limit = 256

  /// Creates a list without any place.
  public init() {}

  /// Creates the list of places that are kept already; of two with the same name the later one
  /// stays.
  package init(_ kept: [NamedPlace]) {
    let keyed = kept.map { (NamedPlace.key(of: $0.name), $0) }
    places = Dictionary(keyed) { $0.milliseconds <= $1.milliseconds ? $1 : $0 }
      .sorted { $0.key.precedesInBytes($1.key) }.map(\.value)
  }

  /// The place of a name, in whatever case; `nil` if there is none.
  ///
  /// - Complexity: O(places).
  public subscript(name: String) -> NamedPlace? {
    guard !CombiningMarks.areTooMany(in: name) else { return nil }
    let key = NamedPlace.key(of: name)
    return places.first { NamedPlace.key(of: $0.name) == key }
  }

  /// Returns the nearest named place within ``NamedPlace/reach`` of a position; `nil` if none is.
  ///
  /// - Complexity: O(places).
  public func nearest(to position: Place) -> NamedPlace? {
    places.map { (place: $0, distance: $0.place.distance(to: position)) }
      .filter { $0.distance <= NamedPlace.reach }.min { $0.distance < $1.distance }?.place
  }

  /// Adds a place; if another one has its name, it takes that one's place.
  ///
  /// - Throws: ``PlaceNameError/tooMany``.
  public mutating func add(_ place: NamedPlace) throws(PlaceNameError) {
    guard self[place.name] != nil || places.count < Self.limit else { throw .tooMany }
    let known = self[place.name]
    self = Self(places.filter { $0 != known } + [place])
  }

  /// Gives a place another name, or writes its name in another way.
  ///
  /// - Returns: The place with its new name.
  /// - Throws: ``PlaceNameError/unknown``, ``PlaceNameError/taken``, or another ``PlaceNameError``
  ///   for a name that no place can have.
  @discardableResult
  public mutating func rename(_ name: String, to newName: String) throws(PlaceNameError) -> NamedPlace {
    guard let known = self[name] else { throw .unknown }
    let renamed = try NamedPlace(newName, at: known.place, milliseconds: known.milliseconds)
    guard self[newName].map({ $0 == known }) ?? true else { throw .taken }
    self = Self(places.filter { $0 != known } + [renamed])
    return renamed
  }

  /// Takes the name from a place.
  ///
  /// - Returns: What had it; `nil` if there was none.
  @discardableResult
  public mutating func remove(_ name: String) -> NamedPlace? {
    guard let known = self[name] else { return nil }
    places.removeAll { $0 == known }
    return known
  }

  /// Removes the places that a deletion takes along; returns how many those are.
  package mutating func forget(_ deletion: Deletion) -> Int {
    let before = places.count
    places.removeAll { $0.isForgotten(by: deletion) }
    return before - places.count
  }

  /// Refuses to keep places of a user whose name has a control character.
  ///
  /// - Throws: ``ActivityError/controlCharacter(field:codePoint:)``.
  package static func checkName(of user: UserIdentifier) throws(ActivityError) {
    try ControlCharacters.check(user.name, "user")
  }
}
