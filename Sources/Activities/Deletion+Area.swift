extension Deletion {
  /// A circle on the ground.
  public struct Area: Hashable, Sendable {
    /// Degrees north of its centre.
    public let latitude: Double
    /// Degrees east of its centre.
    public let longitude: Double
    /// Metres from the centre to the edge, which belongs to it.
    public let radius: Double
    private let center: Place

    /// Makes a circle.
    ///
    /// - Throws: ``ActivityError/coordinateOutOfRange(field:)`` for a coordinate, ``ActivityError/notFinite(field:)`` or
    ///   ``ActivityError/negative(field:)`` for the radius.
    public init(latitude: Double, longitude: Double, within radius: Double) throws(ActivityError) {
      guard radius.isFinite else { throw .notFinite(field: "within") }
      guard radius >= 0 else { throw .negative(field: "within") }
      center = try Place(latitude: latitude, longitude: longitude)
      (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
    }

    /// Whether a place lies in it, by ``Place/distance(to:)``; the uncertainty of the place is not considered.
    public func contains(_ place: Place) -> Bool { center.distance(to: place) <= radius }
  }
}
