/// One donation of a window of the past, by small codes: 16 bytes.
///
/// A code of 0 for a place or attributes means that there were none.
public struct PastRecord: BitwiseCopyable, Equatable, Sendable {
  /// The day of a record that only stands there because others come after it: it counts nothing itself.
  public static let notCounted: UInt8 = 7

  /// A time from some origin on, to 1/256 second.
  public struct Time: Equatable, Sendable {
    /// How often 256 seconds have passed.
    public let units: Int32
    /// What comes to that, in parts of 1/256 second.
    public let parts: UInt16

    /// - Parameter milliseconds: From the origin on; at least 0, and less than some ten thousand years.
    public init(milliseconds: Int64) {
      let parts = max(0, milliseconds) * 256 / 1_000
      units = Int32(clamping: parts >> 16)
      self.parts = UInt16(truncatingIfNeeded: parts)
    }
  }

  private let units: Int32
  /// What was done.
  public let row: Int32
  private let parts: UInt16
  /// Where; it is the last known place of the record after it.
  public let place: UInt16
  /// The attributes of the context, all together.
  public let attributes: UInt16
  /// The time of day in quarters of an hour.
  public let hour: UInt8
  /// The day of the week, 0 to 6, or ``notCounted``.
  public let day: UInt8

  /// Whether its time is one that ``Time`` can be: what was read from bytes may not be.
  public var isSound: Bool { units >= 0 }

  /// Makes a record.
  public init(time: Time, row: Int32, place: UInt16, attributes: UInt16, hour: UInt8, day: UInt8) {
    (units, parts, self.row) = (time.units, time.parts, row)
    (self.place, self.attributes, self.hour, self.day) = (place, attributes, hour, day)
  }
}
