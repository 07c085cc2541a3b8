import Activities
import Evaluation
import Foundation
import LogFormat
import Simulation

/// The outcome of one file.
struct PersonaOutcome: Equatable {
  var isPersona = false
  /// The number of expectations; `nil` if it is not a file of expectations.
  var expectations: Int?
  /// How many donations two days have; `nil` if they cannot be simulated.
  var donations: Int?
}

/// A promise of persona files that one input broke.
enum PersonaPromise: Error {
  /// A message does not name the file, or the place in it.
  case unnamed
  /// The same bytes are read, or lived, in two ways.
  case chance
  /// Donations do not come in the order of time.
  case order
  /// An expectation's numbers are out of their ranges.
  case range
  /// An error that is not one of reading or of simulating.
  case otherError(any Error)
}

/// Runs the readers of personas and expectations on arbitrary bytes, and lives two days of what
/// they read.
///
/// The fuzzer and the tests of its corpus share it.
func exercisePersona(_ bytes: [UInt8]) throws -> PersonaOutcome {
  let json = Data(bytes)
  var outcome = PersonaOutcome()
  if let persona = try read({ try Persona(json: json, file: "a.json") }) {
    outcome.isPersona = true
    outcome.donations = try days(of: persona)
  }
  let file = try read { try ExpectationFile<Persona>(json: json, file: "a.json") { _ in (json, "a.json") } }
  if let file {
    for expectation in file.expectations {
      guard (0...1).contains(expectation.minimumProbability), (0...1).contains(expectation.share) else {
        throw PersonaPromise.range
      }
    }
    outcome.expectations = file.expectations.count
  }
  return outcome
}

/// Returns the value read; `nil` if it was rejected with file, position and reason.
private func read<Value>(_ body: () throws -> Value) throws -> Value? {
  do {
    return try body()
  } catch let error as DocumentError {
    guard error.description.hasPrefix("a.json: $"), !error.reason.description.isEmpty else {
      throw PersonaPromise.unnamed
    }
    return nil
  } catch is ActivityError {
    return nil
  } catch {
    throw PersonaPromise.otherError(error)
  }
}

private func days(of persona: Persona) throws -> Int? {
  let simulation = Simulation(of: persona, seed: 7)
  do {
    let donations = try simulation.donations(days: 2)
    guard try simulation.donations(days: 2) == donations else { throw PersonaPromise.chance }
    let times = donations.map(\.context.instant.milliseconds)
    guard zip(times, times.dropFirst()).allSatisfy(<=) else { throw PersonaPromise.order }
    return donations.count
  } catch is SimulationError {
    return nil
  }
}
