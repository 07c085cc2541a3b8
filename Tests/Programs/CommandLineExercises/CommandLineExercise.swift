import Activities
import Features
import Foundation
import Simulation
import Suggestions

@testable import CommandLine

/// Which readers of options took one text.
struct CommandLineOutcome: Equatable {
  var taken: [String] = []
}

/// A promise of options that one text broke.
enum CommandLinePromise: Error, Equatable {
  /// Printed and read again, a value is another one.
  case roundTrip(String)
  /// A number is not finite, or out of its range.
  case range(String)
  /// A message tells what was typed.
  case toldContent
}

/// Gives an arbitrary text to everything that reads a value of an option, and checks what it promises whatever it is.
///
/// The fuzzer and the tests of its corpus share it.
func exerciseCommandLine(_ bytes: [UInt8]) throws -> CommandLineOutcome {
  let text = String(decoding: bytes, as: UTF8.self)
  var outcome = CommandLineOutcome()
  func read<Value>(_ name: String, _ parse: (String) throws -> Value, _ check: (Value) throws -> Bool) throws
  {
    let value: Value
    do { value = try parse(text) } catch {
      // A word that no message has in it.
      guard !"\(error)".contains("ZQXJ") else { throw CommandLinePromise.toldContent }
      return
    }
    guard try check(value) else { throw CommandLinePromise.roundTrip(name) }
    outcome.taken.append(name)
  }
  try read("user", Arguments.user) { $0.name == text }
  let now = try Instant(milliseconds: 1_700_000_000_000)
  try read("moment", Arguments.moment) { moment in
    guard let instant = try? moment.instant(at: now, in: .gmt) else { return true }
    return try Arguments.moment(instant.rfc3339).instant(at: now, in: .gmt).milliseconds
      == instant.milliseconds
  }
  try read("identity", Arguments.identity) { try Arguments.identity("\($0)") == $0 }
  try read("donation", Arguments.donation) { try Arguments.donation("\($0)") == $0 }
  try read("date", Arguments.date) { try Arguments.date("\($0)") == $0 }
  try read("place", Arguments.place) { try Arguments.place("\($0.latitude), \($0.longitude)") == $0 }
  try read("share", Arguments.share) { (0...1).contains($0) }
  try read("duration", Arguments.duration) { $0 >= 0 && $0.isFinite }
  try read("span", Arguments.span) { (1...1e9).contains($0) }
  try read("horizon", Arguments.horizon) { ($0.seconds == nil) == (text == "none") }
  try read("quietHours", Arguments.quietHours) { _ in true }
  try read("pair", Arguments.pair) { "\($0.name)=\($0.value)" == text && !$0.name.isEmpty }
  try read("contentType", Arguments.contentType) { $0.rawValue == text }
  try read("featureGroup", Arguments.featureGroup) { $0.rawValue == text }
  try read("surface", Arguments.surface) { $0.rawValue == text }
  try read("scope", Arguments.scope) { $0.rawValue == text }
  try read("verdict", Arguments.verdict) { $0.rawValue == text }
  try readLines(of: text, &outcome)
  try readAnswer(bytes, &outcome)
  return outcome
}

/// The text as each part of a donation line made of options: a title, a type, and a pair of the context.
private func readLines(of text: String, _ outcome: inout CommandLineOutcome) throws {
  var line = DonationLine()
  line.add("activityType", text: "a.b")
  line.add("time", text: "2026-03-02T08:10:00+01:00")
  line.add("title", text: text)
  line.add("keywords", texts: [text, "x"])
  if let pair = try? Arguments.pair(text) { line.add("context", pairs: [pair]) }
  if let number = try? Arguments.duration(text) { line.add("duration", number: number) }
  do {
    let donation = try line.donation()
    // What is no text in UTF-8 never gets here; all else is kept letter by letter.
    guard donation.activity.title.map({ Array($0.utf8) }) == Array(text.utf8) else {
      throw CommandLinePromise.roundTrip("title")
    }
    guard donation.context.attributes.values.allSatisfy(\.isFinite),
      donation.details.duration?.isFinite ?? true
    else { throw CommandLinePromise.range("context") }
    outcome.taken.append("line")
  } catch let failure as Failure {
    guard failure.code == .usage, !failure.message.contains("ZQXJ") else {
      throw CommandLinePromise.toldContent
    }
  }
  var typed = DonationLine()
  typed.add("activityType", text: text)
  typed.add("time", text: text)
  _ = try? typed.donation()
}

/// The text as an answer that feedback speaks of.
private func readAnswer(_ bytes: [UInt8], _ outcome: inout CommandLineOutcome) throws {
  do {
    let answer = try ShownAnswer(Data(bytes), of: "answer.json")
    guard answer.suggestions.allSatisfy({ $0.probability?.isFinite ?? true }) else {
      throw CommandLinePromise.range("probability")
    }
    outcome.taken.append("answer")
  } catch let failure as Failure {
    guard failure.code == .badData, !failure.message.contains("ZQXJ") else {
      throw CommandLinePromise.toldContent
    }
  }
}
