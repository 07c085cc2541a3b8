import Foundation
import Testing

@testable import Files

@Suite("Environment variables")
struct EnvironmentTests {
  @Test("an empty variable counts as not set", arguments: [[:], ["HOME": "", "TMPDIR": ""]])
  func empty(_ environment: [String: String]) {
    #expect(environment.variable("HOME") == nil)
    #expect(environment.temporaryFolder == "/tmp")
    #expect(environment.home.hasPrefix("/"))
  }

  @Test("a set variable counts")
  func set() {
    let environment = ["HOME": "/home/ada", "TMPDIR": "/var/tmp"]
    #expect(environment.home == "/home/ada")
    #expect(environment.temporaryFolder == "/var/tmp")
  }

  @Test("data folders are the user's, then the machine's; relative paths are ignored")
  func dataFolders() {
    let usual = ["/home/ada/.local/share", "/usr/local/share", "/usr/share"]
    #expect([:].dataFolders(home: "/home/ada") == usual)
    #expect(["XDG_DATA_HOME": "x", "XDG_DATA_DIRS": ""].dataFolders(home: "/home/ada") == usual)
    #expect(
      ["XDG_DATA_HOME": "/data", "XDG_DATA_DIRS": "/a:b::/c"].dataFolders(home: "/home/ada")
        == ["/data", "/a", "/c"])
    #expect(["XDG_RUNTIME_DIR": "/run/user/7"].runtimeFolder == "/run/user/7")
    #expect(["XDG_RUNTIME_DIR": "run", "TMPDIR": "/t"].runtimeFolder == "/t")
  }
}
