import Activities
import Testing

@testable import Continuation

@Suite("Starting a program by its manifest")
struct ManifestLaunchTests {
  private static func manifest(
    _ commands: [[String]] = [], desktopFile: String? = nil, schemes: [String] = ["player"]
  ) throws -> Manifest {
    try Manifest(
      application: "org.example.player",
      activityTypes: [.init("org.example.player.play", aliases: ["org.example.old.play"])], schemes: schemes,
      launch: .init(commands: commands, desktopFile: desktopFile))
  }

  private static func activity(
    _ type: String = "org.example.player.play", _ userInfo: [String: ActivityValue] = ["song": "blue"],
    keys: Set<String>? = nil
  ) throws -> UserActivity {
    try UserActivity(activityType: type, title: "Play it", userInfo: userInfo, requiredUserInfoKeys: keys)
  }

  private static let url: [String: ActivityValue] = ["hunch.action.url": .string("player://song/blue")]

  @Test("row 100: the way is written and read back, byte for byte")
  func roundTrip() throws {
    let text = """
      {
        "format": 1,
        "application": "org.example.player",
        "launch": { "commands": [["player", "open", "%u"], ["/opt/a b/player", "--now", "%f"]], "desktopFile": "org.example.player" }
      }

      """
    let manifest = try Manifest(json: Array(text.utf8))
    #expect(manifest.text == text)
    #expect(manifest.launch?.commands.count == 2)
    let other = try Manifest(application: "a.b", launch: .init(desktopFile: "a.b"))
    #expect(try Manifest(json: Array(other.text.utf8)) == other)
  }

  @Test(
    "row 100: an invalid launch is rejected, with its place",
    arguments: [
      ("{}", "$.launch: must not be empty"), ("{ \"commands\": [] }", "$.launch: must not be empty"),
      ("{ \"commands\": [[\"player\"]] }", "$.launch.commands[0]: not a command"),
      ("{ \"commands\": [[\"%f\", \"x\"]] }", "$.launch.commands[0]: not a command"),
      ("{ \"commands\": [[\"\", \"%f\"]] }", "$.launch.commands[0]: not a command"),
      ("{ \"commands\": [[\"-x\", \"%f\"]] }", "$.launch.commands[0]: not a command"),
      ("{ \"commands\": [[\"a\", \"%f\"], [\"b\", \"%u\", \"%f\"]] }", "$.launch.commands[1]: not a command"),
      ("{ \"commands\": [[\"bin/player\", \"%f\"]] }", "$.launch.commands[0]: not a command"),
      ("{ \"commands\": [[\"./player\", \"%f\"]] }", "$.launch.commands[0]: not a command"),
      (
        "{ \"commands\": [[\"a\", \"%f\"], [\"~/bin/player\", \"%u\"]] }",
        "$.launch.commands[1]: not a command"
      ),
      ("{ \"commands\": [[\"a\\nb\", \"%f\"]] }", "$.launch.commands[0]: not a command"),
      ("{ \"commands\": [\"a %f\"] }", "$.launch.commands[0]: has to be an array"),
      ("{ \"commands\": [[\"a\", 7, \"%f\"]] }", "$.launch.commands[0][1]: has to be a string"),
      ("{ \"desktopFile\": \"-a.b\" }", "$.launch.desktopFile: not a reverse-DNS name"),
      ("{ \"shell\": \"a %f\" }", "$.launch.shell: not a field here"),
      ("\"a %f\"", "$.launch: has to be an object"),
    ])
  func refused(launch: String, problem: String) throws {
    let text = "{ \"format\": 1, \"application\": \"a.b\", \"launch\": \(launch) }"
    let error = #expect(throws: ManifestError.self) { try Manifest(json: Array(text.utf8)) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }

  @Test("row 100: too many commands or words are refused")
  func limits() {
    for commands in [
      Array(repeating: ["a", "%f"], count: 17), [["a", "%f"] + Array(repeating: "b", count: 63)],
    ] {
      #expect(throws: ManifestError.self) { try Self.manifest(commands) }
    }
  }

  @Test(
    "row 100: the first command that accepts the program's URL or the activity is used")
  func choice() throws {
    let both = [["player", "open", "%u"], ["player", "continue", "%f"]]
    let byURL = try #require(try Self.manifest(both).start(for: Self.activity(type, Self.url)))
    #expect(byURL.handover == .url("player://song/blue") && byURL.way == .command(both[0]))
    #expect(
      ProgramStart.words(both[0], with: "player://song/blue") == ["player", "open", "player://song/blue"])
    let byFile = try #require(try Self.manifest(both.reversed()).start(for: Self.activity(type, Self.url)))
    #expect(byFile.way == .command(both[1]))
    #expect(try Self.manifest(both).start(for: Self.activity())?.way == .command(both[1]))
    #expect(try Self.manifest([both[0]]).start(for: Self.activity()) == nil)
    #expect(try Self.manifest([both[0]], schemes: []).start(for: Self.activity(type, Self.url)) == nil)
    let alias = try Self.manifest([both[1]]).start(for: Self.activity("org.example.old.play"))
    #expect(alias?.application == "org.example.player", "earlier types are the program's, too")
    #expect(try Self.manifest(both).start(for: Self.activity("org.example.other.play")) == nil)
  }
  private let type = "org.example.player.play"

  @Test("row 100: then the desktop file is used, then the desktop's handler of the scheme")
  func desktop() throws {
    let file = try Self.manifest(desktopFile: "player")
    #expect(try file.start(for: Self.activity(type, Self.url))?.handover == .url("player://song/blue"))
    guard case .activity? = try file.start(for: Self.activity())?.handover else {
      return #expect(Bool(false), "the activity, without a URL")
    }
    let silent = try Manifest(application: "a.b", schemes: ["player"])
    let start = try #require(try silent.start(for: Self.activity("x.y", Self.url)))
    #expect(start.way == nil && start.handover == .url("player://song/blue"))
    #expect(try silent.start(for: Self.activity("a.b", ["song": "blue"])) == nil)
  }

  @Test(
    "row 100: only the identity's values are passed; other programs' schemes and web pages do not count")
  func identity() throws {
    let manifest = try Self.manifest([["player", "%u"], ["player", "%f"]])
    let hidden = Self.url.merging(["song": "blue"]) { $1 }
    let start = try #require(try manifest.start(for: Self.activity(type, hidden, keys: ["song"])))
    guard case .activity(let activity) = start.handover else { return #expect(Bool(false), "no URL") }
    #expect(activity.userInfo == ["song": "blue"] && activity.title == "Play it")
    #expect(try activity.identity == Self.activity(type, hidden, keys: ["song"]).identity)
    for address in ["https://player.example.org/x", "other://song/blue", "javascript:alert(1)", "player"] {
      let info: [String: ActivityValue] = ["hunch.action.url": .string(address)]
      #expect(try manifest.start(for: Self.activity("x.y", info)) == nil, "\(address)")
    }
    let flint: [String: ActivityValue] = ["tools.flint.auto.action.url": .string("PLAYER://x")]
    #expect(try manifest.start(for: Self.activity("x.y", flint))?.handover == .url("PLAYER://x"))
    #expect(
      try manifest.start(for: Self.activity("x.y", ["url": "player://x"]))?.handover == .url("player://x"))
  }
}
