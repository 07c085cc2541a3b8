import Activities
import Continuation
import Foundation
import TestSupport
import Testing

@Suite("The manifests of a machine")
struct InstalledManifestsTests {
  private let scratch: Scratch
  private let manifests: InstalledManifests

  init() throws {
    scratch = try Scratch()
    manifests = InstalledManifests(environment: [
      "HOME": scratch.path("home"), "XDG_DATA_DIRS": "\(scratch.path("shared")):relative:/nowhere",
    ])
    for folder in ["home", "shared/hunch/manifests"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
  }

  private static func manifest(_ name: String, command: String = "player") throws -> Manifest {
    try Manifest(
      application: name, activityTypes: [.init("\(name).play")],
      schemes: ["player"],
      launch: .init(commands: [[command, "%f"]]))
  }

  @Test("row 100: one is installed for the user alone, replaced, found, removed; the machine's stay")
  func installed() throws {
    let path = try manifests.install(Self.manifest("org.example.player"))
    #expect(path == scratch.path("home/.local/share/hunch/manifests/org.example.player.json"))
    #expect(try scratch.mode("home/.local/share/hunch/manifests/org.example.player.json") == 0o600)
    try manifests.install(Self.manifest("org.example.player", command: "newer"))
    #expect(manifests.manifests().map(\.launch?.commands) == [[["newer", "%f"]]])
    try scratch.write(
      "shared/hunch/manifests/org.example.player.json", try Self.manifest("org.example.player").text)
    try scratch.write("shared/hunch/manifests/a.b.json", try Self.manifest("a.b").text)
    #expect(
      manifests.manifests().map(\.application) == ["org.example.player", "a.b"], "the user's own first")
    #expect(manifests.entries().map(\.isShadowed) == [false, false, true])
    #expect(try manifests.remove("org.example.player"))
    #expect(try !manifests.remove("org.example.player"))
    #expect(manifests.manifests().map(\.launch?.commands) == [[["player", "%f"]], [["player", "%f"]]])
    #expect(try !manifests.remove("../../../../secret"))
  }

  @Test("row 100: a manifest that is open to others, invalid or misnamed does not count")
  func distrusted() throws {
    let folder = "shared/hunch/manifests"
    try scratch.write("\(folder)/a.b.json", try Self.manifest("a.b").text)
    try scratch.write("\(folder)/c.d.json", try Self.manifest("a.b").text)
    try scratch.write("\(folder)/e.f.json", "{")
    try scratch.write("\(folder)/g.h.txt", try Self.manifest("g.h").text)
    try FileManager.default.createDirectory(
      atPath: scratch.path("\(folder)/i.j.json"), withIntermediateDirectories: true)
    func problems() -> [String] {
      manifests.entries().map { entry in
        do { return try entry.manifest.get().application } catch { return String("\(error)".prefix(14)) }
      }
    }
    #expect(problems() == ["a.b", "a manifest mus", "$: not valid J", "the manifest c"])
    try scratch.setMode(0o666, of: "\(folder)/a.b.json")
    #expect(problems().first == "others can wri")
    try scratch.setMode(0o644, of: "\(folder)/a.b.json")
    try scratch.setMode(0o777, of: folder)
    #expect(manifests.manifests().isEmpty, "others could put another file there")
  }

  @Test("row 100: a manifest that lists the type takes precedence over one that only has the scheme")
  func order() throws {
    try manifests.install(
      Manifest(application: "a.first", schemes: ["player"], launch: .init(commands: [["first", "%u"]])))
    try manifests.install(Self.manifest("org.example.player"))
    var activity = try UserActivity(
      activityType: "org.example.player.play", userInfo: ["url": "player://x"])
    #expect(manifests.start(for: activity)?.application == "org.example.player")
    activity = try UserActivity(activityType: "x.y", userInfo: ["url": "player://x"])
    #expect(manifests.start(for: activity)?.application == "a.first")
    #expect(manifests.start(for: try UserActivity(activityType: "x.y")) == nil)
  }

  @Test(
    "a program with a name that leads out of the folder is not installed",
    arguments: ["a/b", ".hidden", "a\\b"])
  func names(_ name: String) throws {
    guard let manifest = try? Manifest(application: name) else { return }
    #expect(throws: InstalledManifestError.invalidName) { try manifests.install(manifest) }
  }
}
