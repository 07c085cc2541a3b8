import Activities
import Answers
import Foundation
import LogFormat
import Questions
import Storage
import Suggestions
import Testing

@Suite("Questions for suggestions as JSON")
struct SuggestionQuestionTests {
  private static func read(_ text: String) throws -> SuggestionQuestion {
    try SuggestionQuestion(DocumentReader(json: Data(text.utf8), file: "request"))
  }

  private let now: Instant

  init() throws { now = try Instant(rfc3339: "2026-03-10T09:00:00+01:00") }

  private static func donation(
    _ time: String, by user: UserIdentifier = .me, at place: Place? = nil
  ) throws -> Donation {
    try Donation(
      of: UserActivity(activityType: "org.example.mail.open"), by: user,
      in: Context(at: Instant(rfc3339: time), place: place))
  }

  private func store(_ donations: [Donation]) async throws -> InMemoryDonationStore {
    let store = InMemoryDonationStore()
    _ = try await store.ingest(donations, at: now)
    return store
  }

  @Test("a question has all its members")
  func all() async throws {
    var question = SuggestionQuestion()
    question.user = try UserIdentifier("ada")
    question.timeZone = TimeZone(identifier: "Europe/Berlin")
    question.instant = try Instant(rfc3339: "2026-03-10T08:10:00+01:00", timeZone: "Europe/Berlin")
    question.location = .position(
      try Place(latitude: -33.5, longitude: 13, horizontalAccuracy: 20, name: "Office"))
    question.attributes = ["wifi": "home", "headphones": true, "level": 0.5, "count": 3, "none": .null]
    question.calendars = ["/home/ada/work.ics"]
    question.observedUntil = try Instant(rfc3339: "2026-03-10T07:00:00Z")
    question.surface = .list
    question.horizon = .stated(7_200)
    question.policy.quietHours = try .init(from: 23 * 60, to: 6 * 60 + 30)
    question.policy.interruptionsPerDay = 1
    (question.limit, question.minimumProbability) = (5, 0.25)
    (question.explains, question.catalogue) = (true, true)
    let text = """
      {"type":"suggest","v":1,"user":"ada","time":"2026-03-10T07:10:00Z","timeZone":"Europe/Berlin",
       "location":{"latitude":-33.5,"longitude":13,"horizontalAccuracy":20,"name":"Office"},
       "context":{"wifi":"home","headphones":true,"level":0.5,"count":3,"none":null},
       "calendars":["/home/ada/work.ics"],"observedUntil":"2026-03-10T07:00:00Z","surface":"list",
       "withinSeconds":7200,"quietHours":"23:00-06:30","interruptionsPerDay":1,"limit":5,
       "minimumProbability":0.25,"explains":true,"catalogue":true}
      """
    #expect(try Self.read(text) == question)
    let request = try await question.request(in: InMemoryDonationStore(), at: now)
    #expect(request.user.name == "ada" && request.limit == 5 && request.minimumProbability == 0.25)
    #expect(request.horizon == 7_200 && request.surface == .list && request.explains)
    #expect(request.context.place?.name == "Office" && request.context.attributes == question.attributes)
    #expect(request.observedUntil == question.observedUntil && request.policy == question.policy)
  }

  @Test("members that are absent, null or unknown leave the defaults, which are those of a request")
  func absent() async throws {
    let question = try Self.read(
      #"{"user":null,"time":null,"location":null,"withinSeconds":null,"limit":null,"new":[{}]}"#)
    #expect(question == SuggestionQuestion())
    let request = try await question.request(in: InMemoryDonationStore(), at: now)
    var expected = SuggestionRequest(in: Context(at: now))
    expected.observedUntil = now
    #expect(request == expected)
  }

  @Test("without a time, the present is asked about, in the given zone")
  func zone() throws {
    let instant = try Self.read(#"{"timeZone":"Asia/Tokyo"}"#).instant(at: now)
    #expect(instant.rfc3339 == "2026-03-10T17:00:00+09:00")
  }

  @Test("none is a horizon and quiet hours")
  func none() async throws {
    let question = try Self.read(#"{"surface":"interrupt","withinSeconds":"none","quietHours":"none"}"#)
    #expect(question.policy.quietHours == nil && question.horizon == .stated(nil))
    #expect(try await question.request(in: InMemoryDonationStore(), at: now).horizon == nil)
  }

  @Test(
    "a wrong member is an error with its path",
    arguments: [
      ("[]", "$"), (#"{"user":""}"#, "$.user"), (#"{"user":"a\u0007"}"#, "$.user"),
      (#"{"time":7}"#, "$.time"),
      (#"{"time":"2026-03-10T08:10:00"}"#, "$.time"), (#"{"timeZone":"Mars/Base"}"#, "$.timeZone"),
      (#"{"location":"52.5,13.4"}"#, "$.location"), (#"{"location":{"latitude":1}}"#, "$.location"),
      (#"{"location":{"latitude":91,"longitude":0}}"#, "$.location.latitude"),
      (#"{"context":{"wifi":["a"]}}"#, "$.context.wifi"), (#"{"context":{"a\u0000":1}}"#, "$.context"),
      (#"{"calendars":["work.ics"]}"#, "$.calendars[0]"), (#"{"surface":"wall"}"#, "$.surface"),
      (#"{"withinSeconds":59}"#, "$.withinSeconds"), (#"{"withinSeconds":"soon"}"#, "$.withinSeconds"),
      (#"{"quietHours":"22-7"}"#, "$.quietHours"), (#"{"interruptionsPerDay":-1}"#, "$.interruptionsPerDay"),
      (#"{"limit":0}"#, "$.limit"), (#"{"limit":4097}"#, "$.limit"), (#"{"limit":1.5}"#, "$.limit"),
      (#"{"minimumProbability":1.1}"#, "$.minimumProbability"), (#"{"explains":1}"#, "$.explains"),
      (#"{"surface":"interrupt","catalogue":true}"#, "$.catalogue"),
    ])
  func wrong(text: String, path: String) throws {
    let error = try #require(throws: DocumentError.self) { try Self.read(text) }
    #expect(error.path == path)
  }

  @Test("the user is the only one of the store, else me; of several others one has to be named")
  func user() async throws {
    let (ada, bob) = (try UserIdentifier("ada"), try UserIdentifier("bob"))
    func user(_ users: [UserIdentifier]) async throws -> UserIdentifier {
      let store = try await store(
        users.map { try Self.donation("2026-03-09T08:00:00+01:00", by: $0) })
      return try await SuggestionQuestion().request(in: store, at: now).user
    }
    #expect(try await user([]) == .me)
    #expect(try await user([ada]) == ada)
    #expect(try await user([ada, .me]) == .me)
    await #expect(throws: QuestionError.severalUsers(2)) { try await user([ada, bob]) }
  }

  @Test("a place by its name is the one that the user gave it, else that of the last donation with it")
  func place() async throws {
    let donated = try Place(latitude: 52.5, longitude: 13.4, name: "Office")
    let store = try await store([Self.donation("2026-03-09T08:00:00+01:00", at: donated)])
    let question = try Self.read(#"{"location":"office"}"#)
    #expect(try await question.request(in: store, at: now).context.place == donated)
    let given = try NamedPlace("Office", at: Place(latitude: 48.1, longitude: 11.6), milliseconds: 0)
    try await store.changePlaces(of: .me) { try $0.add(given) }
    #expect(try await question.request(in: store, at: now).context.place == given.place)
    let unknown = try Self.read(#"{"location":"Nowhere"}"#)
    await #expect(throws: QuestionError.unknownPlace) { try await unknown.request(in: store, at: now) }
  }

  @Test("the user was observed until now, the moment asked about, or the last record in between")
  func observed() async throws {
    let store = try await store([Self.donation("2026-03-10T10:00:00+01:00")])
    func observed(_ text: String) async throws -> String? {
      try await Self.read(text).request(in: store, at: now).observedUntil?.rfc3339
    }
    #expect(try await observed("{}") == "2026-03-10T09:00:00+01:00")
    #expect(try await observed(#"{"time":"2026-03-09T09:00:00Z"}"#) == "2026-03-09T09:00:00+00:00")
    #expect(try await observed(#"{"time":"2026-03-10T08:30:00Z"}"#) == "2026-03-10T09:00:00+01:00")
    #expect(try await observed(#"{"time":"2026-03-10T12:00:00Z"}"#) == "2026-03-10T10:00:00+01:00")
    await #expect(throws: QuestionError.observedAfterMoment) {
      try await observed(#"{"time":"2026-03-09T09:00:00Z","observedUntil":"2026-03-09T09:00:01Z"}"#)
    }
  }
}
