/// An invalid query, donation or model.
public enum SuggestionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The limit is not positive.
  case limitNotPositive
  /// The minimum probability is not between 0 and 1.
  case probabilityOutOfRange
  /// The horizon is shorter than a minute, longer than 31 days, or not a number.
  case horizonOutOfRange
  /// A minute of quiet hours is not within a day.
  case minuteOutOfRange
  /// The donation is more than a day after the present moment named by the caller.
  case donationFromTheFuture
  /// The model was trained for other features than this version computes.
  case schemaMismatch(model: String, program: String)

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .limitNotPositive: "the limit has to be at least 1"
    case .probabilityOutOfRange: "the minimum probability has to be between 0 and 1"
    case .horizonOutOfRange:
      "the horizon has to be from 60 seconds to 31 days; without one, probabilities are conditional"
    case .minuteOutOfRange: "quiet hours begin and end at a minute from 0 to 1,439 of the day"
    case .donationFromTheFuture: "the donation is more than a day in the future; check the donor's clock"
    case .schemaMismatch(let model, let program):
      "the model expects feature schema \(model), but this version computes \(program); retrain it"
    }
  }
}
