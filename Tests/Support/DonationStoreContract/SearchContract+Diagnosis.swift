import Activities
import Foundation

extension SearchContract {
  private static func diagnosis(
    _ text: String, day: Int64 = 9, of user: UserIdentifier = .me, in log: any DonationStore
  ) async throws -> SearchDiagnosis {
    try await log.diagnosis(of: SearchQuery(text, of: user, at: Findable.day(day)))
  }

  static let diagnoses = [
    DonationStoreContract("a search without results has a reason") { makeLog in
      let log = try await makeLog()
      let (ada, noor) = (try Samples.user("ada"), try Samples.user("noor"))
      try expect(try await diagnosis("report", in: log).reason, equals: .emptyStore, "empty store")
      _ = try await log.add([
        Findable.donation("Open report", day: 1, by: ada), Findable.donation("Print report", day: 2, by: ada),
        Findable.donation("Write letter", by: noor),
      ])
      let foreign = try await diagnosis("letter", in: log)
      try expect(foreign.reason, equals: .otherUser, "another user's")
      try expect(
        foreign.otherUsers.map { "\($0.user.name) \($0.matches)" }, equals: ["ada 0", "noor 1"], "whose")
      let none = try await diagnosis("missing", in: log)
      try expect(none.reason, equals: .noDonations, "no donations of this user")
      try expect(none.otherUsers.map(\.user), equals: [ada, noor], "users with donations")
      _ = try await log.add([
        Findable.donation("Open ledger"), Findable.donation("Secret plan", isFindable: false),
        Findable.donation("Secret plan", day: 1, isFindable: false),
        Findable.donation("Old ticket") { $0.expirationDate = try Findable.day(2).date },
      ])
      let table: [(String, SearchDiagnosis.Reason)] = [
        ("missing", .noMatch), ("(*)", .noWords), ("secret", .notEligible), ("sercet", .notEligible),
        ("ticket", .expired), ("letter", .otherUser),
      ]
      for (text, reason) in table {
        try expect(try await log.hits(text, day: 9).count, equals: 0, text)
        try expect(try await diagnosis(text, in: log).reason, equals: reason, text)
      }
      try expect(try await diagnosis("secret", in: log).notEligible, equals: 1, "activities, not donations")
      try expect(try await diagnosis("ticket", in: log).expired, equals: 1, "expired")
      let theirs = try await diagnosis("report", in: log).otherUsers
      try expect(theirs.map(\.user), equals: [ada], "only users with a match")
      try expect(theirs.map(\.matches), equals: [2], "how many")
      try expect(
        try await diagnosis("report", day: 1, in: log).otherUsers.map(\.matches), equals: [1],
        "at that moment")
      try expect(try await diagnosis("missing", of: ada, in: log).otherUsers, equals: [], "nobody's")
    },
    DonationStoreContract("similar titles are reported: some of the words, or one more typing error") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Open Spotify", day: 1), Findable.donation("Open Settings", day: 2),
        Findable.donation("Open Camera", day: 3), Findable.donation("Secret Spotify", isFindable: false),
        Findable.donation("Open Settings", day: 4, id: "again"),
      ])
      let table = [
        ("spofity", ["Open Spotify"]), ("settings missing", ["Open Settings"]), ("xyzzyx", []),
        ("", []), ("()", []),
      ]
      for (text, near) in table {
        try expect(try await diagnosis(text, in: log).near, equals: near, text)
      }
      try expect(
        try await diagnosis("open nothing", in: log).near,
        equals: ["Open Settings", "Open Camera", "Open Spotify"], "at most three, each once")
      try expect(try await diagnosis("spofity", day: 0, in: log).near, equals: [], "later titles")
    },
  ]
}
