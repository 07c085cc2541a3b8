import Foundation
import Testing

@testable import Files

@Suite("Environment variables")
struct EnvironmentTests {
  @Test("one that is set to nothing is one that is not set", arguments: [[:], ["HOME": "", "TMPDIR": ""]])
  func empty(_ environment: [String: String]) {
    #expect(environment.variable("HOME") == nil)
    #expect(environment.temporaryFolder == "/tmp")
    #expect(environment.home.hasPrefix("/"))
  }

  @Test("one that is set counts")
  func set() {
    let environment = ["HOME": "/home/ada", "TMPDIR": "/var/tmp"]
    #expect(environment.home == "/home/ada")
    #expect(environment.temporaryFolder == "/var/tmp")
  }
}
