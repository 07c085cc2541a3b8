import Foundation

/// What a soak is: how long, how many people, how much they have.
struct SoakPlan: Equatable {
  /// How long it takes, in seconds, checks included.
  var seconds = 60.0
  /// How long a round is, in seconds: after each one everything is measured.
  var roundSeconds = 10.0
  /// How many people this process works for.
  ///
  /// One more than the engine keeps in memory, so that somebody is always put away.
  var people = 4
  /// How many days of donations are kept; a person does something every nine minutes.
  var days = 12.0
  /// How long everyone rests after each operation, in milliseconds: with less the cores are never
  /// free, and times are those of a queue.
  var rest = 20.0
  /// After how many rounds the log is compared with what was acknowledged, and answers with those
  /// of a fresh engine.
  var roundsBetweenChecks = 3
  /// After how many rounds the store is closed and opened again.
  var roundsBetweenOpenings = 12
  /// Decides everything but the order in which tasks get their turns.
  var seed: UInt64 = 20_261_122
  /// Bytes that every operation leaks on purpose, to show that the verdict finds them.
  var leak = 0
  /// Where the measurements go; `nil` for a temporary file.
  var file: String?
  /// The folder in which the store is made; `nil` for a temporary one.
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

/// Why a soak could not go on.
enum SoakError: Error, CustomStringConvertible {
  /// An argument that is none.
  case usage(String)
  /// Something that may never happen happened.
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
