import Activities
import Continuation
import Foundation
import TestSupport
import Testing

@Suite("An activity that is handed over in a file")
struct ContinuationFileTests {
  private let scratch: Scratch
  private let environment: [String: String]

  init() throws {
    scratch = try Scratch()
    environment = ["XDG_RUNTIME_DIR": scratch.folder.path]
  }

  @Test("row 100: it is for the user alone, comes back whole, and is gone with its folder")
  func roundTrip() throws {
    let activity = try UserActivity(
      activityType: Kiosk.readType, title: "Read \"Emma\"\n",
      userInfo: ["name": "Emma", "when": .date(Date())],
      requiredUserInfoKeys: ["name", "when"])
    let path = try ContinuationFile.write(activity, environment: environment)
    let name = String(path.dropFirst(scratch.folder.path.count + 1))
    #expect(try scratch.mode(name) == 0o600)
    #expect(try scratch.mode((name as NSString).deletingLastPathComponent) == 0o700)
    let incoming = try ContinuationFile.take(path)
    #expect(incoming.source == .suggestion && incoming.activity.identity == activity.identity)
    #expect(try scratch.names().isEmpty)
    #expect(throws: ContinuationFileError.unreadable) { try ContinuationFile.take(path) }
  }

  @Test("row 100: it is continued like any other, and is not evidence of a habit")
  func continued() async throws {
    let process = try Kiosk.Process()
    let activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma"])
    let path = try ContinuationFile.write(activity, environment: environment)
    let result = await process.continuer.continueActivity(
      try ContinuationFile.take(path), in: try Kiosk.context(1), with: process.router)
    #expect(result.words == "success" && process.screen.items == [.book("Emma", page: nil)])
    #expect(try await process.donations().map(\.details.source) == [.suggestion])
  }

  @Test(
    "row 100: a file that is invalid, too long, or not the user's is rejected and stays",
    arguments: [
      ("", ContinuationFileError.noActivity), ("{}", .noActivity), ("[1]", .noActivity),
      (#"{"activityType":"a.b"}"# + String(repeating: " ", count: 1 << 22), .noActivity),
    ])
  func refused(text: String, error: ContinuationFileError) throws {
    try scratch.write("a.json", text)
    #expect(throws: error) { try ContinuationFile.take(scratch.path("a.json")) }
    #expect(try scratch.names() == ["a.json"])
    try scratch.write("b.json", #"{"activityType":"a.b"}"#)
    try scratch.setMode(0o666, of: "b.json")
    #expect(throws: ContinuationFileError.openToOthers) { try ContinuationFile.take(scratch.path("b.json")) }
    for path in [scratch.folder.path, scratch.path("none"), "/dev/zero"] {
      #expect(throws: ContinuationFileError.unreadable) { try ContinuationFile.take(path) }
    }
    #expect(throws: ContinuationFileError.cannotWrite) {
      try ContinuationFile.write(
        UserActivity(activityType: "a.b"), environment: ["XDG_RUNTIME_DIR": "/nowhere"])
    }
  }
}
