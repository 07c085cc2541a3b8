import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Programs on this machine")
struct DesktopFilesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Writes a desktop file below a folder with data.
  private func program(_ path: String, _ more: String = "", type: String = "Application") throws {
    try makeFolder(of: path)
    try scratch.write(
      path,
      "# A comment\n\n[Desktop Entry]\nName=X\nType = \(type)\nExec=x %u\n\(more)\n[Desktop Action y]\nHidden=true\n"
    )
  }

  private func makeFolder(of path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (scratch.path(path) as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  }

  private var files: DesktopFiles {
    DesktopFiles(
      home: scratch.path("home"),
      environment: ["XDG_DATA_DIRS": "\(scratch.path("first")):relative:\(scratch.path("second"))"])
  }

  private func outcome(_ identifier: String) -> Result<String, OpenTargetError> {
    Result { () throws(OpenTargetError) in try files.file(of: identifier).path }
  }

  @Test("the user's own file comes first, then those of XDG_DATA_DIRS in order")
  func order() throws {
    for folder in ["second", "first", "home/.local/share"] {
      try program("\(folder)/applications/editor.desktop")
      #expect(outcome("editor") == .success(scratch.path("\(folder)/applications/editor.desktop")))
    }
    let own = DesktopFiles(home: "/nowhere", environment: ["XDG_DATA_HOME": scratch.path("second")])
    #expect(try own.file(of: "editor").path == scratch.path("second/applications/editor.desktop"))
    // Relative paths count as unset.
    let unset = DesktopFiles(
      home: scratch.path("home"), environment: ["XDG_DATA_HOME": "second", "XDG_DATA_DIRS": ""])
    #expect(
      try unset.file(of: "editor").path == scratch.path("home/.local/share/applications/editor.desktop"))
  }

  @Test("a folder becomes a dash in the identifier, even behind a link")
  func folders() throws {
    try program("first/applications/kde/network/browser.desktop")
    try program("elsewhere/linked.desktop")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("first/applications/more"), withDestinationPath: scratch.path("elsewhere"))
    // A loop of links.
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("first/applications/kde/again"),
      withDestinationPath: scratch.path("first/applications"))
    #expect(
      outcome("kde-network-browser")
        == .success(scratch.path("first/applications/kde/network/browser.desktop")))
    #expect(outcome("more-linked") == .success(scratch.path("first/applications/more/linked.desktop")))
    #expect(outcome("kde-again-kde-network-browser") == .failure(.noProgram))
    for name in ["browser", "kde/network/browser", "../applications/kde", "network-browser"] {
      #expect(outcome(name) == .failure(.noProgram))
    }
  }

  @Test("a name in another case or a window class also matches, unless several programs have it")
  func names() throws {
    try program("first/applications/org.example.Editor.desktop", "StartupWMClass=Gedit-Window")
    try program("first/applications/gedit-window.desktop", "StartupWMClass=org.example.editor")
    try program("first/applications/one.desktop", "StartupWMClass=Same")
    try program("second/applications/two.desktop", "StartupWMClass=same")
    try program("first/applications/Three.desktop")
    try program("second/applications/three.desktop")
    let editor = scratch.path("first/applications/org.example.Editor.desktop")
    #expect(outcome("Org.example.editor") == .success(editor))
    #expect(outcome("GEDIT-window") == .success(scratch.path("first/applications/gedit-window.desktop")))
    #expect(outcome("SAME") == .failure(.severalPrograms))
    #expect(outcome("THREE") == .failure(.severalPrograms))
    #expect(outcome("three") == .success(scratch.path("second/applications/three.desktop")))
    // Only the class matches.
    try FileManager.default.removeItem(atPath: scratch.path("first/applications/gedit-window.desktop"))
    #expect(outcome("gedit-window") == .success(editor))
  }

  @Test(
    "a hidden file or one without a program is refused, even if another folder has a visible one, and is not a second match"
  )
  func hidden() throws {
    try program("home/.local/share/applications/gone.desktop", "Hidden=true\nStartupWMClass=shared")
    try program("first/applications/gone.desktop", "StartupWMClass=shared")
    try program("first/applications/link.desktop", type: "Link")
    try program("first/applications/shown.desktop", "NoDisplay=true\nStartupWMClass=shared")
    try scratch.write("first/applications/empty.desktop", "")
    for name in ["gone", "link", "empty"] { #expect(outcome(name) == .failure(.hiddenProgram)) }
    #expect(outcome("GONE") == .failure(.noProgram))
    #expect(outcome("shared") == .success(scratch.path("first/applications/shown.desktop")))
  }

  @Test("a program of another system, or a name like an option, is not found")
  func none() throws {
    try program("first/applications/--help.desktop")
    try program("first/applications/.secret.desktop")
    try program("first/applications/a\u{1B}b.desktop", "StartupWMClass=escape")
    try program("first/applications/notes.txt")
    for name in ["com.android.chrome", "--help", ".secret", "notes", "notes.txt", "", "escape"] {
      #expect(outcome(name) == .failure(.noProgram))
    }
  }

  @Test("handlers of a scheme are found, unless they are hidden or do not describe a program")
  func handlers() throws {
    try program("first/applications/a.desktop", "MimeType=text/plain; x-scheme-handler/coffee ;")
    try program("first/applications/b.desktop", "MimeType=X-Scheme-Handler/Coffee")
    try program("first/applications/c.desktop", "MimeType=x-scheme-handler/coffee\nHidden=true")
    try program("first/applications/d.desktop", "MimeType=x-scheme-handler/coffee", type: "Link")
    try program("first/applications/e.desktop", "MimeType=x-scheme-handler/coffeehouse")
    #expect(files.handlers(ofScheme: "coffee").map(\.identifier) == ["a", "b"])
    #expect(files.handlers(ofScheme: "tea").isEmpty)
  }
}
