import Activities
import Continuation
import Synchronization
import Testing

@Suite("Constraints of features")
struct ConstraintTests {
  /// Requires the constraints that the test sets.
  private enum Tested: ConditionalFeature {
    typealias Requirements = @Sendable (inout FeatureConstraints) -> Void

    /// Only one registry at a time, because a feature is a type whose requirements are global.
    static let registering = Mutex(())
    static let requirements = Mutex<Requirements>({ _ in })

    static func prepare(_ actions: inout FeatureActions) {}
    static func constraints(_ requirements: inout FeatureConstraints) {
      Self.requirements.withLock { $0 }(&requirements)
    }
  }

  private func registry(
    _ requirements: @escaping @Sendable (inout FeatureConstraints) -> Void
  ) throws -> ActionRegistry {
    try Tested.registering.withLock { _ in
      Tested.requirements.withLock { $0 = requirements }
      return try ActionRegistry(application: Workshop.application, features: [Tested.self])
    }
  }

  private func isAvailable(
    on platform: Platform, _ version: String,
    _ requirements: @escaping @Sendable (inout FeatureConstraints) -> Void
  ) throws -> Bool {
    let running = RunningPlatform(platform, version: try #require(PlatformVersion(version)))
    let availability = FeatureAvailability(registry: try registry(requirements), platform: running)
    return availability.availability(of: Tested.self) == .available
  }

  @Test("by default every system in every version satisfies a feature")
  func anyPlatform() throws {
    #expect(try isAvailable(on: .linux, "0") { _ in })
    #expect(try isAvailable(on: Platform("Amiga"), "1.3") { _ in })
    #expect(try isAvailable(on: .windows, "1") { $0.require(.linux, atLeast: 99) })
  }

  @Test("a number is the minimum version")
  func number() throws {
    #expect(try isAvailable(on: .linux, "6") { $0.require(.linux, atLeast: 6) })
    #expect(try isAvailable(on: .linux, "6.0.1") { $0.require(.linux, atLeast: 6) })
    #expect(try !isAvailable(on: .linux, "5.19") { $0.require(.linux, atLeast: 6) })
  }

  @Test("a text is the minimum version, compared number by number")
  func text() throws {
    #expect(try isAvailable(on: .linux, "6.10") { $0.require(.linux, atLeast: "6.9") })
    #expect(try isAvailable(on: .linux, "6.9.0") { $0.require(.linux, atLeast: "6.9") })
    #expect(try !isAvailable(on: .linux, "6.8.99") { $0.require(.linux, atLeast: "6.9") })
  }

  @Test("excluding a system keeps the others")
  func excluded() throws {
    #expect(try !isAvailable(on: .macOS, "15") { $0.exclude(.macOS) })
    #expect(try isAvailable(on: .linux, "6") { $0.exclude(.macOS) })
  }

  @Test("requiring only one system excludes all others")
  func only() throws {
    #expect(try isAvailable(on: .linux, "1") { $0.requireOnly(.linux) })
    #expect(try isAvailable(on: .linux, "6.1") { $0.requireOnly(.linux, atLeast: "6.1") })
    #expect(try !isAvailable(on: .linux, "6.0") { $0.requireOnly(.linux, atLeast: "6.1") })
    #expect(try !isAvailable(on: .macOS, "99") { $0.requireOnly(.linux) })
    #expect(try !isAvailable(on: Platform("amiga"), "99") { $0.requireOnly(.linux) })
  }

  @Test("requiring only one system overrides earlier requirements, and can be extended")
  func onlyOverrides() throws {
    let requirements: @Sendable (inout FeatureConstraints) -> Void = {
      $0.require(.macOS, atLeast: 12)
      $0.exclude(.linux)
      $0.requireOnly(.linux)
      $0.require(.windows, atLeast: 11)
    }
    #expect(try isAvailable(on: .linux, "1", requirements))
    #expect(try !isAvailable(on: .macOS, "99", requirements))
    #expect(try isAvailable(on: .windows, "11", requirements))
    #expect(try !isAvailable(on: .windows, "10", requirements))
  }

  @Test(
    "an invalid version is reported when the feature is registered",
    arguments: ["", "6.", "six", "-1", "6.1b"])
  func malformed(version: String) {
    #expect(PlatformVersion(version) == nil)
    #expect(throws: RegistrationError([.malformedVersion(version, feature: "Tested")])) {
      try registry { $0.require(.linux, atLeast: version) }
    }
  }

  @Test("a required system is unknown if the program's system is unknown")
  func unknownPlatform() throws {
    let demanding = try FeatureAvailability(registry: registry { $0.require(.linux, atLeast: 6) })
    #expect(demanding.availability(of: Tested.self) == .unknown)
  }

  @Test("until the user has chosen, the default of a switch counts", arguments: [true, false])
  func toggles(defaultValue: Bool) throws {
    let noted = NotedConstraints()
    let constraint = FeatureConstraint.userToggled(defaultValue: defaultValue)
    let availability = try FeatureAvailability(
      registry: registry { $0.require(constraint) }, evaluator: noted)
    #expect(availability.availability(of: Tested.self) == (defaultValue ? .available : .unavailable))
    noted.note(defaultValue ? .unsatisfied : .satisfied, of: constraint, for: Tested.self)
    availability.invalidate(constraint)
    #expect(availability.availability(of: Tested.self) == (defaultValue ? .unavailable : .available))
  }

  @Test("trailing zeros make no difference to versions, and are not written")
  func versions() throws {
    #expect(PlatformVersion("6.0.0") == PlatformVersion(6))
    #expect(PlatformVersion("0") == PlatformVersion(0))
    #expect(PlatformVersion("6.0.1").map(\.description) == "6.0.1")
    #expect(PlatformVersion(0).description == "0")
  }
}
