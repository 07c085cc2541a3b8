import Activities
import Kernels
import Testing

@testable import Features

@Suite struct ExtremeTests {
  /// Times in the years 0 and 9999 and before 1970, the poles, both sides of the date line, and all
  /// kinds of attribute.
  @Test func theEdgesOfTimeAndSpaceGiveFiniteNumbers() throws {
    let times: [Int64] = [
      -62_167_219_200_000, -5_000_000_000_000, -1, 0, 1, 1_700_000_000_000, 253_402_300_799_998,
      253_402_300_799_999,
    ]
    let places = try [
      (90.0, 0.0), (-90, 180), (90, -180), (0, 180), (0, -180), (-0.0, -0.0), (89.9999, 12), (52.5, 13.4),
    ]
    .map { try Place(latitude: $0.0, longitude: $0.1) }
    let attributes: [ActivityValue] = [
      .null, .boolean(true), .boolean(false), .integer(.min), .integer(.max), .double(-0.0),
      .double(.greatestFiniteMagnitude), .double(.leastNonzeroMagnitude), .string(""), .string("ü\u{301}🗺"),
    ]
    var state = EvidenceState()
    for (index, time) in times.enumerated() {
      for repeated in 0..<3 {
        let value = attributes[(index * 3 + repeated) % attributes.count]
        let context = try Samples.context(
          time, place: places[(index + repeated) % places.count], attributes: ["a": value, "": value])
        #expect(Description(state, context).unfinished.isEmpty, "before \(index), \(repeated)")
        state.observe(try Samples.donation("\(repeated)", in: context, userInfo: ["value": value]))
        #expect(Description(state, context).unfinished.isEmpty, "after \(index), \(repeated)")
      }
    }
    let end = try Samples.context(253_402_300_799_999)
    for group in FeatureGroup.allCases {
      for item in state.identities.indices { _ = state.fact(for: group, item: item, in: end) }
    }
  }

  @Test func aDayHasItsDateBefore1970Too() throws {
    let context = try Samples.context(-1)  // Wednesday 1969-12-31, 23:59:59.999
    let moment = QueryContext(AskedMoment(context), after: History())
    #expect(moment.localDay == -1 && moment.weekday == 2 && moment.localHour > 23.99)
  }

  @Test func fiveThousandActivities() throws {
    let count = 5_000
    var state = EvidenceState()
    for number in 0..<count {
      state.observe(
        try Samples.donation("a\(number)", in: Samples.context(Samples.monday + Int64(number) * 60_000)))
    }
    let again = try Samples.donation("a0", in: Samples.context(Samples.monday + Int64(count) * 60_000))
    state.observe(again)  // the rank farthest back
    #expect(state.identities.count == count && state.donationCount == count + 1)
    let said = Description(state, again.context)
    #expect(said.unfinished.isEmpty)
    #expect(said.column("is-previous").reduce(0, +) == 1 && said.column("is-previous")[0] == 1)
    #expect(said.column("recency-rank").max() == Float(Elementary.logarithm(Double(count))))
  }

  @Test func oneActivityAtOneMoment() throws {
    let donation = try Samples.donation("a", in: Samples.context(Samples.monday))
    let state = Samples.state(after: Array(repeating: donation, count: 200))
    let said = Description(state, donation.context)
    #expect(said.unfinished.isEmpty)
    for expert in Expert.all {
      #expect(abs(said.column(expert.name)[0]) < 3e-6, "\(expert.name): all of all is nothing special")
    }
  }
}
