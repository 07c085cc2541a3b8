@testable import Features

/// The circumstances that the slow twin knows, each with its parameter.
enum TwinCircumstance {
  case timeOfDay(Double), weekday, kindOfDay, gap
  case previous(Int), earlier(Int), amongLast, amongLastByAge
  case place(Double), learnedPlace, nearPlace(Double), lastPlace(Double)
  case allAttributes, anyAttribute
}

extension Circumstance {
  /// The circumstance as the twin knows it; a new one needs its own definition here.
  var twin: TwinCircumstance {
    switch name {
    case "time-of-day": .timeOfDay(parameter)
    case "weekday": .weekday
    case "kind-of-day": .kindOfDay
    case "gap": .gap
    case "previous": .previous(Int(parameter))
    case "earlier": .earlier(Int(parameter))
    case "among-last": .amongLast
    case "among-last-by-age": .amongLastByAge
    case "place": .place(parameter)
    case "learned-place": .learnedPlace
    case "near-place": .nearPlace(parameter)
    case "last-place": .lastPlace(parameter)
    case "all-attributes": .allAttributes
    case "any-attribute": .anyAttribute
    default: fatalError("the slow twin has no definition of \(name)")
    }
  }
}
