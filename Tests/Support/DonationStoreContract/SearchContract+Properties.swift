import Activities
import Storage

extension SearchContract {
  static let properties = (1...24 as ClosedRange<UInt64>).map { seed in
    DonationStoreContract(
      "after a deletion, a search is as if the forgotten donations had never existed (seed \(seed))"
    ) { makeLog in
      let history = try SearchableHistory(seed: seed)
      let (log, never) = (try await makeLog(), try await makeLog())
      for donation in history.donations { _ = try await log.add([donation]) }
      try await history.indexItems(in: log)
      let before = try await history.answers(of: log)
      try expect(before.size > 0, "the queries of seed \(seed) have answers")
      _ = try await log.forget(history.deletions)

      let kept = history.donations.filter { donation in !history.deletions.contains { $0.matches(donation) } }
      _ = try await never.add(kept)
      let time = try Findable.day(0).milliseconds
      let named = history.items.filter { program, item in
        let indexed = IndexedItem(item, of: program, time: time)
        return !history.deletions.contains { $0.matches(indexed) }
      }
      for (program, item) in named {
        try await never.index([item], of: program, by: .me, at: Findable.day(0))
      }
      try expect(
        try await history.answers(of: log), equals: try await history.answers(of: never),
        "answers, seed \(seed)")
      _ = try await log.add(history.donations)
      try await history.indexItems(in: log)
      try expect(try await history.answers(of: log).size, equals: before.size, "imported again, seed \(seed)")
    }
  }
}
