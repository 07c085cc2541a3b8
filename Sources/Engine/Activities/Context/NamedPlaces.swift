/// The places to which a user has given names, which are distinct.
public struct NamedPlaces: Hashable, Sendable {
  /// The places, ordered by name.
  public private(set) var places: [NamedPlace] = []

  /// The maximum number of named places of a user.
  public static let limit = 256

  /// Creates an empty list.
  public init() {}

  /// Creates the list of stored places; the later of two with the same name wins.
  package init(_ kept: [NamedPlace]) {
    let keyed = kept.map { (NamedPlace.key(of: $0.name), $0) }
    places = Dictionary(keyed) { $0.milliseconds <= $1.milliseconds ? $1 : $0 }
      .sorted { $0.key.precedesInBytes($1.key) }.map(\.value)
  }

  /// The place with a name, ignoring case, or `nil` if there is none.
  ///
  /// - Complexity: O(places).
  public subscript(name: String) -> NamedPlace? {
    guard !CombiningMarks.areTooMany(in: name) else { return nil }
    let key = NamedPlace.key(of: name)
    return places.first { NamedPlace.key(of: $0.name) == key }
  }

  /// Returns the nearest named place within ``NamedPlace/reach`` of a position, or `nil` if there
  /// is none.
  ///
  /// - Complexity: O(places).
  public func nearest(to position: Place) -> NamedPlace? {
    places.map { (place: $0, distance: $0.place.distance(to: position)) }
      .filter { $0.distance <= NamedPlace.reach }.min { $0.distance < $1.distance }?.place
  }

  /// Adds a place, or replaces the one with the same name.
  ///
  /// - Throws: ``PlaceNameError/tooMany``.
  public mutating func add(_ place: NamedPlace) throws(PlaceNameError) {
    guard self[place.name] != nil || places.count < Self.limit else { throw .tooMany }
    let known = self[place.name]
    self = Self(places.filter { $0 != known } + [place])
  }

  /// Changes the name of a place, or the spelling of its name.
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

  /// Removes a place.
  ///
  /// - Returns: The removed place, or `nil` if none had the name.
  @discardableResult
  public mutating func remove(_ name: String) -> NamedPlace? {
    guard let known = self[name] else { return nil }
    places.removeAll { $0 == known }
    return known
  }

  /// Removes the places that a deletion matches; returns their number.
  package mutating func forget(_ deletion: Deletion) -> Int {
    let before = places.count
    places.removeAll { $0.isForgotten(by: deletion) }
    return before - places.count
  }

  /// Rejects a user whose name has a control character.
  ///
  /// - Throws: ``ActivityError/controlCharacter(field:codePoint:)``.
  package static func checkName(of user: UserIdentifier) throws(ActivityError) {
    try ControlCharacters.check(user.name, "user")
  }
}
