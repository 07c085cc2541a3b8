import Activities
import Continuation
import Testing

@Suite("Activity types of declared actions")
struct ActivityTypeNamingTests {
  enum SoundsFeature: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(BeepAction.self)
      actions.declare(HTTP2RequestAction.self)
    }
  }
  enum LocalizedFeature: Feature {
    static let name = "Ausgewählte  Töne"
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(LocalizedAction.self)
    }
  }
  enum AlarmsFeature: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(BeepAction.self)
    }
  }
  enum BeepAction: Plain {}
  enum HTTP2RequestAction: Plain {}
  enum LocalizedAction: Plain { static let name = "Zwei\tWörter" }

  private func registry(
    _ features: [any Feature.Type], naming: ActivityTypeNaming = .stable,
    identifier: String = "org.example.player"
  ) throws -> ActionRegistry {
    try ActionRegistry(
      application: Application(identifier: identifier), features: features, naming: naming)
  }

  @Test("row 27: by default the activity type comes from the names of types, not from display names")
  func stable() throws {
    let registry = try registry([SoundsFeature.self, LocalizedFeature.self])
    #expect(
      registry.activityTypes == [
        "org.example.player.localized.localized", "org.example.player.sounds.beep",
        "org.example.player.sounds.http2-request",
      ])
  }

  @Test("row 12: a localised name does not change the identity of an activity")
  func displayNames() throws {
    let action = try registry([LocalizedFeature.self]).actions.first
    #expect(action?.metadata.name == "Zwei\tWörter")
    #expect(action?.activityType == "org.example.player.localized.localized")
  }

  @Test("in Flint mode the display names make the activity type, including ugly ones")
  func flint() throws {
    let registry = try registry(
      [SoundsFeature.self, LocalizedFeature.self], naming: .flint, identifier: "Com.Example")
    #expect(
      registry.activityTypes == [
        "Com.Example.ausgewählte--töne.zwei-wörter", "Com.Example.sounds.beep",
        "Com.Example.sounds.htt-p2-request",
      ])
  }

  @Test("the same action in two features has two distinct types, and each leads to its own")
  func sameActionInTwoFeatures() throws {
    let registry = try registry([SoundsFeature.self, AlarmsFeature.self])
    #expect(registry.action(for: "org.example.player.sounds.beep")?.feature == SoundsFeature.self)
    #expect(registry.action(for: "org.example.player.alarms.beep")?.feature == AlarmsFeature.self)
    #expect(
      registry.declaration(of: BeepAction.self, in: AlarmsFeature.self)?.activityType
        == "org.example.player.alarms.beep")
  }

  @Test(
    "row 28: types of Flint, of its early versions and of its manual still lead to the action",
    arguments: [
      "org.example.player.sounds.htt-p2-request", "org.example.player.htt-p2-request",
      "org.example.player.htt p2 request", "org.example.player.sounds.http2-request",
    ])
  func aliases(type: String) throws {
    #expect(try registry([SoundsFeature.self]).action(for: type)?.action == HTTP2RequestAction.self)
    #expect(
      try registry([SoundsFeature.self], naming: .flint).action(for: type)?.action == HTTP2RequestAction.self)
  }

  @Test("row 28: an alias that two actions could have had leads to neither, and is reported")
  func ambiguousAlias() throws {
    let registry = try registry([SoundsFeature.self, AlarmsFeature.self])
    #expect(registry.action(for: "org.example.player.beep") == nil)
    let advice = RegistrationAdvice.ambiguousAlias(
      "org.example.player.beep", actions: ["SoundsFeature.BeepAction", "AlarmsFeature.BeepAction"])
    #expect(registry.lint().contains(advice))
  }

  enum RenamedFeature: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(RingAction.self)
    }
  }
  enum RingAction: Plain {
    static let activityType = "com.example.Player.Ring"
    static let formerActivityTypes = ["com.example.Player.OldRing", "org.example.player.beep"]
  }

  @Test("row 29: a custom type takes precedence, is used unchanged, and is continued")
  func explicit() throws {
    let registry = try registry([RenamedFeature.self])
    #expect(registry.activityTypes == ["com.example.Player.Ring"])
    #expect(registry.action(for: "com.example.Player.Ring")?.action == RingAction.self)
    #expect(registry.action(for: "org.example.player.renamed.ring")?.action == RingAction.self)
  }

  @Test("row 28: a declared former type takes precedence over a derived one")
  func formerTypes() throws {
    let registry = try registry([RenamedFeature.self, SoundsFeature.self])
    #expect(registry.action(for: "com.example.Player.OldRing")?.action == RingAction.self)
    #expect(registry.action(for: "org.example.player.beep")?.action == RingAction.self)
    let ring = try #require(registry.declaration(of: RingAction.self, in: RenamedFeature.self))
    #expect(
      ring.metadata.activityTypeAliases == [
        "com.example.Player.OldRing", "org.example.player.beep", "org.example.player.renamed.ring",
        "org.example.player.ring",
      ])
  }

  enum TakenFeature: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(TakenAction.self)
    }
    enum TakenAction: Plain { static let activityType = "org.example.player.beep" }
  }

  @Test("row 28: an action's current type takes precedence over another's former type")
  func presentBeforePast() throws {
    let registry = try registry([SoundsFeature.self, TakenFeature.self])
    #expect(registry.action(for: "org.example.player.beep")?.feature == TakenFeature.self)
    let advice = RegistrationAdvice.ambiguousAlias(
      "org.example.player.beep", actions: ["TakenFeature.TakenAction", "SoundsFeature.BeepAction"])
    #expect(registry.lint().contains(advice))
  }

  enum ThiefFeature: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Thief.self)
      actions.declare(Malformed.self)
    }
    enum Thief: Plain { static let formerActivityTypes = ["com.example.Player.Ring"] }
    enum Malformed: Plain { static let formerActivityTypes = ["no type"] }
  }

  @Test("row 28: a former type that is invalid, or another action's current one, fails the registration")
  func formerTypeOfAnother() throws {
    let error = RegistrationError([
      .invalidActivityType("no type", action: "Malformed"),
      .ambiguousFormerActivityType(
        "com.example.Player.Ring", actions: ["RenamedFeature.RingAction", "ThiefFeature.Thief"]),
    ])
    #expect(throws: error) { try registry([RenamedFeature.self, ThiefFeature.self]) }
  }

  @Test("row 27: the program's identifier is put in lower case, and refused if it has unstable characters")
  func identifiers() throws {
    let types = try registry([AlarmsFeature.self], identifier: "org.Example.Player").activityTypes
    #expect(types == ["org.example.player.alarms.beep"])
    #expect(throws: RegistrationError([.invalidApplicationIdentifier("org.example.my_player")])) {
      try registry([SoundsFeature.self], identifier: "org.example.my_player")
    }
  }
}
