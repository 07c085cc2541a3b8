import Activities
import Foundation

extension SearchContract {
  private static func restaurant(
    _ name: String, day: Int64 = 0, by user: UserIdentifier = .me, program: String = "org.example.pizza",
    fill: (inout UserActivity) throws -> Void = { _ in }
  ) throws -> Donation {
    try Findable.donation("View \(name)", day: day, by: user, program: program) {
      $0.contentAttributes = [
        "namedLocation": .string(name), "thoroughfare": "1 Infinite Loop\nBuilding 4", "city": "Cupertino",
        "stateOrProvince": "CA", "postalCode": "95014", "country": "United States",
        "fullyFormattedAddress": "1 Infinite Loop, Cupertino, CA 95014",
        "phoneNumbers": ["+1 408 555 0100", "+1 408 555 0101"],
        "emailAddresses": "hello@pizza.example",
      ]
      try fill(&$0)
    }
  }

  private static func texts(
    _ log: any DonationStore, _ type: TextContentType, _ typed: String = "", day: Int64 = 1, limit: Int = 8,
    program: String? = nil
  ) async throws -> [String] {
    try await log.values(
      TextFieldQuery(type, startingWith: typed, at: Findable.day(day), limit: limit, program: program)
    ).map(\.text)
  }

  static let textFields = [
    DonationStoreContract("row 104: each content type is offered the declared values of that kind") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        restaurant("Pepe's") { try $0.setWebpageURL(.init(string: "https://pizza.example/1")) },
        Findable.donation("Call Ada") { $0.contentAttributes = ["recipientNames": ["Ada"]] },
        Findable.donation("Nothing declared") { $0.contentAttributes = ["kind": "Cupertino", "city": "  "] },
      ])
      let table: [(TextContentType, [String])] = [
        (.organizationName, ["Pepe's"]), (.streetAddressLine1, ["1 Infinite Loop"]),
        (.streetAddressLine2, ["Building 4"]), (.addressCity, ["Cupertino"]), (.addressState, ["CA"]),
        (.postalCode, ["95014"]), (.countryName, ["United States"]),
        (.location, ["Pepe's", "1 Infinite Loop, Cupertino, CA 95014"]),
        (.fullStreetAddress, ["1 Infinite Loop, Cupertino, CA 95014"]),
        (.addressCityAndState, ["Cupertino, CA"]),
        (.telephoneNumber, ["+1 408 555 0100", "+1 408 555 0101"]), (.emailAddress, ["hello@pizza.example"]),
        (.URL, ["https://pizza.example/1"]), (.name, ["Ada"]),
      ]
      try expect(table.count, equals: TextContentType.allCases.count, "every kind")
      for (type, values) in table { try expect(try await texts(log, type), equals: values, type.rawValue) }
    },
    DonationStoreContract(
      "row 105: a place viewed in one program is offered to another's text field, with its source"
    ) { makeLog in
      let log = try await makeLog()
      _ = try await log.add([restaurant("Pepe's", program: "org.example.maps")])
      let values = try await log.values(TextFieldQuery(.fullStreetAddress, at: Findable.day(1)))
      try expect(values.map(\.program), equals: ["org.example.maps"], "the source program")
      try expect(values.map(\.source.activity.title), equals: ["View Pepe's"], "the source activity")
      try expect(values.map(\.contentType), equals: [.fullStreetAddress], "content type")
      try expect(
        try await texts(log, .addressCity, program: "org.example.messages"), equals: [], "restricted")
      try expect(
        try await texts(log, .addressCity, program: "org.example.maps"), equals: ["Cupertino"],
        "to the source")
    },
    DonationStoreContract("row 106: values come newest first, each once, and typing narrows them") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        restaurant("Alfa", day: 1), restaurant("Bravo", day: 3), restaurant("Café Alto", day: 2),
        restaurant("Alfa", day: 4, program: "org.example.maps") { $0.title = "Route" },
      ])
      try expect(
        try await texts(log, .organizationName, day: 5), equals: ["Alfa", "Bravo", "Café Alto"],
        "newest first")
      try expect(
        try await texts(log, .organizationName, day: 5, limit: 2), equals: ["Alfa", "Bravo"], "limit")
      try expect(
        try await texts(log, .organizationName, "al", day: 5), equals: ["Alfa", "Café Alto"], "typed")
      try expect(
        try await texts(log, .organizationName, "CAFE a", day: 5), equals: ["Café Alto"], "two words")
      try expect(try await texts(log, .postalCode, day: 5), equals: ["95014"], "one entry per value")
      let source = try await log.values(TextFieldQuery(.postalCode, at: Findable.day(5))).first?.program
      try expect(source, equals: "org.example.maps", "from the newest")
    },
    DonationStoreContract("row 104: expired, ineligible and other users' values are not offered") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        restaurant("Expired") { $0.expirationDate = try Findable.day(1).date },
        restaurant("Private") { $0.isEligibleForSearch = false },
        restaurant("Theirs", by: Samples.user("other")), restaurant("Kept"),
      ])
      try expect(try await texts(log, .organizationName, day: 1), equals: ["Kept"], "offered")
      try expect(try await texts(log, .organizationName, day: 300), equals: ["Kept"], "much later")
    },
    DonationStoreContract("values of forgotten donations are no longer offered") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([restaurant("Pepe's"), restaurant("Alfa", program: "org.example.maps")])
      var criteria = Deletion.Criteria()
      criteria.program = "org.example.maps"
      _ = try await log.forget(Deletion(at: Findable.day(2), matching: criteria))
      try expect(try await texts(log, .organizationName), equals: ["Pepe's"], "left")
    },
  ]
}
