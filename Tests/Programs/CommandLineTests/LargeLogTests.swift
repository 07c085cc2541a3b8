import Foundation
import TestSupport
import Testing

/// A log of a person who has donated for years: `make nightly PART=large` makes it as large as
/// `HUNCH_LARGE_LOG` says.
@Suite("Large logs")
struct LargeLogTests {
  private static let donations = Campaign.count("HUNCH_LARGE_LOG", usually: 4_000)

  /// 200 activities, the frequent ones far more often than others, ten minutes apart.
  private static func write(_ count: Int, to file: URL) throws {
    var numbers = SeededNumbers(seed: 7)
    var time = 1_772_000_000 - count * 600
    let style = Date.ISO8601FormatStyle(timeZone: .gmt)
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let output = try FileHandle(forWritingTo: file)
    var text = ""
    for number in 0..<count {
      let activity = min(numbers.below(200), numbers.below(200))
      time += 1 + numbers.below(1_199)
      let moment = Date(timeIntervalSince1970: TimeInterval(time)).formatted(style)
      text +=
        #"{"v":1,"time":"\#(moment)","activityType":"org.example.program\#(activity % 9).open","#
        + #""title":"Open \#(activity)","userInfo":{"document":\#(activity)},"context":{"wifi":\#(activity % 3)}}"#
        + "\n"
      if number % 5_000 == 4_999 || number == count - 1 {
        try output.write(contentsOf: Data(text.utf8))
        text = ""
      }
    }
    try output.close()
  }

  @Test(
    "import, suggest and evaluate handle a large log in proportional memory",
    .enabled(
      if: ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil,
      "a sanitizer has memory of its own"))
  func memory() async throws {
    let scratch = try Scratch()
    try Self.write(Self.donations, to: scratch.folder.appending(path: "log.jsonl"))
    // The memory of the idle program, and some kilobytes for each donation in memory.
    let base = 192 << 20
    let bounds = [
      (["import", "log.jsonl", "-q"], base),
      (["suggest", "--at", "2026-02-25T08:00:00Z", "--json"], base + Self.donations * 1_024),
      (["stats"], base),
      (["evaluate", "log.jsonl", "-q", "--json"], base + Self.donations * 8_192),
    ]
    for (arguments, bound) in bounds {
      let (run, bytes) = try await Program.process(arguments, in: scratch).runToPeak()
      #expect(run.code == 0, "\(arguments): \(run.errors)")
      #expect(bytes > 0 && bytes < bound, "\(arguments): \(bytes >> 20) MiB")
      print(
        "campaign: large log, \(Self.donations) donations: \(arguments[0]) held \(bytes >> 20) MiB at most")
    }
    #expect(try await Program.run(["export"], in: scratch).lines.count == Self.donations)
  }
}
