internal import Activities

/// A place of a persona: coordinates, if it has any, and what the device knows when it is there.
struct PersonaPlace: Hashable, Sendable {
  /// Where it is; a train has none.
  let place: Place?
  /// Standard deviation of the measured position in metres; absent: that of the persona.
  let noise: Double?
  /// Context attributes in force there, such as `wifi`, in order of their names.
  let attributes: [Named<ValueTemplate>]
}

/// How well the device knows where it is.
struct LocationHabits: Hashable, Sendable {
  /// Standard deviation of a measured position in metres, for each axis.
  let noise: Double
  /// The probability that a donation carries its place at all.
  let known: Double
}

/// Days without any donation, counted from 0.
struct DeviceOff: Hashable, Sendable {
  let probability: Double
  let days: Set<Int>
}

/// A value under its name.
///
/// Lists of these stand for dictionaries where the order has to be the same everywhere.
struct Named<Value> {
  let name: String
  let value: Value
}

extension Named: Equatable where Value: Equatable {}
extension Named: Hashable where Value: Hashable {}
extension Named: Sendable where Value: Sendable {}
