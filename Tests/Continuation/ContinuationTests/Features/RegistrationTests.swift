import Activities
import Continuation
import Testing

@Suite("Declaring features and actions")
struct RegistrationTests {
  enum AppFeatures: FeatureGroup {
    static let description = "All of it"
    static let subfeatures: [any Feature.Type] = [WorkshopFeature.self]
  }

  private func register(
    _ features: any Feature.Type..., naming: ActivityTypeNaming = .stable
  ) throws -> ActionRegistry {
    try ActionRegistry(application: Workshop.application, features: features, naming: naming)
  }

  @Test("a group with one feature registers two features, and the feature has its declared actions")
  func setUp() throws {
    let registry = try register(AppFeatures.self)
    #expect(registry.features.map(\.typeName) == ["AppFeatures", "WorkshopFeature"])
    let metadata = try #require(registry.metadata(for: WorkshopFeature.self))
    #expect(metadata.actions.map(\.metadata.typeName) == ["RunScriptAction", "RunQuietlyAction"])
    #expect(metadata.publishedActions.map(\.metadata.typeName) == ["RunScriptAction"])
    #expect(metadata.parent == AppFeatures.self)
    #expect(metadata.identifier == "AppFeatures/WorkshopFeature")
    #expect(metadata.name == "Workshop" && metadata.description == "Scripts" && metadata.isVisible)
    #expect(registry.metadata(for: AppFeatures.self)?.name == "App Features")
    #expect(registry.metadata(for: AtticFeature.self) == nil)
  }

  @Test("a declared action is fully described without performing it")
  func actionMetadata() throws {
    let registry = try register(AppFeatures.self)
    let metadata = try #require(registry.declaration(of: RunScriptAction.self, in: WorkshopFeature.self))
      .metadata
    #expect(metadata.typeName == "RunScriptAction")
    #expect(metadata.name == "Run Script")
    #expect(metadata.description == "Runs a script")
    #expect(metadata.inputTypeName == "Script")
    #expect(metadata.presenterTypeName == "NoPresenter")
    #expect(metadata.analyticsID == "run")
    #expect(metadata.activityEligibility == [.prediction])
    #expect(metadata.suggestedInvocationPhrase == "Run it")
    #expect(metadata.activityType == "org.example.workshop.workshop.run-script")
    #expect(metadata.isPublished && !metadata.isHiddenFromTimeline)
    let quiet = try #require(registry.declaration(of: RunQuietlyAction.self, in: WorkshopFeature.self))
      .metadata
    #expect(quiet.isHiddenFromTimeline && !quiet.isPublished && quiet.analyticsID == nil)
  }

  @Test("row 101: a type that no action continues is not an error")
  func unknownType() throws {
    let registry = try register(AppFeatures.self)
    #expect(registry.action(for: "org.example.workshop.workshop.dance") == nil)
    #expect(registry.action(for: "") == nil)
    #expect(registry.declaration(of: RunScriptAction.self, in: AtticFeature.self) == nil)
  }

  enum Twice: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(RunScriptAction.self)
      actions.publish(RunScriptAction.self)
      actions.declare(Action.self)
      actions.declare(Malformed.self)
    }
    enum Action: Plain {}
    enum Malformed: Plain { static let activityType = "two words" }
  }
  enum Twin: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Same.self)
      actions.declare(Nested.Same.self)
      actions.declare(Дело.self)
    }
    enum Same: Plain {}
    enum Дело: Plain {}
    enum Nested { enum Same: Plain {} }
  }
  enum Picky: Feature {
    static func prepare(_ actions: inout FeatureActions) throws(RegistrationError) {
      throw RegistrationError([.emptyName(type: "its own reason")])
    }
  }
  enum Knot: FeatureGroup {
    static let subfeatures: [any Feature.Type] = [AtticFeature.self, Loop.self, AtticFeature.self]
  }
  enum Loop: FeatureGroup {
    static let subfeatures: [any Feature.Type] = [Knot.self, WorkshopFeature.self]
  }

  @Test("row 30: all problems are reported together, with names")
  func allProblems() throws {
    let error = #expect(throws: RegistrationError.self) {
      try register(WorkshopFeature.self, Twice.self, Twin.self, Picky.self, Knot.self)
    }
    #expect(
      error?.problems == [
        .actionDeclaredTwice(action: "RunScriptAction", feature: "Twice"),
        .emptyName(type: "its own reason"),
        .groupContainsItself(path: ["Knot", "Loop", "Knot"]),
        .featureRegisteredTwice(feature: "WorkshopFeature", parents: [nil, "Loop"]),
        .featureRegisteredTwice(feature: "AtticFeature", parents: ["Knot", "Knot"]),
        .emptyName(type: "Action"),
        .invalidActivityType("two words", action: "Malformed"),
        .nameNotASCII(type: "Дело"),
        .duplicateActivityType("org.example.workshop.twin.same", actions: ["Twin.Same", "Twin.Same"]),
      ])
    #expect(error?.description.split(separator: "\n").count == 9)
  }

  @Test("row 30: in Flint mode an identifier that would end in a dot is refused too")
  func flintWithoutName() throws {
    let error = #expect(throws: RegistrationError.self) { try register(Twice.self, naming: .flint) }
    #expect(error?.problems.contains(.emptyName(type: "Action")) == true)
  }

  /// Records when features are prepared, and notified that their group is complete.
  enum Recorded {
    @TaskLocal static var notes = Notes()

    enum Outer: FeatureGroup {
      static let subfeatures: [any Feature.Type] = [Inner.self, Last.self]
      static func prepare(_ actions: inout FeatureActions) { notes.add("outer") }
      static func postPrepare() throws(RegistrationError) { notes.add("outer, post") }
    }
    enum Inner: FeatureGroup {
      static let subfeatures: [any Feature.Type] = [Leaf.self]
      static func prepare(_ actions: inout FeatureActions) { notes.add("inner") }
      static func postPrepare() throws(RegistrationError) { notes.add("inner, post") }
    }
    enum Leaf: Feature {
      static func prepare(_ actions: inout FeatureActions) { notes.add("leaf") }
      static func postPrepare() throws(RegistrationError) { notes.add("leaf, post") }
    }
    enum Last: Feature {
      static func prepare(_ actions: inout FeatureActions) { notes.add("last") }
      static func postPrepare() throws(RegistrationError) {
        notes.add("last, post")
        throw RegistrationError([.emptyName(type: "too late")])
      }
    }
  }

  @Test(
    "a feature is notified after its whole group was prepared; its errors count"
  )
  func postPrepare() throws {
    let notes = Notes()
    Recorded.$notes.withValue(notes) {
      #expect(throws: RegistrationError([.emptyName(type: "too late")])) { try register(Recorded.Outer.self) }
    }
    #expect(
      notes.all == [
        "outer", "inner", "leaf", "leaf, post", "last", "inner, post", "last, post", "outer, post",
      ])
  }

  @Test("each problem states the fault, its place, and how to fix it")
  func descriptions() {
    let error = RegistrationError([
      .featureRegisteredTwice(feature: "Music", parents: [nil, "Media"]),
      .duplicateActivityType("org.example.play", actions: ["Music.Play", "Film.Play"]),
      .malformedVersion("six", feature: "Music"),
    ])
    #expect(
      error.description == """
        Music is at the top and in Media; keep it in one place
        Music.Play and Film.Play have the activity type org.example.play; give one of them an `activityType` of its own
        six in the constraints of Music is not a version; write numbers and dots, like 6.1
        """)
  }

  @Test("nothing has to be declared")
  func empty() throws {
    #expect(try register().activityTypes.isEmpty)
    #expect(try register().lint().isEmpty)
  }
}

@Suite("Advice on declarations")
struct LintTests {
  enum Bare: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Predicted.self)
      actions.declare(Phrased.self)
      actions.declare(PhrasedToo.self)
    }
    enum Predicted: Plain { static let activityEligibility: ActivityEligibility = [.prediction, .search] }
    enum Phrased: Plain {
      static let description = "Has a phrase"
      static let suggestedInvocationPhrase: String? = "Do it"
    }
    enum PhrasedToo: Plain {
      static let description = "Has the same phrase"
      static let activityEligibility: ActivityEligibility = [.prediction]
      static let suggestedInvocationPhrase: String? = "do IT"
    }
  }
  enum Empty: Feature {
    static let description = "Nothing yet"
    static func prepare(_ actions: inout FeatureActions) {}
  }

  @Test("rows 114, 126: missing descriptions and phrases, phrases nobody sees or that collide")
  func advice() throws {
    let registry = try ActionRegistry(
      application: Workshop.application, features: [Bare.self, Empty.self, WorkshopFeature.self])
    let advice: [RegistrationAdvice] = [
      .featureWithoutDescription(feature: "Bare"),
      .actionWithoutDescription(action: "Bare.Predicted"),
      .predictionWithoutPhrase(action: "Bare.Predicted"),
      .phraseWithoutPrediction(action: "Bare.Phrased"),
      .emptyFeature(feature: "Empty"),
      .samePhrase("do it", actions: ["Bare.Phrased", "Bare.PhrasedToo"]),
    ]
    #expect(registry.lint() == advice)
    #expect(Set(advice.map(\.description)).count == advice.count)
  }
}
