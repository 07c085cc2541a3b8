import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Targets that open an activity again")
struct OpenTargetTests {
  private static func activity(
    _ type: String, _ userInfo: [String: ActivityValue], page: String? = nil
  ) throws -> UserActivity {
    var activity = try UserActivity(activityType: type, userInfo: userInfo)
    if let page { try activity.setWebpageURL(URL(string: page)) }
    return activity
  }

  /// A machine without programs.
  private static let noPrograms = DesktopFiles(
    home: "/nowhere", environment: ["XDG_DATA_DIRS": "/nowhere/else"])

  private static func outcome(
    _ type: String, _ userInfo: [String: ActivityValue], page: String? = nil,
    in attributes: [String: ActivityValue] = [:]
  ) throws -> Result<OpenTarget, OpenTargetError> {
    let activity = try activity(type, userInfo, page: page)
    return Result { () throws(OpenTargetError) in
      try OpenTarget(of: activity, in: attributes, among: noPrograms)
    }
  }

  @Test("a command is its whole line in its folder, or else a complete template")
  func commands() throws {
    let whole: [String: ActivityValue] = ["line": "git commit -m x", "template": "git commit -m …"]
    #expect(
      try Self.outcome("shell.run", whole, in: ["cwd": "/src"])
        == .success(.command(.init(line: "git commit -m x", isTemplate: false, folder: "/src"))))
    #expect(
      try Self.outcome("shell.run", ["template": "make all"], in: ["cwd": "relative"])
        == .success(.command(.init(line: "make all", isTemplate: true, folder: nil))))
    #expect(try Self.outcome("shell.run", ["template": "git commit -m …"]) == .failure(.templateOnly))
    #expect(try Self.outcome("shell.run", ["line": " \n"]) == .failure(.nothingToOpen))
    #expect(try Self.outcome("org.example.shell", whole) == .failure(.nothingToOpen))
  }

  @Test("an imported command is run as it was typed")
  func imported() async throws {
    let (donations, _) = try await ImportRun.donations(
      of: "#1700000000\ngit commit -m 'a b'\n#1700000060\nmysql --password=Tr0ub4dor-and-3 x\n",
      by: BashImporter())
    #expect(
      try OpenTarget(of: donations[0].activity, among: Self.noPrograms)
        == .command(.init(line: "git commit -m 'a b'", isTemplate: false, folder: nil)))
    // A line with a secret leaves at most a template.
    if case .command(let command) = try? OpenTarget(of: donations[1].activity, among: Self.noPrograms) {
      #expect(command.isTemplate)
    }
  }

  @Test("a web page takes precedence over an address, and an address over a file")
  func places() throws {
    let both: [String: ActivityValue] = ["url": "https://example.org/b", "path": "/c"]
    #expect(
      try Self.outcome("file.open", both, page: "https://example.org/a")
        == .success(.address("https://example.org/a")))
    #expect(try Self.outcome("file.open", both) == .success(.address("https://example.org/b")))
    #expect(try Self.outcome("file.open", ["path": "/a b"]) == .success(.file("/a b")))
    #expect(try Self.outcome("org.example.build", ["path": "/a b"]) == .failure(.nothingToOpen))
    #expect(
      try Self.outcome("a.b", ["url": .url(URL(filePath: "/a b%"))]) == .success(.file("/a b%")))
  }

  /// An address, and its outcome.
  static let addresses: [(String, Result<OpenTarget, OpenTargetError>)] = [
    ("https://example.org/a?b=c#d", .success(.address("https://example.org/a?b=c#d"))),
    ("MAILTO:me@example.org", .success(.address("MAILTO:me@example.org"))),
    ("file:///a%20b", .success(.file("/a b"))), ("file://localhost/a", .success(.file("/a"))),
    ("file://elsewhere/a", .failure(.noAddress)), ("file:///a%0Ab", .failure(.noAddress)),
    ("javascript:alert(1)", .failure(.schemeNotOpened)), ("data:text/html,x", .failure(.schemeNotOpened)),
    ("vscode://x", .failure(.schemeNotOpened)), ("--help", .failure(.noAddress)),
    ("/a/b", .failure(.noAddress)), ("https://example.org/a b", .failure(.noAddress)),
    ("https://example.org/\u{1B}[2J", .failure(.noAddress)), ("", .failure(.nothingToOpen)),
  ]

  @Test("only addresses of some schemes are opened", arguments: addresses)
  func schemes(_ address: String, _ expected: Result<OpenTarget, OpenTargetError>) throws {
    #expect(try Self.outcome("a.b", ["url": .string(address)]) == expected)
  }

  @Test(
    "a path that is relative, looks like an option or has a control character is not opened",
    arguments: ["a", "-a", "/a\u{1B}"])
  func paths(_ path: String) throws {
    #expect(try Self.outcome("file.open", ["path": .string(path)]) == .failure(.noAddress))
  }

  @Test("a program is opened only for its use, and after everything else")
  func programs() throws {
    let (scratch, activity) = (try Scratch(), ["app": "org.example.editor"] as [String: ActivityValue])
    try FileManager.default.createDirectory(
      atPath: scratch.path("share/applications"), withIntermediateDirectories: true)
    try scratch.write(
      "share/applications/org.example.editor.desktop", "[Desktop Entry]\nType=Application\n")
    let programs = DesktopFiles(
      home: scratch.folder.path, environment: ["XDG_DATA_DIRS": scratch.path("share")])
    let file = DesktopFile(
      identifier: "org.example.editor", path: scratch.path("share/applications/org.example.editor.desktop"))
    #expect(try OpenTarget(of: Self.activity("app.use", activity), among: programs) == .program(file))
    #expect(
      try OpenTarget(of: Self.activity("app.use", activity, page: "https://example.org/"), among: programs)
        == .address("https://example.org/"))
    #expect(try Self.outcome("app.use", activity) == .failure(.noProgram))
    #expect(try Self.outcome("app.use", ["app": " "]) == .failure(.nothingToOpen))
    #expect(try Self.outcome("app.action", activity) == .failure(.nothingToOpen))
  }

  @Test("every reason says what is missing")
  func reasons() {
    let reasons: [OpenTargetError] = [
      .nothingToOpen, .templateOnly, .noAddress, .schemeNotOpened, .noProgram, .severalPrograms,
      .hiddenProgram,
    ]
    for reason in reasons { #expect(reason.description.contains("; ")) }
  }
}
