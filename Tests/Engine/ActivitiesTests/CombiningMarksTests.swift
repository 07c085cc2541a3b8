import Activities
import Testing

/// Comparing or hashing texts sorts a run of marks in time quadratic in its length: 400,000 of them
/// took hours.
@Suite("Runs of combining marks", .timeLimit(.minutes(5)))
struct CombiningMarksTests {
  private static let long = "a" + String(repeating: "\u{301}\u{323}", count: 200_000)

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let areTooMany: Bool
  }

  @Test(arguments: [
    Case(testDescription: "ASCII", text: String(repeating: "a", count: 100_000), areTooMany: false),
    Case(testDescription: "Vietnamese", text: "Tiếng Việt, ầẩẫậ", areTooMany: false),
    Case(
      testDescription: "thirty", text: "a" + String(repeating: "\u{301}", count: 30), areTooMany: false),
    Case(
      testDescription: "thirty-one", text: "a" + String(repeating: "\u{301}", count: 31), areTooMany: true),
    Case(
      testDescription: "thirty-one without a letter", text: String(repeating: "\u{301}", count: 31),
      areTooMany: true),
    Case(
      testDescription: "twice thirty, each on its letter",
      text: String(repeating: "a" + String(repeating: "\u{301}", count: 30), count: 2), areTooMany: false),
    Case(
      testDescription: "a letter that has two of its own",
      text: "\u{1EBF}" + String(repeating: "\u{301}", count: 29), areTooMany: true),
    Case(
      testDescription: "marks that are two", text: "a" + String(repeating: "\u{344}", count: 16),
      areTooMany: true),
    Case(
      testDescription: "signs that are no marks but consist of them",
      text: "\u{F40}" + String(repeating: "\u{F73}", count: 16), areTooMany: true),
    Case(testDescription: "hundreds of thousands", text: long, areTooMany: true),
  ])
  func count(_ example: Case) {
    #expect(CombiningMarks.areTooMany(in: example.text) == example.areTooMany)
  }

  @Test("every entry point rejects a text with too many marks and names its field")
  func doors() throws {
    let long = Self.long
    // This is few enough to be hashed: sets and dictionaries hash their keys before the marks can
    // be counted.
    let hashable = "a" + String(repeating: "\u{301}", count: 31)
    let instant = try Instant(milliseconds: 0)
    #expect(throws: ActivityError.tooManyMarks(field: "title")) {
      try UserActivity(activityType: "a.b", title: long)
    }
    #expect(throws: ActivityError.tooManyMarks(field: "userInfo")) {
      try UserActivity(activityType: "a.b", userInfo: ["a": .array([.object(["b": .string(long)])])])
    }
    #expect(throws: ActivityError.tooManyMarks(field: "activityType")) {
      try UserActivity(activityType: "a" + String(repeating: "\u{301}", count: 40))
    }
    #expect(throws: ActivityError.tooManyMarks(field: "user")) { try UserIdentifier(long) }
    #expect(throws: ActivityError.tooManyMarks(field: "name")) {
      try Place(latitude: 0, longitude: 0, name: long)
    }
    #expect(throws: ActivityError.tooManyMarks(field: "context")) {
      try Context(at: instant, attributes: ["a": .string(long)])
    }
    #expect(throws: ActivityError.tooManyMarks(field: "suggestion")) {
      try Feedback(at: instant, suggestion: long, shown: [], verdict: .shown)
    }
    #expect(throws: ActivityError.tooManyMarks(field: "requiredUserInfoKeys")) {
      try Feedback.Impression(activityType: "a.b", userInfo: [:], requiredUserInfoKeys: [hashable])
    }
    for (title, phrase, field) in [(long, "go", "title"), ("Go", long, "phrase")] {
      #expect(throws: ActivityError.tooManyMarks(field: field)) {
        try OwnPhrase(at: instant, activityType: "a.b", title: title, phrase: phrase)
      }
    }
    #expect(throws: ActivityError.tooManyMarks(field: "title")) {
      try SearchableItem(uniqueIdentifier: "i", title: long)
    }
    #expect(throws: ActivityError.tooManyMarks(field: "attributes")) {
      try SearchableItem(uniqueIdentifier: "i", title: "t", attributes: ["a": .string(long)])
    }
    let context = Context(at: instant)
    var foreign = Donation.Details()
    foreign.additionalFields = [hashable: 1]
    #expect(throws: ActivityError.tooManyMarks(field: "additionalFields")) {
      try Donation(of: UserActivity(activityType: "a.b"), in: context, details: foreign)
    }
    var activity = try UserActivity(activityType: "a.b")
    var details = Donation.Details()
    details.program = long
    #expect(throws: ActivityError.tooManyMarks(field: "program")) {
      try Donation(of: activity, in: context, details: details)
    }
    activity.title = long
    #expect(throws: ActivityError.tooManyMarks(field: "title")) {
      try Donation(of: activity, in: context)
    }
    activity.title = nil
    activity.publisher = long
    #expect(throws: ActivityError.tooManyMarks(field: "publisher")) {
      try Donation(of: activity, in: context)
    }
  }
}
