import Foundation
import LogFormat
import TestSupport
import Testing

@testable import ShellLines

@Suite("Settings of the prompt")
struct PromptSettingsTests {
  @Test("they come back as they were written, in a file that only the user can read")
  func roundTrip() throws {
    let scratch = try Scratch()
    let path = scratch.path("config/hunch/prompt.json")
    var settings = PromptSettings()
    (settings.isGreyOn, settings.minimum) = (false, 0.25)
    (settings.quietFolders, settings.dangerous, settings.harmless) = (["/a b", "/c"], ["make x"], ["kill"])
    settings.refuse("git push ZQ")
    try settings.write(to: path)
    #expect(try PromptSettings(contentsOf: path) == settings)
    #expect(try scratch.mode("config/hunch/prompt.json") == 0o600)
    let text = String(decoding: try scratch.read("config/hunch/prompt.json"), as: UTF8.self)
    #expect(!text.contains("ZQ"), "a refused line is kept as a digest")
    #expect(try PromptSettings(contentsOf: path).isRefused("git push ZQ"))
  }

  @Test("without a file nothing is decided; a broken one is an error that names the place")
  func broken() throws {
    let scratch = try Scratch()
    #expect(try PromptSettings(contentsOf: scratch.path("absent")) == PromptSettings())
    for text in ["", "[]", #"{"minimum":2}"#, #"{"gray":true}"#, #"{"never":"x"}"#] {
      try scratch.write("broken.json", text)
      #expect(throws: DocumentError.self, "\(text)") {
        try PromptSettings(contentsOf: scratch.path("broken.json"))
      }
    }
  }

  @Test("a folder without grey text includes those below it, not those with a similar name")
  func folders() {
    var settings = PromptSettings()
    settings.quietFolders = ["/a/b"]
    #expect(settings.isQuiet(in: "/a/b") && settings.isQuiet(in: "/a/b/c"))
    #expect(!settings.isQuiet(in: "/a/bc") && !settings.isQuiet(in: "/a") && !settings.isQuiet(in: nil))
    settings.quietFolders = ["/"]
    #expect(settings.isQuiet(in: "/x"))
  }

  @Test("the file is in XDG_CONFIG_HOME, else in the home")
  func place() {
    #expect(
      PromptSettings.path(environment: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/hunch/prompt.json")
    #expect(
      PromptSettings.path(environment: ["XDG_CONFIG_HOME": "c", "HOME": "/h"])
        == "/h/.config/hunch/prompt.json")
    #expect(PromptSettings.path(environment: [:]) == nil)
  }
}
