internal import Foundation

/// A date as the log writes it: as RFC 3339 if that is exact, otherwise in seconds since 2001.
struct CodableDate: Codable {
  let date: Date

  init(_ date: Date) { self.date = date }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let instant = Instant(exactly: date) {
      try container.encode(instant.rfc3339)
    } else {
      try container.encode(date.timeIntervalSinceReferenceDate)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Double.self) {
      date = Date(timeIntervalSinceReferenceDate: seconds)
    } else {
      date = try Instant(rfc3339: container.decode(String.self)).date
    }
  }
}
