import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Questions before opening")
struct OpenDoubtTests {
  private static let noPrograms = DesktopFiles(
    home: "/nowhere", environment: ["XDG_DATA_DIRS": "/nowhere/else"])

  private static func activity(
    _ title: String?, _ type: String, _ userInfo: [String: ActivityValue], by keys: Set<String>?,
    page: String? = nil
  ) throws -> UserActivity {
    var activity = try UserActivity(
      activityType: type, title: title, userInfo: userInfo, requiredUserInfoKeys: keys)
    if let page { try activity.setWebpageURL(URL(string: page)) }
    return activity
  }

  private static func doubts(
    _ activity: UserActivity, wasDone: Bool = true, isFromShell: Bool = false, named words: String = "x",
    in attributes: [String: ActivityValue] = [:], folder: String = "/"
  ) throws -> [OpenDoubt] {
    let target = try OpenTarget(of: activity, in: attributes, among: noPrograms)
    return OpenedActivity(
      activity, activity.identity, wasDone: wasDone, isFromShell: isFromShell, named: words
    ).doubts(about: target, in: folder)
  }

  /// A command as a shell's importer makes it, optionally with another line.
  private static func command(
    _ typed: String, line: String? = nil, title: String? = nil
  ) async throws -> UserActivity {
    let (donations, _) = try await ImportRun.donations(
      of: "#1700000000\n\(typed)\n", by: BashImporter())
    let activity = try #require(donations.first).activity
    var userInfo = activity.userInfo
    userInfo["line"] = .string(line ?? typed)
    return try Self.activity(
      title ?? activity.title, activity.activityType, userInfo, by: activity.requiredUserInfoKeys)
  }

  @Test(
    "a command from a shell's history needs no question, whatever its template omits",
    arguments: [
      "make all", "git commit -m 'a b'", "make >log 2>&1", "docker run -it $(pwd)", "cd x && make; ls",
    ])
  func typed(_ line: String) async throws {
    let command = try await Self.command(line)
    #expect(try Self.doubts(command, isFromShell: true, in: ["cwd": "/"]) == [])
    #expect(try Self.doubts(command, isFromShell: true) == [.folderUnknown])
  }

  /// Lines that replace `make all`, and that a template may not show.
  static let lines = [
    "touch PWNED; make all", "make all; touch PWNED", "make all $(touch PWNED)", "make all >~/.bashrc",
    "make all # \ntouch PWNED", "PATH=/tmp/x:$PATH make all", "make all <<X\nX", "make  all", "sudo make all",
  ]

  @Test("a command in another's place needs a question, whatever its source", arguments: lines)
  func replaced(_ line: String) async throws {
    let activity = try await Self.command("make all", line: line)
    let found = try Self.doubts(activity, named: "make all")
    #expect(found.contains(.notTyped), "\(found)")
    #expect(try Self.doubts(activity, named: activity.identity.description).contains(.notTyped))
  }

  @Test("a command that the user did not type needs a question, unless it was named word by word")
  func named() async throws {
    let make = try await Self.command("make all")
    #expect(try Self.doubts(make, named: "make all") == [])
    #expect(try Self.doubts(make, named: make.identity.description) == [])
    // By a phrase of the user or a former title, both of which a log can also contain.
    #expect(try Self.doubts(make, named: "update system") == [.notTyped])
    let titled = try await Self.command("make all", title: "update system")
    #expect(try Self.doubts(titled, named: "update system") == [.anotherCommand, .notTyped])
    let commit = try await Self.command("git commit -m 'a b'")
    #expect(try Self.doubts(commit, named: "git commit -m …") == [.notTyped])
    let bare = try Self.activity("Do it", "shell.run", ["line": "make all"], by: nil)
    #expect(try Self.doubts(bare, isFromShell: true, named: "make all").contains(.anotherCommand))
  }

  @Test("an activity that was never done needs a question")
  func neverDone() async throws {
    #expect(
      try Self.doubts(await Self.command("make all"), wasDone: false, named: "make all") == [.neverDone])
    let page = try Self.activity(
      "Meeting", "calendar.event", ["url": "https://example.org/x"], by: nil)
    #expect(try Self.doubts(page, wasDone: false) == [.neverDone])
  }

  @Test("a folder needs a question if a log names it, or if it no longer exists")
  func folders() async throws {
    let scratch = try Scratch()
    let make = try await Self.command("make all")
    func found(_ folder: String, isFromShell: Bool, here: String = "/") throws -> [OpenDoubt] {
      try Self.doubts(
        make, isFromShell: isFromShell, named: "make all", in: ["cwd": .string(folder)], folder: here)
    }
    let folder = scratch.folder.path
    #expect(try found(folder, isFromShell: true) == [])
    #expect(try found(folder, isFromShell: false) == [.givenFolder])
    #expect(try found(folder, isFromShell: false, here: folder) == [])
    #expect(try found(folder + "/gone", isFromShell: true) == [.folderGone])
  }

  /// A type, the identifying values, other values, a page, and whether it needs a question.
  static let addresses: [(String, [String: ActivityValue], [String: ActivityValue], String?, Bool)] = [
    ("web.visit", ["page": "example.org/board"], [:], "https://example.org/board", false),
    ("web.visit", ["page": "example.org/board"], [:], "http://www.example.org/board/", false),
    ("web.visit", ["page": "example.org"], [:], "https://example.org/", false),
    ("web.visit", ["page": "example.org:8080/a"], [:], "http://example.org:8080/a", false),
    ("web.visit", ["page": "youtube.com/playlist?list=7"], [:], "https://youtube.com/playlist?list=7", false),
    ("web.visit", ["page": "пример.example/доска"], [:], "https://пример.example/доска", false),
    ("web.visit", ["page": "example.org/board"], [:], "https://evil.example/login", true),
    ("web.visit", ["page": "example.org/board"], [:], "https://example.org.evil.example/board", true),
    ("web.visit", ["page": "example.org/board"], [:], "https://example.org:8443/board", true),
    ("web.visit", ["page": "example.org/board"], [:], "https://example.org/board?next=//evil.example", true),
    ("web.visit", ["page": "example.org"], [:], "https://example.org/url?q=https://evil.example", true),
    ("web.visit", ["page": "example.org/board"], [:], "https://example.org/board#/evil", true),
    ("web.visit", [:], ["page": "example.org/board"], "https://example.org/board", true),
    ("org.example.read", ["id": 7], [:], "https://example.org/7", false),
    ("org.example.read", ["id": 7], [:], "https://read.example.org/7", false),
    ("org.example.read", ["id": 7], [:], "https://evil.example/7", true),
    ("org.example.read", ["id": 7], [:], "https://other.example.org/7", true),
    ("org.bank.open", ["id": 1], ["url": "mailto:x@evil.example"], nil, true),
    ("org.bank.open", ["id": 1], ["url": "tel:+49301234567"], nil, true),
    ("org.bank.call", ["url": "tel:+49301234567"], [:], nil, false),
    ("com.example.show", ["site": "https://news.example/a"], [:], "https://news.example/b", false),
  ]

  @Test("an address that does not follow from the identity needs a question", arguments: addresses)
  func address(
    _ type: String, _ identifying: [String: ActivityValue], _ more: [String: ActivityValue], _ page: String?,
    _ isDoubted: Bool
  ) throws {
    let activity = try Self.activity(
      "Project board", type, identifying.merging(more) { first, _ in first }, by: Set(identifying.keys),
      page: page)
    #expect(try Self.doubts(activity) == (isDoubted ? [.anotherAddress] : []))
  }

  @Test("an address that begins with a user name needs a question")
  func userInAddress() throws {
    let activity = try Self.activity(
      "Board", "org.evil.show", [:], by: [], page: "https://example.org@evil.org/board")
    #expect(try Self.doubts(activity) == [.userInAddress])
  }

  @Test(
    "a page from an importer needs no question",
    arguments: [
      "https://example.org/board", "https://www.example.org/a/b?q=1", "http://example.org:8080/x/12345",
      "https://example.org/", "https://docs.google.com/document/d/1x2y3z4Abcdefghijklmnop/edit",
      "https://example.org/kaf%C3%A9/a", "https://youtube.com/playlist?list=PL7",
    ])
  func pages(_ address: String) throws {
    let page = try #require(PageTemplate(url: address))
    for page in sequence(first: page, next: \.coarser) {
      #expect(try Self.doubts(PageActivity.activity(page, titled: "A page")) == [], "\(page.url)")
    }
  }

  @Test("a file that may run or has another title needs a question")
  func files() throws {
    let scratch = try Scratch()
    let files: [(String, String, OpenDoubt?)] = [
      ("notes.txt", "plain", nil), ("notes", "#!/bin/sh\n", .runnableFile), ("x.desktop", "", .runnableFile),
      ("x.DESKTOP", "", .runnableFile), ("entry", "# x\n[Desktop Entry]\n", .runnableFile),
      ("tool", "\u{7F}ELF", .runnableFile), ("x.py", "", .runnableFile), ("x.AppImage", "", .runnableFile),
      ("x.html", "", .runnableFile), ("x.SVG", "", .runnableFile), ("x.xhtml", "", .runnableFile),
      ("x.mht", "", .runnableFile), ("x.svgz", "", .runnableFile), ("x.xml", "", .runnableFile),
      ("x.shtml", "", .runnableFile), ("x.webarchive", "", .runnableFile), ("x.eps", "", .runnableFile),
      ("page", "\n<!-- x -->\n<!DOCTYPE html>", .runnableFile), ("page.qqq", "<HTML><p>", .runnableFile),
      ("drawing", "<?xml version='1.0'?><svg>", .runnableFile), ("print", "%!PS-Adobe-3.0", .runnableFile),
      ("styled", "<?xml version='1.0'?>\n<?xml-stylesheet href='x'?>", .runnableFile),
      ("kept", "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x", .runnableFile),
      ("prefixed", "<x:script xmlns:x='http://www.w3.org/1999/xhtml'/>", .runnableFile),
      ("picture.png", "\u{1}PNG", nil), ("paper.pdf", "%PDF-1.7", nil), ("letter.odt", "PK", nil),
      ("table.csv", "a<b,c>d", nil), ("song.mp3", "ID3", nil), ("readme.md", "# Title\n<b>x</b>", nil),
    ]
    for (name, text, doubt) in files {
      try scratch.write(name, text)
      let path = scratch.path(name)
      func found(_ title: String?, by keys: Set<String> = ["path"]) throws -> [OpenDoubt] {
        try Self.doubts(Self.activity(title, "file.open", ["path": .string(path)], by: keys))
      }
      #expect(try found(name) == [doubt].compactMap(\.self), "\(name)")
      #expect(try found("other.txt") == [.anotherFile, doubt].compactMap(\.self))
      #expect(try found(name, by: []) == [.anotherFile, doubt].compactMap(\.self))
    }
    try scratch.write("plain.txt", "x")
    try scratch.setMode(0o755, of: "plain.txt")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.txt"), withDestinationPath: scratch.path("x.desktop"))
    for name in ["plain.txt", "link.txt"] {
      let activity = try Self.activity(name, "file.open", ["path": .string(scratch.path(name))], by: ["path"])
      #expect(try Self.doubts(activity) == [.runnableFile])
    }
    let folder = try Self.activity(nil, "file.open", ["path": .string(scratch.folder.path)], by: ["path"])
    #expect(try Self.doubts(folder) == [])
  }

  @Test("a program whose name is not in the title needs a question")
  func programs() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("share/applications"), withIntermediateDirectories: true)
    try scratch.write("share/applications/org.example.eraser.desktop", "[Desktop Entry]\nType=Application\n")
    let programs = DesktopFiles(
      home: scratch.folder.path, environment: ["XDG_DATA_DIRS": scratch.path("share")])
    func found(_ title: String, by keys: Set<String> = ["app"]) throws -> [OpenDoubt] {
      let activity = try Self.activity(title, "app.use", ["app": "org.example.eraser"], by: keys)
      let target = try OpenTarget(of: activity, among: programs)
      return OpenedActivity(activity, activity.identity, wasDone: true, isFromShell: false, named: title)
        .doubts(about: target, in: "/")
    }
    #expect(try found("Use Eraser") == [])
    #expect(try found("Play news") == [.anotherProgram])
    #expect(try found("Use Eraser", by: []) == [.anotherProgram])
  }

  @Test(
    "a mailto: address keeps the fields that the reader of the letter sees",
    arguments: [
      ("mailto:a@b.example?subject=x&attach=/etc/passwd", "mailto:a@b.example?subject=x"),
      ("mailto:a@b.example?attach=/etc/passwd", "mailto:a@b.example"),
      ("mailto:a@b.example?%61ttach=/x&Body=y&attachment=z", "mailto:a@b.example?Body=y"),
      ("mailto:a@b.example?insert=/x&cc=c@d.example", "mailto:a@b.example?cc=c@d.example"),
      (
        "mailto:a@b.example?bcc=c@d.example&In-Reply-To=%3C1%3E&att%2561ch=/x",
        "mailto:a@b.example?In-Reply-To=%3C1%3E"
      ),
      ("mailto:?X-Attach=/x&attach%20=/y&subject", "mailto:?subject"),
    ])
  func letters(_ address: String, _ expected: String) throws {
    let activity = try Self.activity("Write", "a.b", ["url": .string(address)], by: nil)
    #expect(try OpenTarget(of: activity, among: Self.noPrograms) == .address(expected))
  }

  @Test(
    "a mailto: address in which a program may find a hidden field needs a question",
    arguments: [
      "mailto:a%3Fattach=/etc/passwd", "mailto:a,attachment=/etc/passwd", "mailto:a%253fattach=/x",
      "mailto:a%26attach%3D/x", "mailto:a@b.example?subject=x,attachment=/x", "mailto:attach=/x",
      "mailto:a?subject=x%27,attachment=%27/x", "mailto:a?body=x%26insert=/x", "mailto:a?cc=b%0AX-Attach:/x",
      "mailto:a%0D%0AAttach:%20/x", "mailto:a?subject=%22;%20attach%20=/x",
      "MAILTO:a%25252525252525253Fattach=/x",
      "mailto:a?to=b%3Fattach=/x", "mailto:a?in-reply-to=%00attach=/x",
    ])
  func hiddenFields(_ address: String) throws {
    let activity = try Self.activity("Write", "a.b", ["url": .string(address)], by: ["url"])
    #expect(try Self.doubts(activity).contains(.hiddenFields))
  }

  @Test(
    "an ordinary mailto: address needs no question",
    arguments: [
      "mailto:a@b.example",
      "mailto:a@b.example,c@d.example?subject=Hello%2C%20you&body=1%20%3D%201%0D%0AAda: x",
      "mailto:%C3%A9@b.example?subject=100%25%20sure?", "mailto:?to=a@b.example&cc=c@d.example,e@f.example",
      "mailto:a@b.example?body=It%27s%20late,%20subject%20=%20x%20%26%20y;%20bye",
    ])
  func ordinaryLetters(_ address: String) throws {
    let plain = address.replacing(" ", with: "%20")
    let activity = try Self.activity("Write", "a.b", ["url": .string(plain)], by: ["url"])
    #expect(try Self.doubts(activity) == [])
  }

  @Test("every doubt has a reason in words")
  func words() {
    #expect(Set(OpenDoubt.allCases.map(\.description)).count == OpenDoubt.allCases.count)
  }

  @Test(
    "input for a program needs a question, unless it was named word by word or by its identity",
    arguments: [("Show a song", true), ("player://song/blue", false), ("identity", false), ("player", true)])
  func continuation(_ words: String, isAskedAbout: Bool) throws {
    let activity = try Self.activity("Show a song", "org.example.player.show", ["song": "blue"], by: ["song"])
    let identity = activity.identity
    let named = words == "identity" ? identity.description.uppercased() : words
    let target = OpenTarget.continuation(
      .init(program: "player", text: "player://song/blue", activity: nil, start: .scheme))
    for wasDone in [true, false] {
      let doubts = OpenedActivity(activity, identity, wasDone: wasDone, isFromShell: false, named: named)
        .doubts(about: target, in: "/")
      #expect(doubts == (wasDone ? [] : [.neverDone]) + (isAskedAbout ? [.givenContinuation] : []))
    }
  }
}
