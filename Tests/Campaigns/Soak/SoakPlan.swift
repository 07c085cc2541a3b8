import Foundation

/// The settings of a soak: its length, its people and their data.
struct SoakPlan: Equatable {
  /// The total duration in seconds, including checks.
  var seconds = 60.0
  /// The duration of a round in seconds; everything is measured after each one.
  var roundSeconds = 10.0
  /// The number of people that this process works for.
  ///
  /// One more than the engine keeps in memory, so that it always evicts one of them.
  var people = 4
  /// The number of days for which donations are kept; a person does something every nine minutes.
  var days = 12.0
  /// The pause after each operation, in milliseconds: with less, the cores are never free, and
  /// times measure a queue.
  var rest = 20.0
  /// The number of rounds between checks of the log against the acknowledged data, and of answers
  /// against a fresh engine.
  var roundsBetweenChecks = 3
  /// The number of rounds after which the store is closed and opened again.
  var roundsBetweenOpenings = 12
  /// The seed for everything except the order of tasks.
  var seed: UInt64 = 20_261_122
  /// The bytes that every operation leaks on purpose, to show that the verdict finds them.
  var leak = 0
  /// The file for the measurements; `nil` for a temporary file.
  var file: String?
  /// The folder of the store; `nil` for a temporary one.
  var folder: String?

  init() {}

  /// Reads `--name value` pairs.
  ///
  /// - Throws: ``SoakError/usage(_:)`` for anything else.
  init(_ arguments: [String]) throws {
    for index in stride(from: 0, to: arguments.count, by: 2) {
      guard index + 1 < arguments.count else { throw SoakError.usage(arguments[index]) }
      try read(arguments[index], arguments[index + 1])
    }
    guard seconds > 0, roundSeconds > 0, people > 0, days >= 1, rest >= 0, leak >= 0, roundsBetweenChecks > 0,
      roundsBetweenOpenings > 0
    else { throw SoakError.usage("a number") }
  }

  private mutating func read(_ name: String, _ value: String) throws {
    func number<Number: LosslessStringConvertible>() throws -> Number {
      guard let number = Number(value) else { throw SoakError.usage("\(name) \(value)") }
      return number
    }
    switch name {
    case "--seconds": seconds = try number()
    case "--round": roundSeconds = try number()
    case "--people": people = try number()
    case "--days": days = try number()
    case "--rest": rest = try number()
    case "--check-every": roundsBetweenChecks = try number()
    case "--open-every": roundsBetweenOpenings = try number()
    case "--seed": seed = try number()
    case "--leak": leak = try number()
    case "--file": file = value
    case "--folder": folder = value
    default: throw SoakError.usage(name)
    }
  }
}

/// The reasons why a soak cannot continue.
enum SoakError: Error, CustomStringConvertible {
  /// An invalid argument.
  case usage(String)
  /// Something that must never happen.
  case broken(String)

  var description: String {
    switch self {
    case .usage(let what):
      """
      \(what) is not understood; usage: Soak [--seconds N] [--round SECONDS] [--people N] [--days N] [--rest MILLISECONDS] \
      [--check-every ROUNDS] [--open-every ROUNDS] [--seed N] [--leak BYTES] [--file CSV] [--folder PATH] | judge CSV
      """
    case .broken(let what): what
    }
  }
}
