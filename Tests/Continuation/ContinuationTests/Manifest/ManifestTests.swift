import Testing

@testable import Continuation

/// A manifest with a value in every field.
let sample = """
  {
    "format": 1,
    "application": "org.example.player",
    "publisher": "org.example",
    "activityTypes": [
      { "type": "org.example.player.play", "title": "Play \\"it\\"", "eligibility": ["handoff", "prediction"], \
  "aliases": ["play", "player.play"] },
      { "type": "org.example.player.search" }
    ],
    "schemes": ["player", "player-beta"],
    "domains": ["example.org", "player.example.org"]
  }

  """

@Suite struct ManifestTests {
  @Test("row 26: a written manifest is read as the same manifest, byte for byte")
  func roundTrip() throws {
    let manifest = try Manifest(json: Array(sample.utf8))
    #expect(manifest.text == sample)
    #expect(try Manifest(json: Array(manifest.text.utf8)) == manifest)
    let small = try Manifest(application: "player")
    #expect(small.text == "{\n  \"format\": 1,\n  \"application\": \"player\"\n}\n")
    #expect(try Manifest(json: Array(small.text.utf8)) == small)
  }

  @Test("row 31: the same registration in any order gives the same bytes")
  func deterministic() throws {
    let types = [
      Manifest.ActivityType("a.b", eligibility: [.search, .perform, .handoff], aliases: ["z", "y"]),
      .init("a.c"), .init("a.a"),
    ]
    let one = try Manifest(
      application: "a", activityTypes: types, schemes: ["S", "r"], domains: ["y.org", "X.org"])
    let two = try Manifest(
      application: "a",
      activityTypes: [
        types[2], types[1], .init("a.b", eligibility: [.handoff, .search, .perform], aliases: ["y", "z"]),
      ], schemes: ["r", "s"], domains: ["x.org", "Y.org"])
    #expect(one == two)
    #expect(one.text == two.text)
    #expect(one.activityTypes.map(\.type) == ["a.a", "a.b", "a.c"])
  }

  @Test("row 26: declared types are known by name and alias, others are not")
  func declares() throws {
    let manifest = try Manifest(json: Array(sample.utf8))
    #expect(manifest.declares("org.example.player.play"))
    #expect(manifest.declares("player.play"))
    #expect(manifest.activityType(for: "play")?.type == "org.example.player.play")
    #expect(!manifest.declares("org.example.player.stop"))
    #expect(!manifest.declares("org.example.player"))
  }

  @Test(
    "text with any characters is read back", arguments: ["\u{0}\u{1F}\n\t", "\"\\/", "🚀é", "\u{2028}\u{7F}"])
  func characters(_ title: String) throws {
    let manifest = try Manifest(
      application: "a", publisher: title, activityTypes: [.init("a.b", title: title)])
    #expect(try Manifest(json: Array(manifest.text.utf8)) == manifest)
  }
}
