import Activities

extension DonationStoreContract {
  static let scanning = [
    DonationStoreContract("a scan is a half-open interval of milliseconds") { makeLog in
      let log = try await makeLog()
      _ = try await log.add((0..<5).map { try Samples.donation("t\($0)", at: $0) })
      let table: [(Range<Int64>, [String])] = [
        (Samples.milliseconds(1)..<Samples.milliseconds(3), ["t1", "t2"]),
        (Samples.milliseconds(1)..<Samples.milliseconds(3) + 1, ["t1", "t2", "t3"]),
        (Samples.milliseconds(1) + 1..<Samples.milliseconds(3), ["t2"]),
        (Samples.milliseconds(2)..<Samples.milliseconds(2), []),
        (Int64.min..<Samples.milliseconds(0), []),
        (Samples.milliseconds(4)..<Int64.max, ["t4"]),
      ]
      for (times, expected) in table {
        let read = try await log.donations(of: .me, in: times, after: nil, limit: 100)
        try expect(
          read.compactMap(\.donation.activity.title), equals: expected.map { "Play \($0)" }, "\(times)")
      }
    },
    DonationStoreContract("donations before 1970 are scanned in order") { makeLog in
      let log = try await makeLog()
      let seconds: [Int64] = [-1_772_000_005, -1_772_000_001, -1_771_999_999, 0]
      _ = try await log.add(seconds.reversed().map { try Samples.donation("x", at: $0) })
      let read = try await log.everything().map(\.context.instant.milliseconds)
      try expect(read, equals: seconds.map(Samples.milliseconds), "order")
    },
    DonationStoreContract("pages of any size add up to all donations, in time and in arrival") { makeLog in
      let log = try await makeLog()
      for batch in 0..<3 {  // each batch is earlier than the last one, with equal times inside it
        _ = try await log.add(
          (0..<7).map { try Samples.donation("\(batch)-\($0)", at: Int64(-batch) + $0 / 3) })
      }
      let whole = try await log.donations(of: .me, in: Int64.min..<Int64.max, after: nil, limit: 1_000)
      try expect(whole.count, equals: 21, "count")
      try expect(whole.map(\.cursor), equals: whole.map(\.cursor).sorted(), "order")
      let arrivals = try await log.arrivals(of: .me, after: 0, limit: 1_000)
      try expect(arrivals, equals: whole.sorted { $0.sequence < $1.sequence }, "arrival order")
      for limit in [1, 2, 7, 20, 21, 22] {
        try expect(try await joinedPages(of: log, limit: limit), equals: whole, "pages of \(limit)")
        try expect(try await joinedArrivals(of: log, limit: limit), equals: arrivals, "arrivals by \(limit)")
      }
    },
    DonationStoreContract("a cursor before the interval does not widen it") { makeLog in
      let log = try await makeLog()
      _ = try await log.add((0..<4).map { try Samples.donation("t\($0)", at: $0) })
      let first = try await log.donations(of: .me, in: Int64.min..<Int64.max, after: nil, limit: 1)
      let read = try await log.donations(
        of: .me, in: Samples.milliseconds(2)..<Samples.milliseconds(3), after: first.last?.cursor, limit: 10)
      try expect(read.compactMap(\.donation.activity.title), equals: ["Play t2"], "read")
    },
    DonationStoreContract("donations are looked up by their positions, in the requested order") { makeLog in
      let log = try await makeLog()
      let other = try Samples.user("other")
      for second in [3, 1, 1, 2] as [Int64] {
        _ = try await log.add([
          Samples.donation("t\(second)", at: second, by: other),
          Samples.donation("t\(second)", at: second, ordinal: 1),
          Samples.donation("u\(second)", at: second),
        ])
      }
      let all = try await log.allDonations(of: .me)
      try expect(all.count, equals: 6, "without the duplicate")
      let asked = [all[4], all[0], all[5], all[1], all[1]]
      try expect(try await log.donations(of: .me, at: asked.map(\.cursor)), equals: asked, "found")
      try expect(try await log.donations(of: .me, at: []), equals: [], "no positions")
      let place = all[3].cursor
      let elsewhere = [
        LogCursor(milliseconds: place.milliseconds + 1, sequence: place.sequence),
        LogCursor(milliseconds: place.milliseconds, sequence: place.sequence + 100),
        LogCursor(milliseconds: .max, sequence: .max), LogCursor(milliseconds: .min, sequence: .min),
      ]
      try expect(
        try await log.donations(of: .me, at: elsewhere + [place]), equals: [all[3]], "missing positions")
      try expect(try await log.donations(of: other, at: all.map(\.cursor)), equals: [], "another user's")
      _ = try await log.forget(Deletion(at: Samples.instant(2), matching: .everything))
      try expect(try await log.donations(of: .me, at: asked.map(\.cursor)), equals: [all[4], all[5]], "left")
    },
    DonationStoreContract("all donations can fill more than one page") { makeLog in
      let log = try await makeLog()
      let donations = try (0..<4_100).map { try Samples.donation("t", at: Int64($0)) }
      _ = try await log.add(donations)
      try expect(try await log.allDonations(of: .me).map(\.donation) == donations, "all 4,100 in order")
    },
  ]

  private static func joinedPages(of log: any DonationStore, limit: Int) async throws -> [LoggedDonation] {
    var joined: [LoggedDonation] = []
    while true {
      let page = try await log.donations(
        of: .me, in: Int64.min..<Int64.max, after: joined.last?.cursor, limit: limit)
      try expect(page.count <= limit, "a page holds at most \(limit)")
      if page.isEmpty { return joined }
      joined += page
    }
  }

  private static func joinedArrivals(of log: any DonationStore, limit: Int) async throws -> [LoggedDonation] {
    var joined: [LoggedDonation] = []
    while true {
      let page = try await log.arrivals(of: .me, after: joined.last?.sequence ?? 0, limit: limit)
      try expect(page.count <= limit, "a page holds at most \(limit)")
      if page.isEmpty { return joined }
      joined += page
    }
  }
}
