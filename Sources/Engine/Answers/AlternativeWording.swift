package import Activities
package import Suggestions

/// The wording of alternative circumstances.
package enum AlternativeWording {
  /// Like "at Mon 08:30 it would come first, with 42.0 %", without control characters.
  package static func words(
    of alternative: Alternative, within horizon: Double?, places: NamedPlaces
  ) -> String {
    func position(_ place: Place) -> String {
      (places.nearest(to: place)?.name ?? place.name).map(Formatting.plain) ?? PlaceReport.position(place)
    }
    let circumstances =
      switch alternative.change {
      case .time(let instant): "at \(moment(instant))"
      case .place(let place): "at \(position(place))"
      case .previous(let before): after(before)
      case .usual(let instant, let place, let before):
        (["at \(moment(instant))"] + (place.map { ["at \(position($0))"] } ?? [])
          + (before.map { [after($0)] } ?? [])).joined(separator: ", ")
      }
    let said = Formatting.within("\(Formatting.fixed(alternative.probability * 100, 1)) %", horizon)
    let place = alternative.rank == 1 ? "come first" : "be number \(alternative.rank)"
    return "\(circumstances) it would \(place), with \(said)"
  }

  /// Like "4 min after Open Calendar".
  private static func after(_ before: Alternative.Predecessor) -> String {
    let title = Formatting.shortened(Formatting.plain(before.title), to: 40)
    return before.seconds < 1
      ? "right after \(title)" : "\(Formatting.duration(before.seconds)) after \(title)"
  }

  private static func moment(_ instant: Instant) -> String {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let minutes = Int(clamping: (instant.localHour * 60).rounded()) % 1_440
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(days[instant.localWeekday]) \(two(minutes / 60)):\(two(minutes % 60))"
  }
}
