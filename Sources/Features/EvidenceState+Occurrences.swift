public import Activities
internal import Kernels

/// Under which circumstances an activity was done lately: what one would have to change for it to be likely.
extension EvidenceState {
  /// One donation of the window.
  public struct Occurrence: Hashable, Sendable {
    /// The day of the week, 0 is Monday; `nil` if it teaches no habit.
    public let weekday: Int?
    /// The quarter of an hour of the local day, 0 to 95.
    public let quarterHour: Int
    /// Where, if that was known, to about a metre.
    public let place: Place?
    /// The row of the donation before it, if there was one.
    public let previousRow: Int?
  }

  /// The donations of a row within the window, the oldest first.
  ///
  /// - Complexity: O(donations in the window).
  public func occurrences(ofRow row: Int) -> [Occurrence] {
    var previous: Int32?
    var found: [Occurrence] = []
    for record in window.slice {
      defer { previous = record.row }
      guard record.row == row else { continue }
      found.append(
        Occurrence(
          weekday: record.day == PastRecord.notCounted ? nil : Int(record.day),
          quarterHour: Int(record.hour), place: place(of: record), previousRow: previous.map(Int.init)))
    }
    return found
  }

  private func place(of record: PastRecord) -> Place? {
    guard record.place != 0, let key = window.places.key(of: Int(record.place)) else { return nil }
    let place = PlaceKey(key: key)
    return try? Place(latitude: place.latitude, longitude: place.longitude)
  }
}
