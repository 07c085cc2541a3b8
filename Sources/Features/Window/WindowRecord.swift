/// One donation of a window of the past, by small codes: 16 bytes.
///
/// A code of 0 for a place or attributes means that there were none.
struct WindowRecord: BitwiseCopyable, Equatable, Sendable {
  /// The day of a record that only stands there because others come after it: it counts nothing itself.
  static let notCounted: UInt8 = 7

  /// A time from some origin on, to 1/256 second.
  struct Time: Equatable, Sendable {
    /// The number of times that 256 seconds have passed.
    let units: Int32
    /// The remainder, in parts of 1/256 second.
    let parts: UInt16

    /// - Parameter milliseconds: From the origin on; at least 0, and less than some ten thousand years.
    init(milliseconds: Int64) {
      let parts = max(0, milliseconds) * 256 / 1_000
      units = Int32(clamping: parts >> 16)
      self.parts = UInt16(truncatingIfNeeded: parts)
    }
  }

  private let units: Int32
  /// The row of the activity that was done.
  let row: Int32
  private let parts: UInt16
  /// The place, which is the last known place of the record after it.
  let place: UInt16
  /// The attributes of the context, all together.
  let attributes: UInt16
  /// The time of day in quarters of an hour.
  let hour: UInt8
  /// The day of the week, 0 to 6, or ``notCounted``.
  let day: UInt8

  /// A Boolean value that indicates whether its time is one that ``Time`` can be; one read from bytes may not
  /// be.
  var isSound: Bool { units >= 0 }

  /// Makes a record.
  init(time: Time, row: Int32, place: UInt16, attributes: UInt16, hour: UInt8, day: UInt8) {
    (units, parts, self.row) = (time.units, time.parts, row)
    (self.place, self.attributes, self.hour, self.day) = (place, attributes, hour, day)
  }
}
