import Activities
import Testing

@testable import Continuation

@Suite("The manifest of a program's actions")
struct RegistryManifestTests {
  enum Tuner: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Listen.self)
      actions.declare(Silent.self)
    }
    enum Listen: Plain {
      static let name = "Tune in"
      static let formerActivityTypes = ["radio.listen"]
      static let activityEligibility: ActivityEligibility = [.prediction, .handoff]
    }
    enum Silent: Plain {
      static let name = ""
      static let activityType = "org.example.radio.silent"
    }
  }
  enum Recorder: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Tape.self)
    }
    enum Tape: Plain {
      static let activityEligibility: ActivityEligibility = [.perform, .search, .publicIndexing]
    }
  }
  enum Careless: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Shout.self)
      actions.declare(Whisper.self)
    }
    enum Shout: Plain { static let activityType = "shout" }
    enum Whisper: Plain { static let activityType = "whisper" }
  }

  private func registry(_ features: any Feature.Type...) throws -> ActionRegistry {
    let publisher = try Publisher(identifier: "org.example", key: Array(repeating: 7, count: 16))
    return try ActionRegistry(
      application: Application(identifier: "org.example.radio", publisher: publisher), features: features)
  }

  @Test("row 31: the manifest lists every action's type, name, eligibility and earlier types")
  func manifest() throws {
    let manifest = try registry(Tuner.self, Recorder.self).manifest(
      schemes: ["radio"], domains: ["radio.example"])
    #expect(
      manifest.text == """
        {
          "format": 1,
          "application": "org.example.radio",
          "publisher": "org.example",
          "activityTypes": [
            { "type": "org.example.radio.recorder.tape", "title": "Tape", \
        "eligibility": ["perform", "publicIndexing", "search"], "aliases": ["org.example.radio.tape"] },
            { "type": "org.example.radio.silent", "aliases": ["org.example.radio.tuner.silent"] },
            { "type": "org.example.radio.tuner.listen", "title": "Tune in", \
        "eligibility": ["handoff", "prediction"], \
        "aliases": ["org.example.radio.tune-in", "org.example.radio.tuner.tune-in", "radio.listen"] }
          ],
          "schemes": ["radio"],
          "domains": ["radio.example"]
        }

        """)
    #expect(try Manifest(json: Array(manifest.text.utf8)) == manifest)
    #expect(manifest.types == (try registry(Tuner.self, Recorder.self).activityTypes))
  }

  @Test("row 31: the same declarations in another order make the same bytes")
  func deterministic() throws {
    let one = try registry(Tuner.self, Recorder.self).manifest(schemes: ["b", "a"])
    let two = try registry(Recorder.self, Tuner.self).manifest(schemes: ["a", "b"])
    #expect(one.text == two.text)
  }

  @Test("row 26: a program's own manifest fits, and leads each of its names to an action")
  func fits() throws {
    let registry = try registry(Tuner.self, Recorder.self)
    let manifest = try registry.manifest()
    try registry.check(manifest)
    #expect(manifest.names.count > manifest.types.count)
    for name in manifest.names {
      #expect(registry.action(for: name)?.activityType == manifest.activityType(for: name)?.type)
    }
  }

  @Test("row 30: a manifest that does not fit is refused with all problems and the text that fits")
  func mismatch() throws {
    let registry = try registry(Tuner.self, Recorder.self)
    let manifest = try Manifest(
      application: "org.example.radio", publisher: "org.example",
      activityTypes: [
        .init("org.example.radio.gone"), .init("org.example.radio.tuner.listen", title: "Listen"),
        .init("org.example.radio.silent", aliases: ["org.example.radio.tuner.silent"]),
      ], schemes: ["radio"])
    let error = try #require(throws: ManifestMismatch.self) { try registry.check(manifest) }
    #expect(
      error.problems.map(\.reason) == [
        .typeNotListed("org.example.radio.recorder.tape"),
        .aliasNotListed("org.example.radio.tune-in", of: "org.example.radio.tuner.listen"),
        .aliasNotListed("org.example.radio.tuner.tune-in", of: "org.example.radio.tuner.listen"),
        .aliasNotListed("radio.listen", of: "org.example.radio.tuner.listen"),
        .eligibilityDiffers("org.example.radio.tuner.listen"),
        .typeWithoutAction("org.example.radio.gone"),
      ])
    let text = try #require(error.corrected)
    let corrected = try Manifest(json: Array(text.utf8))
    try registry.check(corrected)
    #expect(corrected.activityType(for: "radio.listen")?.title == "Listen", "the manifest's title is kept")
    #expect(corrected.schemes == ["radio"])
  }

  @Test("row 55: actions whose types are not reverse-DNS names are reported together, without a crash")
  func invalidTypes() throws {
    let registry = try registry(Careless.self)
    let error = try #require(throws: ManifestError.self) { try registry.manifest() }
    #expect(error.problems.map(\.reason) == [.invalidName, .invalidName])
    let empty = try Manifest(application: "org.example.radio")
    let mismatch = try #require(throws: ManifestMismatch.self) { try registry.check(empty) }
    #expect(
      mismatch.problems.map(\.reason) == [
        .typeNotListed("shout"), .typeNotListed("whisper"), .invalidName, .invalidName,
      ])
    #expect(mismatch.corrected == nil)
  }

  @Test("eligibilities and a manifest's words are the same, in all 32 combinations", arguments: 0..<32)
  func eligibility(bits: Int) {
    let eligibility = ActivityEligibility(rawValue: bits)
    let words = eligibility.words
    #expect(words.count == bits.nonzeroBitCount)
    #expect(ActivityEligibility(words.compactMap(ActivityEligibility.init(word:))) == eligibility)
    #expect(words.contains("handoff") == eligibility.contains(.handoff))
    #expect(words.contains("prediction") == eligibility.contains(.prediction))
    #expect(ActivityEligibility(word: "Handoff") == nil)
  }
}
