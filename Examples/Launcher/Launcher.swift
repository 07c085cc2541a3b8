// A launcher: it ranks programs for the moment, shows them, and learns from each choice.
//
//   launcher STORE [TIME]
//
// It reads choices from standard input, one per line, and stops at the end of the input:
//
//   1            starts the first suggestion
//   never 1      never suggests it again
//   mail         starts a program by its name, suggested or not
//
// TIME, such as 2026-03-02T09:00:00+01:00, replaces the present, so that you can try weeks of use
// in a minute.
import Foundation
import Hunch

/// The programs that the launcher can start, with their titles.
///
/// A real launcher would read desktop files, and start a process where this one prints a line.
let programs = [
  "editor": "Edit the project", "mail": "Read mail", "music": "Play music", "terminal": "Open a terminal",
]

/// The activity of starting a program.
///
/// The required key decides which activities are the same: one for each program.
func start(_ program: String) throws -> UserActivity {
  try UserActivity(
    activityType: "org.example.launcher.start", title: programs[program],
    userInfo: ["program": .string(program)], requiredUserInfoKeys: ["program"])
}

/// The program that an activity starts, if it is one of this launcher's.
///
/// Other programs may share the store, and their activities are suggested, too.
func program(of activity: UserActivity) -> String? {
  guard case .string(let name) = activity.userInfo["program"], programs[name] != nil else { return nil }
  return name
}

@main
struct Launcher {
  let engine: SuggestionEngine
  let context: Context

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let store = arguments.first else {
      print("usage: launcher STORE [TIME]")
      return
    }
    // Hunch never reads the clock: the program says what time it is.
    let now =
      if let time = arguments.dropFirst().first {
        try Instant(rfc3339: time)
      } else {
        try Instant(
          milliseconds: Int64(Date().timeIntervalSince1970 * 1_000),
          offsetMinutes: TimeZone.current.secondsFromGMT() / 60)
      }
    let launcher = Launcher(engine: try .open(store: store), context: Context(at: now))
    repeat { try await launcher.show() } while try await launcher.takeChoice()
  }

  /// Ranks: returns the likely programs, the most likely first.
  func suggestions() async throws -> [Suggestion] {
    let answer = try await engine.suggestions(SuggestionRequest(in: context, surface: .list))
    return answer.suggestions.filter { program(of: $0.activity) != nil }
  }

  /// Shows the suggestions, or all programs while there are none.
  func show() async throws {
    let suggestions = try await suggestions()
    for (index, suggestion) in suggestions.enumerated() {
      print("\(index + 1)  \(suggestion.displayTitle), \(Int(suggestion.probability * 100)) %")
    }
    if suggestions.isEmpty { print("programs: \(programs.keys.sorted().joined(separator: ", "))") }
  }

  /// Reads a choice, acts on it, and learns from it; returns false at the end of the input.
  func takeChoice() async throws -> Bool {
    guard let line = readLine() else { return false }
    let shown = try await suggestions()
    let words = line.split(separator: " ").map(String.init)

    if programs[line] != nil {
      // Started by name: an ordinary donation, which is evidence of a habit.
      print("starting \(line)")
      try await engine.donate([Donation(of: try start(line), in: context)], now: context.instant)
    } else if let number = Int(line), shown.indices.contains(number - 1) {
      // A suggestion that was accepted: its source says so, because it is weaker evidence.
      let activity = shown[number - 1].activity
      print("starting \(program(of: activity) ?? "")")
      var details = Donation.Details()
      details.source = .suggestion
      try await engine.donate([Donation(of: activity, in: context, details: details)], now: context.instant)
      try await record(.accepted, of: number - 1, in: shown)
    } else if words.count == 2, words[0] == "never", let number = Int(words[1]),
      shown.indices.contains(number - 1)
    {
      try await record(.never, of: number - 1, in: shown)
    } else {
      print("type a number, \"never\" and a number, or a program's name")
    }
    return true
  }

  /// Records what the user made of the list: which suggestions they saw, and their verdict on one.
  func record(_ verdict: Feedback.Verdict, of index: Int, in shown: [Suggestion]) async throws {
    let impressions = try shown.map {
      try Feedback.Impression(
        activityType: $0.activity.activityType, userInfo: $0.activity.userInfo,
        requiredUserInfoKeys: $0.activity.requiredUserInfoKeys, probability: $0.probability)
    }
    try await engine.record([
      Feedback(at: context.instant, shown: impressions, chosen: index, verdict: verdict, surface: .list)
    ])
  }
}
