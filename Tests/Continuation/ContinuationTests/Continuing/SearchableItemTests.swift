import Activities
import Continuation
import Foundation
import Storage
import Testing

@Suite("Continuing an item that was chosen in a search")
struct SearchableItemTests {
  private static func chosen(_ identifier: ActivityValue) throws -> UserActivity {
    try UserActivity(
      activityType: "com.apple.corespotlightitem",
      userInfo: ["kCSSearchableItemActivityIdentifier": identifier])
  }

  private static func book(_ name: String, _ item: String, expires: Date? = nil) -> Kiosk.Book {
    var book = Kiosk.Book(name, page: 7)
    book.prepare = {
      ($0.title, $0.relatedUniqueIdentifier, $0.expirationDate) = ("Read \(name)", item, expires)
    }
    return book
  }

  private static func index(
    _ identifiers: String..., at address: String? = nil, of program: String = "org.example.kiosk",
    in process: Kiosk.Process
  ) async throws {
    let items = try identifiers.map {
      try SearchableItem(
        uniqueIdentifier: $0, title: "Item \($0)",
        attributes: address.map { ["contentURL": .string($0)] } ?? [:])
    }
    try await process.log.index(items, of: program, by: .me, at: Kiosk.context(0).instant)
  }

  @Test(
    "row 61: it leads to the action of the newest activity that is linked to the item",
    arguments: [true, false])
  func linked(isFlint: Bool) async throws {
    let process = try Kiosk.Process(hasLinks: true) { if isFlint { $0.order = .flint } }
    try await Self.index("a", "b", in: process)
    try await process.read(Self.book("Emma", "a"), at: 1)
    try await process.read(Self.book("Ulysses", "b"), at: 2)
    try await process.read(Self.book("Persuasion", "a"), at: 3)
    #expect(try await process.goOn(Self.chosen("a")).words == "success")
    #expect(process.screen.items.last == .book("Persuasion", page: nil), "with its required values")
    #expect(
      process.screen.sources.last == .continueActivity(type: "com.apple.corespotlightitem", from: .search))
    #expect(try await process.goOn(Self.chosen("b")).words == "success")
    #expect(process.screen.items.last == .book("Ulysses", page: nil))
    let report = await process.continuer.explain(
      IncomingActivity(try Self.chosen("b")), at: try Kiosk.context(5).instant)
    #expect(report.isOpen)
  }

  @Test("row 61: an item without activities opens its address; it need not be linked")
  func address() async throws {
    let process = try Kiosk.Process(hasLinks: true)
    try await Self.index("cat", at: "kiosk://draw?name=cat", in: process)
    try await Self.index("dog", at: "kiosk://nowhere", in: process)
    #expect(try await process.goOn(Self.chosen("cat")).words == "success")
    #expect(process.screen.items == [.sketch("cat")])
    #expect(try await process.goOn(Self.chosen("dog")).words == "no mapping")
  }

  @Test(
    "row 61: an item that is expired, foreign or invalid opens nothing, and changes nothing")
  func nowhere() async throws {
    let process = try Kiosk.Process(hasLinks: true)
    let end = Date(timeIntervalSince1970: Double(try Kiosk.context(10).instant.milliseconds) / 1_000)
    try await process.read(Self.book("Emma", "a", expires: end), at: 1)
    try await Self.index("theirs", at: "kiosk://draw?name=cat", of: "org.example.other", in: process)
    var details = Donation.Details()
    details.program = "org.example.other"
    var activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Ulysses"])
    activity.relatedUniqueIdentifier = "foreign"
    let foreign = try Donation(of: activity, in: Kiosk.context(2), details: details)
    _ = try await process.log.ingest([foreign], at: Kiosk.context(3).instant)
    let shown = process.screen.items.count
    for identifier in ["a", "theirs", "foreign", "unknown", 7] as [ActivityValue] {
      #expect(try await process.goOn(Self.chosen(identifier), at: 60).words == "no mapping", "\(identifier)")
    }
    #expect(process.screen.items.count == shown)
    #expect(try await process.goOn(Self.chosen("a"), at: 9).words == "success")
  }

  @Test("row 61: a recorder without items is not asked; another source may be given")
  func sources() async throws {
    let process = try Kiosk.Process()
    try await process.read(Self.book("Emma", "a"), at: 1)
    let without = try Kiosk.Process(log: process.log, recorder: LogRecorder(log: process.log))
    #expect(try await without.goOn(Self.chosen("a")).words == "no mapping")
    let given = ActivityContinuer(dispatcher: without.dispatcher, items: process.engine)
    let result = await given.continueActivity(
      try Self.chosen("a"), in: try Kiosk.context(60), with: without.router)
    #expect(result.words == "success")
  }
}
