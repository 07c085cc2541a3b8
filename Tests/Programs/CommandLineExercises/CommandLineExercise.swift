import Activities
import Answers
import Features
import Foundation
import LogFormat
import Simulation
import Suggestions

@testable import CommandLine

/// The option readers that accepted a text.
struct CommandLineOutcome: Equatable {
  var taken: [String] = []
}

/// A promise of options that one text broke.
enum CommandLinePromise: Error, Equatable {
  /// A value changes when it is printed and read again.
  case roundTrip(String)
  /// A number is not finite, or out of its range.
  case range(String)
  /// A message contains typed text.
  case toldContent
}

/// Passes an arbitrary text to all readers of option values, and checks their promises.
///
/// The fuzzer and the tests of its corpus share it.
func exerciseCommandLine(_ bytes: [UInt8]) throws -> CommandLineOutcome {
  let text = String(decoding: bytes, as: UTF8.self)
  var outcome = CommandLineOutcome()
  func read<Value>(_ name: String, _ parse: (String) throws -> Value, _ check: (Value) throws -> Bool) throws
  {
    let value: Value
    do { value = try parse(text) } catch {
      // A word that occurs in no message.
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
  try readDonation(of: text, &outcome)
  try readAnswer(bytes, &outcome)
  return outcome
}

/// Uses the text as each part of a donation made of options: a title, a value, a type, and a pair
/// of the context.
private func readDonation(of text: String, _ outcome: inout CommandLineOutcome) throws {
  let now = try Instant(rfc3339: "2026-03-02T08:10:00+01:00")
  var typed = TypedDonation(type: "a.b", title: text)
  typed.userInfo = [NamedArgument(name: "x", value: text)]
  typed.duration = try? Arguments.duration(text)
  do {
    let attributes = try (try? Arguments.pair(text)).map { try [$0].values(of: "context") } ?? [:]
    let donation = try typed.donation(by: .me, in: Context(at: now, attributes: attributes))
    // Invalid UTF-8 never gets here; all other text is kept letter by letter.
    guard donation.activity.title.map({ Array($0.utf8) }) == Array(text.utf8) else {
      throw CommandLinePromise.roundTrip("title")
    }
    guard donation.context.attributes.values.allSatisfy(\.isFinite),
      donation.activity.userInfo.values.allSatisfy(\.isFinite), donation.details.duration?.isFinite ?? true
    else { throw CommandLinePromise.range("context") }
    outcome.taken.append("donation")
  } catch let promise as CommandLinePromise {
    throw promise
  } catch {
    guard error is RecordError || error is ActivityError, !"\(error)".contains("ZQXJ") else {
      throw CommandLinePromise.toldContent
    }
  }
  _ = try? TypedDonation(type: text, title: nil).donation(by: .me, in: Context(at: now))
}

/// Reads the text as an answer to give feedback on.
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
