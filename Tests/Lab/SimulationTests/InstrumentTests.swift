import Activities
import Foundation
import Testing

@testable import Simulation

/// The people in `datasets/instruments` are what Benchmarks/results/evidence.md says that they are:
/// what is measured on them means nothing otherwise.
@Suite struct InstrumentTests {
  /// Five logs, those that `scripts/expectations.sh` measures on.
  private func logs(of name: String) throws -> [[Donation]] {
    try (1...5).map {
      try Simulation(of: shippedPersona(name, in: "instruments"), seed: UInt64($0)).donations()
    }
  }

  @Test func `Dora has one document a day, in four programs whose order changes`() throws {
    for log in try logs(of: "dora") {
      let documented = log.filter { $0.activity.userInfo["document"] != nil }
      let days = Dictionary(grouping: documented, by: \.context.instant.localDay)
      #expect(days.count > 150)
      #expect(days.values.allSatisfy { Set($0.map { $0.activity.userInfo["document"] }).count == 1 })
      #expect(days.values.allSatisfy { Set($0.map(\.activity.activityType)).count == 4 })
      #expect(Set(days.values.map { $0.prefix(4).map(\.activity.activityType) }).count == 24)
      #expect(Set(documented.map { $0.activity.userInfo["document"] }).count == 24)
      let share = Double(3 * days.count) / Double(log.count)
      #expect(abs(share - 1 / 3) < 0.03, "the second to fourth program of a morning")
    }
  }

  @Test func `Pilar's flat alone tells whose record is next`() throws {
    for log in try logs(of: "pilar") {
      var clients: [Int: Set<ActivityValue>] = [:]
      var orders: Set<[ActivityValue]> = []
      let records = log.indices.filter { log[$0].activity.activityType.hasSuffix(".record") }
      #expect(records.count * 3 == log.count)
      let flats = try ["flat-1", "flat-2", "flat-3", "flat-4", "flat-5"].map { try flat($0) }
      for index in records {
        let begin = try #require(log.indices.contains(index - 1) ? log[index - 1] : nil)
        #expect(begin.activity.activityType.hasSuffix(".begin"))
        let place = try #require(begin.context.place)
        let near = try #require(flats.indices.first { place.distance(to: flats[$0]) < 150 })
        clients[near, default: []].insert(try #require(log[index].activity.userInfo["client"]))
      }
      #expect(clients.count == 5)
      #expect(clients.values.allSatisfy { $0.count == 1 })
      let days = Dictionary(grouping: records.map { log[$0] }, by: \.context.instant.localDay)
      for day in days.values { orders.insert(day.compactMap { $0.activity.userInfo["client"] }) }
      #expect(orders.count > 30, "of 120 orders in 70 days")
    }
  }

  private func flat(_ name: String) throws -> Place {
    try #require(try shippedPersona("pilar", in: "instruments").places[name]?.place)
  }

  @Test func `Uma's hour tells which note is next, the donation before does not`() throws {
    for log in try logs(of: "uma") {
      let notes = log.indices.filter { log[$0].activity.activityType.hasSuffix(".note") }
      #expect(notes.allSatisfy { $0 > 0 && log[$0 - 1].activity.activityType.hasSuffix(".unlock") })
      let hours = Dictionary(grouping: notes, by: { log[$0].activity.userInfo["what"] })
        .mapValues { $0.map { log[$0].context.instant.localHour } }
      let ranges = try hours.values.map { try #require($0.min())...#require($0.max()) }
        .sorted { $0.lowerBound < $1.lowerBound }
      #expect(ranges.count == 6)
      for (earlier, later) in zip(ranges, ranges.dropFirst()) {
        #expect(earlier.upperBound < later.lowerBound)
      }
      let share = Double(notes.count) / Double(log.count)
      #expect(abs(share - 1 / 4) < 0.03)
    }
  }

  @Test func `Hana's home has presence and no coordinates`() throws {
    for log in try logs(of: "hana") {
      #expect(log.allSatisfy { $0.context.place == nil })
      #expect(Set(log.map { $0.context.attributes["presence"] }) == ["home", "away"])
      #expect(Set(log.map(\.identity)).count > 25)
    }
  }
}
