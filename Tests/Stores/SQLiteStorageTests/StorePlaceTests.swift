import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Named places in a store")
struct StorePlaceTests {
  private static func place(_ name: String, _ latitude: Double = 52.52) throws -> NamedPlace {
    try NamedPlace(
      name, at: Place(latitude: latitude, longitude: 13.405, horizontalAccuracy: 12.5), milliseconds: 7)
  }

  private func occurrences(of word: String, in scratch: Scratch) throws -> Int {
    try scratch.names().reduce(0) { sum, name in
      sum
        + String(decoding: try scratch.contents(name), as: Unicode.ASCII.self).components(separatedBy: word)
        .count
        - 1
    }
  }

  @Test("moving, renaming, removing or forgetting leaves no old byte")
  func bytes() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    try await log.changePlaces(of: .me) { places in
      for number in 0..<100 { try places.add(Self.place("zebra \(number)", 52.777_5)) }
    }
    #expect(try occurrences(of: "zebra", in: scratch) >= 100)
    try await log.changePlaces(of: .me) { places in
      for number in 0..<98 { places.remove("Zebra \(number)") }
      try places.rename("zebra 98", to: "plain")
      try places.add(Self.place("ZEBRA 99", 52.5))
    }
    #expect(try occurrences(of: "zebra", in: scratch) == 0)
    #expect(try occurrences(of: "52.7775", in: scratch) == 1)
    _ = try await log.forget(Deletion(at: Sample.instant(9), matching: .everything))
    for word in ["plain", "ZEBRA", "52.7775"] {
      #expect(try occurrences(of: word, in: scratch) == 0, "\(word)")
    }
    #expect(try await log.integrityProblems() == [])
  }

  @Test("a store of an older version gets a table for named places, and a changed place is reported")
  func olderAndDamaged() async throws {
    let scratch = try Scratch()
    do {
      let log = try SQLiteDonationStore(path: scratch.path())
      _ = try await log.ingest(verbatim: [Sample.donation("a", at: 0)])
      try await log.pool.writeWithoutTransaction { db in try db.goBack(toSchema: 9) }
      try log.close()
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.information().schemaVersion == StoreSchema.version)
    try await log.changePlaces(of: .me) { try $0.add(Self.place("home")) }
    #expect(try await log.integrityProblems() == [])
    try await log.pool.writeWithoutTransaction { db in
      try db.execute(sql: "UPDATE namedPlace SET payload = CAST(replace(payload, '52.52', '52.53') AS BLOB)")
    }
    #expect(try await log.integrityProblems() == [.unreadable(table: "namedPlace", row: 1)])
    await #expect(throws: StoreError.self) { try await log.places(of: .me) }
  }

  @Test("another connection sees named places at once, and its change keeps them")
  func shared() async throws {
    let scratch = try Scratch()
    let (one, other) = (
      try SQLiteDonationStore(path: scratch.path()), try SQLiteDonationStore(path: scratch.path())
    )
    try await one.changePlaces(of: .me) { try $0.add(Self.place("home")) }
    try await other.changePlaces(of: .me) { try $0.add(Self.place("work", 1)) }
    #expect(try await one.places(of: .me).places.map(\.name) == ["home", "work"])
  }
}
