import Activities

/// The promises about named places.
enum PlaceContract {
  static let all = keeping + forgetting

  private static let keeping = [
    DonationStoreContract.onEmpty("named places are read back unchanged, per user") { store in
      let other = try Samples.user("other")
      let (home, lake, theirs) = (
        try place("Home \u{1F3E0}"), try place("Am See", -33.856_784_321, 1e-7, at: 3),
        try place("home", 1, 2)
      )
      try await store.changePlaces(of: .me) { places in for one in [home, lake] { try places.add(one) } }
      try await store.changePlaces(of: other) { try $0.add(theirs) }
      try expect(try await store.places(of: .me).places, equals: [lake, home], "mine")
      try expect(try await store.places(of: other).places, equals: [theirs], "theirs")
      try expect(try await store.places(of: Samples.user("third")).places, equals: [], "a third user's")
      try expect(try await store.users().isEmpty, "a user who only names places has no donations")
    },
    DonationStoreContract.onEmpty("places are moved, renamed and removed, and the change returns a value") {
      store in
      let moved = try place("HOME", 48, 2, at: 9)
      try await store.changePlaces(of: .me) { places in
        for name in ["home", "work", "gym"] { try places.add(place(name)) }
      }
      let removed = try await store.changePlaces(of: .me) { places in
        try places.add(moved)
        try places.rename("work", to: "office")
        return places.remove("gym")?.name
      }
      try expect(removed, equals: "gym", "the value of the change")
      try expect(try await store.places(of: .me).places, equals: [moved, place("office")], "left")
      try await store.changePlaces(of: .me) { $0 = NamedPlaces() }
      try expect(try await store.places(of: .me), equals: NamedPlaces(), "none left")
    },
    DonationStoreContract.onEmpty("a change that fails changes nothing") { store in
      try await store.changePlaces(of: .me) { try $0.add(place("home")) }
      try await refused(PlaceNameError.taken) {
        try await store.changePlaces(of: .me) { places in
          try places.add(place("work", 1, 1))
          try places.rename("home", to: "Work")
        }
      }
      try expect(try await store.places(of: .me).places, equals: [place("home")], "as before")
      let bad = try Samples.user("a\u{0}b")
      try await refused(ActivityError.controlCharacter(field: "user", codePoint: 0)) {
        try await store.changePlaces(of: bad) { try $0.add(place("home")) }
      }
      try expect(try await store.places(of: bad), equals: NamedPlaces(), "nobody")
    },
  ]

  private static let forgetting = [
    DonationStoreContract.onEmpty(
      "forgetting everything removes earlier named places of the user, and no others"
    ) { store in
      let other = try Samples.user("other")
      let late = try place("late", at: 10)
      try await store.changePlaces(of: .me) { places in
        try places.add(place("home", at: 1))
        try places.add(late)
      }
      try await store.changePlaces(of: other) { try $0.add(place("home")) }
      let deletion = try Deletion(at: Samples.instant(5), matching: .everything)
      let rehearsed = try await store.forget([deletion], rehearsing: true)
      try expect(rehearsed.places, equals: 1, "rehearsed")
      try expect(try await store.places(of: .me).places.count, equals: 2, "a rehearsal forgets nothing")
      try expect(try await store.forget([deletion], rehearsing: false), equals: rehearsed, "forgotten")
      try expect(try await store.places(of: .me).places, equals: [late], "named later")
      try expect(try await store.places(of: other).places.count, equals: 1, "another user's")
    },
    DonationStoreContract.onEmpty("no other deletion removes named places") { store in
      try await store.add([Samples.donation("a", at: 1, persistentIdentifier: "a")])
      try await store.changePlaces(of: .me) { try $0.add(place("Büro")) }
      var criteria = [Deletion.Criteria](repeating: Deletion.Criteria(), count: 4)
      (criteria[0].all, criteria[0].since) = (true, try Samples.instant(0))
      (criteria[1].all, criteria[1].program) = (true, "org.example.player")
      criteria[2].text = "Büro"
      criteria[3].area = try Deletion.Area(latitude: 52.52, longitude: 13.405, within: 1_000)
      for one in criteria {
        _ = try await store.forget([Deletion(at: Samples.instant(9), matching: one)], rehearsing: false)
      }
      let byProgram = try Deletion(at: Samples.instant(9), matching: .everything, origin: .program)
      _ = try await store.forget([byProgram], rehearsing: false)
      try expect(try await store.everything(), equals: [], "donations")
      try expect(try await store.places(of: .me).places, equals: [place("Büro")], "it stays")
    },
    DonationStoreContract.onEmpty("a line of a log that forgets everything also removes places") {
      store in
      try await store.changePlaces(of: .me) { try $0.add(place("home", at: 1)) }
      let deletion = try Deletion(at: Samples.instant(5), matching: .everything)
      _ = try await store.ingest(IngestionBatch([.deletion(deletion)]), at: Samples.instant(6))
      try expect(try await store.places(of: .me), equals: NamedPlaces(), "none left")
    },
  ]

  private static func place(
    _ name: String, _ latitude: Double = 52.52, _ longitude: Double = 13.405, at second: Int64 = 0
  ) throws -> NamedPlace {
    try NamedPlace(
      name, at: Place(latitude: latitude, longitude: longitude), milliseconds: Samples.milliseconds(second))
  }

  private static func refused<Refusal: Error & Equatable>(
    _ expected: Refusal, _ body: () async throws -> Void
  ) async throws {
    do { try await body() } catch let error as Refusal {
      return try expect(error, equals: expected, "the error")
    }
    throw ContractViolation(description: "not rejected: \(expected)")
  }
}
