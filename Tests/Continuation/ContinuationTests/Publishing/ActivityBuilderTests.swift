import Activities
import Continuation
import Foundation
import Testing

@Suite("Building an activity from a performed action")
struct ActivityBuilderTests {
  /// Publishes a book after its hook, and returns the activity.
  func activity(
    name: String = "Emma", metadata: ActivityMetadata? = nil,
    configure: (inout ActivityConfiguration) -> Void = { _ in },
    prepare: @escaping @Sendable (inout ActivityBuilder<Kiosk.Read>) throws -> Void
  ) async throws -> UserActivity {
    let process = try Kiosk.Process(configure: configure)
    var book = Kiosk.Book(name)
    if let metadata { book.metadata = metadata }
    book.prepare = {
      $0.title = $0.title ?? "Read it"
      try prepare(&$0)
    }
    return try #require(try await process.activity(of: book))
  }

  @Test("an input that can be written goes into userInfo alone, without the URL of its route")
  func codable() async throws {
    let process = try Kiosk.Process(hasLinks: true)
    let activity = try #require(try await process.activity(of: Kiosk.Book("Emma", page: 7)))
    #expect(activity.userInfo == ["name": "Emma", "page": 7])
    #expect(activity.requiredUserInfoKeys == ["name"])
    #expect(activity.webpageURL == nil)
  }

  @Test("row 17: an input that cannot be written goes as the URL of its route, the only required key")
  func linked() async throws {
    let process = try Kiosk.Process(hasLinks: true)
    let activity = try #require(try await process.draw(Kiosk.Sketch("cat")).publication.get()?.activity)
    let url = try #require(URL(string: "kiosk://draw?name=cat"))
    #expect(activity.userInfo == ["hunch.action.url": .url(url)])
    #expect(activity.requiredUserInfoKeys == ["hunch.action.url"])
  }

  @Test(
    "row 35: an activity that no action could continue is refused, unless the program allows or vetoes it"
  )
  func continuable() async throws {
    let process = try Kiosk.Process()
    #expect(try await process.draw(Kiosk.Sketch("cat")).faults == [.cannotBeContinued])
    let optedOut = try await process.draw(Kiosk.Sketch("cat") { $0.isContinuedByAction = false })
    #expect(try optedOut.publication.get()?.activity.userInfo == [:])
    let vetoed = try await process.draw(Kiosk.Sketch("cat") { $0.cancel() })
    #expect(try vetoed.publication.get() == nil)
    #expect(vetoed.faults == nil)
  }

  @Test(
    "an input that can be written needs no route; a URL that does not lead back is ignored",
    arguments: [false, true], [nil, Kiosk.readType])
  func missingRoute(hasURL: Bool, target: String?) async throws {
    let registry = try ActionRegistry(application: Kiosk.application(), features: [Kiosk.Shelf.self])
    let links = WrongRoutes(hasURL: hasURL, target: target.flatMap { registry.action(for: $0) })
    let process = try Kiosk.Process { $0.links = links }
    #expect(try await process.activity(of: Kiosk.Book("Emma")) != nil)
    #expect(try await process.draw(Kiosk.Sketch("cat")).faults == [.cannotBeContinued])
  }

  @Test("rows 43, 45: the hook overrides the input's metadata, which stays readable")
  func metadata() async throws {
    let metadata = ActivityMetadata.build {
      $0.title = "Report"
      $0.subtitle = "of March"
      $0.keywords = ["numbers"]
      $0.searchAttributes.kind = "document"
    }
    let activity = try await activity(metadata: metadata) {
      $0.title = "Open \($0.metadata?.title ?? "nothing")"
      $0.searchAttributes["pageCount"] = 12
      $0.searchAttributes.city = "Ulm"
    }
    #expect(activity.title == "Open Report")
    #expect(activity.subtitle == "of March", "what the hook leaves alone stays")
    #expect(activity.keywords == ["numbers"])
    #expect(
      activity.contentAttributes == [
        "kind": "document", "pageCount": 12, "city": "Ulm", "contentDescription": "of March",
      ])
  }

  @Test("row 33: the hook finds the defaults already set, and everything else untouched")
  func defaults() async throws {
    let metadata = ActivityMetadata.build {
      $0.title = "Report"
      $0.thumbnailURL = URL(string: "file:///tmp/a.png")
    }
    let process = try Kiosk.Process(hasLinks: true)
    var book = Kiosk.Book("Emma", page: 7)
    book.metadata = metadata
    book.prepare = {
      #expect($0.input.name == "Emma")
      #expect(ObjectIdentifier($0.feature) == ObjectIdentifier(Kiosk.Shelf.self))
      #expect($0.metadata == metadata)
      #expect($0.title == "Report")
      #expect($0.thumbnailURL == metadata.thumbnailURL)
      #expect($0.userInfo == ["name": "Emma", "page": 7])
      #expect($0.requiredUserInfoKeys == ["name"])
      #expect($0.subtitle == nil && $0.keywords == nil && $0.webpageURL == nil && $0.activityType == nil)
      #expect($0.isContinuedByAction && !$0.isCancelled)
    }
    let activity = try #require(try await process.activity(of: book))
    #expect(activity.title == "Report")
    let sketch = Kiosk.Sketch("cat") {
      #expect($0.metadata == nil)
      #expect($0.requiredUserInfoKeys == ["hunch.action.url"])
    }
    #expect(try await process.draw(sketch).publication.get() != nil)
  }

  @Test("row 42: the name for deletion comes from the identity, reveals nothing, and may be chosen")
  func persistentIdentifier() async throws {
    let first = try await activity { _ in }
    let again = try await activity { $0.userInfo["page"] = 9 }
    let other = try await activity(name: "Ulysses") { _ in }
    let expected = try Kiosk.application().persistentIdentifier(for: first.identity)
    #expect(first.persistentIdentifier == expected)
    #expect(again.persistentIdentifier == expected)
    #expect(other.persistentIdentifier != expected)
    #expect(try await activity { $0.persistentIdentifier = "e1" }.persistentIdentifier == "e1")
  }

  @Test("properties beyond Flint's can be set as well")
  func further() async throws {
    let page = try #require(URL(string: "https://kiosk.example/emma"))
    let referrer = try #require(URL(string: "https://search.example/?q=emma"))
    let activity = try await activity {
      $0.webpageURL = page
      $0.referrerURL = referrer
      $0.shortcutAvailability = [.reading]
      $0.appEntityIdentifier = "emma-1"
      $0.expirationDate = Date(timeIntervalSince1970: 5)
      $0.targetContentIdentifier = "window"
      $0.relatedUniqueIdentifier = "item"
      $0.runsInBackground = true
      $0.effortSaved = 12
      $0.addUserInfoEntries(from: ["name": "Persuasion", "shelf": 4])
    }
    #expect(activity.webpageURL == page)
    #expect(activity.referrerURL == referrer)
    #expect(activity.shortcutAvailability == [.reading])
    #expect(activity.appEntityIdentifier == "emma-1")
    #expect(activity.expirationDate == Date(timeIntervalSince1970: 5))
    #expect(activity.targetContentIdentifier == "window")
    #expect(activity.relatedUniqueIdentifier == "item", "row 50: the link to an indexed item")
    #expect(activity.runsInBackground)
    #expect(activity.effortSaved == 12)
    #expect(activity.userInfo == ["name": "Persuasion", "shelf": 4])
  }

  @Test(
    "rows 28, 29: a former type of an activity leads back to its action, and is checked like it"
  )
  func formerType() async throws {
    let process = try Kiosk.Process()
    var book = Kiosk.Book("Emma")
    book.prepare = {
      $0.title = "Read it"
      $0.activityType = Kiosk.formerReadType
    }
    let activity = try #require(try await process.activity(of: book))
    #expect(activity.activityType == Kiosk.formerReadType)
    #expect(try await process.goOn(activity).words == "success")
    #expect(process.screen.items.last == .book("Emma", page: nil))
    book.prepare = {
      $0.title = "Read it"
      $0.activityType = Kiosk.formerReadType
      $0.userInfo["name"] = 7
    }
    #expect(try await process.read(book).advice == [.unreadable(.invalidValue(key: "name"))])
    book.prepare = {
      $0.title = "Read it"
      $0.activityType = "\(Kiosk.formerReadType)er"
    }
    #expect(
      try await process.read(book).faults == [
        .undeclaredType("\(Kiosk.formerReadType)er"), .cannotBeContinued,
      ])
  }

  @Test("row 29: a type of its own has to be registered, or listed by the program")
  func customType() async throws {
    #expect(try await activity { $0.activityType = Kiosk.lendType }.activityType == Kiosk.lendType)
    func outcome(_ type: String, declared: Set<String>? = nil) async throws -> ActionOutcome {
      let process = try Kiosk.Process { $0.declaredTypes = declared }
      var book = Kiosk.Book("Emma")
      book.prepare = {
        $0.title = "Read it"
        $0.activityType = type
        $0.isContinuedByAction = false
      }
      return try await process.read(book)
    }
    let own = "org.example.kiosk.own"
    #expect(try await outcome(own).faults == [.undeclaredType(own)])
    #expect(try await outcome(own, declared: [own]).publication.get()?.activity.activityType == own)
    #expect(try await outcome(Kiosk.lendType, declared: [own]).faults == [.undeclaredType(Kiosk.lendType)])
    #expect(
      try await outcome("no type").faults == [
        .undeclaredType("no type"), .invalidActivity(.invalidActivityType),
      ])
  }

  @Test("a type that is listed, but has no action, cannot be continued by one")
  func customTypeWithoutAction() async throws {
    let own = "org.example.kiosk.own"
    let process = try Kiosk.Process { $0.declaredTypes = [own] }
    var book = Kiosk.Book("Emma")
    book.prepare = {
      $0.title = "Read it"
      $0.activityType = own
    }
    #expect(try await process.read(book).faults == [.cannotBeContinued])
  }

  @Test("row 12: visible text is in the user's language, and does not affect the identity")
  func locale() async throws {
    let titles = ["de": "Emma lesen", "en": "Read Emma"]
    var activities: [UserActivity] = []
    for language in titles.keys.sorted() {
      activities.append(
        try await activity(configure: { $0.locale = Locale(identifier: language) }) {
          $0.title = titles[$0.locale.language.languageCode?.identifier ?? ""]
        })
    }
    #expect(activities.map(\.title) == ["Emma lesen", "Read Emma"])
    #expect(Set(activities.map(\.identity)).count == 1)
    #expect(Set(activities.map(\.persistentIdentifier)).count == 1)
  }

  @Test("rows 13, 22, 34: one input serves several actions; its conformances are detected")
  func sharedInput() async throws {
    let process = try Kiosk.Process()
    let book = Kiosk.Book("Emma")
    let read = try #require(try await process.activity(of: book))
    let lent = try await Kiosk.$eligibility.withValue([.prediction]) {
      try await process.dispatcher.perform(
        Kiosk.Lend.self, in: Kiosk.Shelf.self, input: book, presenter: NoPresenter(),
        circumstances: Kiosk.context(1))
    }
    let lentActivity = try #require(try lent.publication.get()?.activity)
    #expect(read.userInfo == lentActivity.userInfo)
    #expect(read.identity != lentActivity.identity)
    #expect([read.title, lentActivity.title] == ["Read it", "Lend it"])
  }

  @Test("row 44: metadata is a value, made in one expression")
  func metadataValue() throws {
    let metadata = ActivityMetadata.build {
      $0.title = "Emma"
      $0.subtitle = "by Jane Austen"
      $0.keywords = ["austen", "novel"]
    }
    #expect(metadata.title == "Emma" && metadata.subtitle == "by Jane Austen")
    #expect(metadata.keywords == ["austen", "novel"])
    #expect(metadata.thumbnailURL == nil && metadata.searchAttributes.isEmpty)
    let another = ActivityMetadata.build { $0.title = "Persuasion" }
    #expect(another != metadata && another.keywords == nil)
    #expect(throws: Kiosk.Failure()) { try ActivityMetadata.build { _ in throw Kiosk.Failure() } }
  }
}

/// Routes that never lead to the action.
private struct WrongRoutes: ActionLinks {
  let hasURL: Bool
  let target: DeclaredAction?

  func url<Linked: Action>(
    for action: Linked.Type, in feature: any Feature.Type, input: Linked.Input
  ) -> URL? {
    hasURL ? URL(string: "kiosk://elsewhere") : nil
  }

  func destination(of url: URL) -> ActionLink? {
    target.map { ActionLink(to: $0, parameters: [:]) }
  }

  func input<Linked: Action>(
    of action: Linked.Type, from parameters: [String: String]
  ) throws -> Linked.Input {
    throw ActivityCodableError.missingKeys([])
  }
}
