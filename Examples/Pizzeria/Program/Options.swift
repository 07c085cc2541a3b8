import ArgumentParser
import Continuation
import Foundation
import Hunch

/// The options that all commands share: the store, the time, and the place.
struct Options: ParsableArguments {
  @Option(help: "Where to remember things. Default: the user's store.")
  var store: String?

  @Option(
    help: "The moment, like 2026-03-02T12:10:00+01:00. Default: now.", transform: { try Instant(rfc3339: $0) }
  )
  var at: Instant?

  @Option(
    parsing: .unconditional,  // degrees south begin with a hyphen
    help: "Where you are, in degrees north and east, like 52.52,13.405.",
    transform: { try Place(argument: $0) })
  var near: Place?

  @Option(help: "A manifest to use instead of the program's own, to see what a wrong one does.")
  var manifest: String?

  /// Returns the time and place: the program reads the clock, the library never does.
  func context() throws -> Context {
    try Context(at: try at ?? Instant.now(), place: near)
  }

  func storePath() throws -> String {
    guard let path = StoreLocation.path(explicit: store, environment: ProcessInfo.processInfo.environment)
    else { throw OpeningError.noStorePath }
    return path
  }

  func readManifest() throws -> Manifest {
    guard let manifest else { return try .shipped() }
    guard let bytes = FileManager.default.contents(atPath: manifest) else {
      throw Failure("\(manifest) cannot be read", .noInput)
    }
    return try Manifest(json: Array(bytes))
  }
}

extension Instant {
  /// The present moment in the local time zone.
  static func now() throws -> Instant {
    let now = Date()
    let zone = TimeZone.current
    return try Instant(
      milliseconds: Int64((now.timeIntervalSince1970 * 1_000).rounded(.down)),
      offsetMinutes: zone.secondsFromGMT(for: now) / 60, timeZone: zone.identifier)
  }
}

extension Place {
  /// Reads degrees north, a comma, degrees east.
  init(argument: String) throws {
    let degrees = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1] else {
      throw ValidationError("write degrees north and east with a comma between them, like 52.52,13.405")
    }
    try self.init(latitude: latitude, longitude: longitude)
  }
}

extension Pizzeria {
  /// Finds a pizzeria by its name or identifier, ignoring case.
  init(argument: String) throws {
    let asked = argument.lowercased()
    guard let found = Pizzeria.all.first(where: { [$0.name.lowercased(), $0.identifier].contains(asked) })
    else { throw ValidationError("there is no such pizzeria; `pizzeria browse` lists them") }
    self = found
  }
}
