/// One donation of a window of the past, by small codes: 16 bytes.
///
/// A code of 0 for a place or attributes means that there were none.
struct WindowRecord: BitwiseCopyable, Equatable, Sendable {
  /// The day of a record that is kept only because others come after it, and is not counted itself.
  static let notCounted: UInt8 = 7
  /// The hour of a record whose time only gives its order.
  static let hourOfOrder: UInt8 = 96
  /// The hour of a record for which only the day is known.
  static let hourOfDay: UInt8 = 97
  /// The number of codes of an hour.
  static let hourCodes = 98
  /// The bit of a position that comes from an earlier donation.
  static let carried: UInt16 = 1 << 15

  /// A time relative to an origin, to 1/256 second.
  struct Time: Equatable, Sendable {
    /// The number of times that 256 seconds have passed.
    let units: Int32
    /// The remainder, in parts of 1/256 second.
    let parts: UInt16

    /// The time of records before the first one that has a time: some 544 years before the origin,
    /// so that the next record does not count as following a pause.
    static let never = Time(units: -1 << 26, parts: 0)

    /// Creates a time.
    ///
    /// - Parameter milliseconds: The milliseconds since the origin; at least 0, and less than some
    ///   ten thousand years.
    init(milliseconds: Int64) {
      let parts = max(0, milliseconds) * 256 / 1_000
      units = Int32(clamping: parts >> 16)
      self.parts = UInt16(truncatingIfNeeded: parts)
    }

    /// The milliseconds since the origin.
    var milliseconds: Int64 { (Int64(units) << 16 | Int64(parts)) * 1_000 / 256 }

    fileprivate init(units: Int32, parts: UInt16) { (self.units, self.parts) = (units, parts) }
  }

  private let units: Int32
  /// The item of the activity that was done.
  let item: Int32
  private let parts: UInt16
  /// The code of the last known place at the time, with ``carried`` if it comes from an earlier
  /// donation.
  private let position: UInt16
  /// The attributes of the context, all together.
  let attributes: UInt16
  /// The time of day in quarters of an hour, ``hourOfDay`` or ``hourOfOrder``.
  let hour: UInt8
  /// The day of the week, 0 to 6, or ``notCounted``.
  let day: UInt8

  /// The place where it happened; 0 if the donation has none.
  var place: UInt16 { position & Self.carried == 0 ? position : 0 }
  /// The last known place once it had happened: its own, or that of an earlier donation; 0 if no
  /// place was known.
  var knownPlace: UInt16 { position & ~Self.carried }

  /// A Boolean value that indicates whether it is known when it happened.
  ///
  /// If it is not, hour, pause and pace must not be learned from the record: its ``time`` is that
  /// of the last record that has one.
  var hasTime: Bool { hour < Self.hourOfOrder }
  /// The day of the week, where 0 is Monday; `nil` if the record is not counted, or the day is not
  /// known.
  var weekday: Int? { day == Self.notCounted || hour == Self.hourOfOrder ? nil : Int(day) }
  /// The time of the record, or of the last one before it that has a time; ``Time/never`` if
  /// neither has one.
  var time: Time { Time(units: units, parts: parts) }
  /// A Boolean value that indicates whether its codes are valid, which they may not be in a record
  /// read from bytes.
  var isSound: Bool {
    (units >= 0 || (!hasTime && time == .never)) && hour < Self.hourCodes && day <= Self.notCounted
  }

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - knownPlace: The last known place.
  ///   - isPlaceOwn: Whether that place is the donation's own.
  init(
    time: Time, item: Int32, knownPlace: UInt16, isPlaceOwn: Bool, attributes: UInt16, hour: UInt8, day: UInt8
  ) {
    (units, parts, self.item) = (time.units, time.parts, item)
    position = knownPlace == 0 || isPlaceOwn ? knownPlace : knownPlace | Self.carried
    (self.attributes, self.hour, self.day) = (attributes, hour, day)
  }
}
