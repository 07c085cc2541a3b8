internal import Activities

extension Circumstance {
  /// The place where it happens, `metres` wide.
  static func place(metres: Double) -> Circumstance {
    let isKnown: @Sendable (borrowing QueryContext) -> Bool = {
      $0.place.map { $0.accuracy.resolves(metres: metres) } ?? false
    }
    return Circumstance(
      "place", metres, code: .place, mayBeUntold: true, isKnown: isKnown,
      fill: { values, donations, moment in
        guard isKnown(moment), let place = moment.place else {
          return values.fillNothing(codes: donations.places.limit)
        }
        values.fromPlace.appendLikenesses(of: donations.places, to: place, metres, into: &values.all)
      })
  }

  /// The place where it happens, compared with the last known place if the current one is unknown.
  static func nearPlace(metres: Double) -> Circumstance {
    let isKnown: @Sendable (borrowing QueryContext) -> Bool = {
      $0.place == nil && $0.lastPlace.map { $0.accuracy.resolves(metres: metres) } ?? false
    }
    return Circumstance(
      "near-place", metres, code: .place, mayBeUntold: true, isKnown: isKnown,
      remainder: { moment, _ in remainder(ofPlace: moment.lastPlaceAge) },
      fill: { values, donations, moment in
        guard isKnown(moment), let place = moment.lastPlace else {
          return values.fillNothing(codes: donations.places.limit)
        }
        values.fromLastPlace.appendLikenesses(of: donations.places, to: place, metres, into: &values.all)
      })
  }

  /// The last known place before it happens: where users go from there.
  static func lastPlace(metres: Double) -> Circumstance {
    let isKnown: @Sendable (borrowing QueryContext) -> Bool = {
      $0.lastPlace.map { $0.accuracy.resolves(metres: metres) } ?? false
    }
    return Circumstance(
      "last-place", metres, code: .lastPlace, mayBeUntold: true, isKnown: isKnown,
      remainder: { moment, _ in remainder(ofPlace: moment.lastPlaceAge) },
      fill: { values, donations, moment in
        guard isKnown(moment), let place = moment.lastPlace else {
          return values.fillNothing(codes: donations.places.limit)
        }
        values.fromLastPlace.appendLikenesses(of: donations.places, to: place, metres, into: &values.all)
      })
  }

  /// The learned place where it happens.
  static let learnedPlace = Circumstance(
    "learned-place", definition: "learned-place \(LearnedPlaces.radius) \(LearnedPlaces.mergingDistance)",
    code: .place, mayBeUntold: true, isKnown: { $0.place?.accuracy == .fine },
    fill: { values, donations, moment in
      let codes = donations.places.limit
      guard let here = moment.spot?.number else { return values.fillNothing(codes: codes) }
      for code in 0..<codes {
        let spot = donations.learnedPlaces.spot(ofCode: code)
        values.append(spot == LearnedPlaces.none ? .nan : spot == here ? 1 : 0)
      }
    })

  /// The age at which the last known place tells half as much, in seconds.
  static let placeHalfLife = 172_800.0

  /// Returns how much a last known place of an age tells; one of unknown age counts as new.
  static func remainder(ofPlace age: Double?) -> Double { 1 / (1 + (age ?? 0) / placeHalfLife) }
}

extension PlaceOffsets {
  /// Appends the similarity of each code's place to a place: NaN if the code's place is unknown or
  /// not known well enough.
  fileprivate mutating func appendLikenesses(
    of codes: borrowing SharedCodes, to place: PlaceKey, _ metres: Double, into values: inout [Float]
  ) {
    measure(codes, from: place)
    for code in 0..<codes.limit {
      let offset = offset(ofCode: code, resolving: metres)
      values.append(offset.map { Float(Circumstance.likeness(of: $0, metres: metres)) } ?? .nan)
    }
  }
}
