import Testing

@testable import Continuation

@Suite struct ManifestComparisonTests {
  private let declared = [
    Manifest.ActivityType("a.play", eligibility: [.prediction], aliases: ["old.play"]),
    Manifest.ActivityType("a.stop", title: "Stop"),
  ]

  @Test("row 30: a manifest that fits has no problems")
  func fits() throws {
    let manifest = try Manifest(application: "a", activityTypes: declared.reversed())
    #expect(manifest.problems(comparedWith: declared) == [])
    try manifest.check(against: declared)
  }

  @Test("row 30: missing types, types without action, aliases and eligibilities are reported together")
  func allAtOnce() throws {
    let manifest = try Manifest(
      application: "a",
      activityTypes: [.init("a.gone"), .init("a.play", title: "Play", aliases: ["older.play", "shared"])])
    let actions = declared + [.init("a.share", aliases: ["shared"]), .init("a.stop")]
    #expect(
      manifest.problems(comparedWith: actions) == [
        ManifestProblem("$.activityTypes[1].aliases", .aliasNotListed("old.play", of: "a.play")),
        ManifestProblem("$.activityTypes[1].eligibility", .eligibilityDiffers("a.play")),
        ManifestProblem("$.activityTypes", .typeNotListed("a.share")),
        ManifestProblem("$.activityTypes", .typeNotListed("a.stop")),
        ManifestProblem("$.activityTypes", .repeated("a.stop")),
        ManifestProblem("$.activityTypes[0]", .typeWithoutAction("a.gone")),
        ManifestProblem("$.activityTypes", .aliasClash(alias: "shared", with: "a.play")),
      ])
  }

  @Test("row 31: the corrected manifest can be pasted, keeps titles and aliases, and fits")
  func corrected() throws {
    let manifest = try Manifest(
      application: "a", publisher: "p",
      activityTypes: [.init("a.gone"), .init("a.play", title: "Play", aliases: ["older"])],
      schemes: ["player"])
    let mismatch = try #require(throws: ManifestMismatch.self) { try manifest.check(against: declared) }
    #expect(mismatch.problems == manifest.problems(comparedWith: declared))
    let text = try #require(mismatch.corrected)
    #expect(mismatch.description.hasSuffix(text))
    let corrected = try Manifest(json: Array(text.utf8))
    #expect(
      corrected
        == (try Manifest(
          application: "a", publisher: "p",
          activityTypes: [
            .init("a.play", title: "Play", eligibility: [.prediction], aliases: ["old.play", "older"]),
            .init("a.stop", title: "Stop"),
          ], schemes: ["player"])))
    try corrected.check(against: declared)
  }

  @Test("row 31: an alias that clashes is omitted from the corrected manifest")
  func clash() throws {
    let manifest = try Manifest(application: "a")
    let actions = [
      Manifest.ActivityType("a.b", aliases: ["x", "y"]), .init("a.c", aliases: ["x", "a.b"]),
    ]
    let corrected = try manifest.corrected(for: actions)
    #expect(corrected.activityTypes.map(\.aliases) == [["y"], []])
  }

  @Test("an action with an invalid type is reported with the rest, without a crash")
  func invalidDeclaration() throws {
    let manifest = try Manifest(application: "a", activityTypes: [.init("a.gone")])
    let mismatch = try #require(throws: ManifestMismatch.self) {
      try manifest.check(against: [.init("play")])
    }
    #expect(mismatch.corrected == nil)
    #expect(
      mismatch.problems.map(\.reason) == [.typeNotListed("play"), .typeWithoutAction("a.gone"), .invalidName])
  }
}
