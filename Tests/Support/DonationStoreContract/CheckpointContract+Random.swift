import Activities
import TestSupport

extension CheckpointContract {
  /// Appends (late and in order), deletions and saves, in an order determined by a seed.
  ///
  /// After each step, every remaining checkpoint covers exactly the existing donations.
  static func atRandom(seed: UInt64) -> DonationStoreContract {
    DonationStoreContract.onEmpty("after any operations, checkpoints cover existing donations (seed \(seed))")
    {
      log in
      var numbers = SeededNumbers(seed: seed)
      var second: Int64 = 0
      for step in 0..<60 {
        switch numbers.below(4) {
        case 0, 1:
          second += Int64(numbers.below(8))
          let batch = try (0..<1 + numbers.below(6)).map { index in
            let late = numbers.chance(3) ? Int64(numbers.below(60)) : 0
            return try Samples.donation(
              "s\(step)-\(index)", at: second + Int64(index) - late, id: "\(step)-\(index)")
          }
          _ = try await log.add(batch)
        case 2:
          let count = try await log.allDonations(of: .me).count
          guard count > 0 else { continue }
          let counts = Set((0..<3).map { _ in 1 + numbers.below(count) })
          try expect(try await log.save(covering: counts.sorted()), equals: counts.count, "saved")
        default:
          guard numbers.chance(3) else { continue }
          var criteria = Deletion.Criteria()
          criteria.since = try Samples.instant(max(0, second - Int64(numbers.below(40))))
          criteria.until = try Samples.instant(second - Int64(numbers.below(10)))
          _ = try await log.forget(Deletion(at: Samples.instant(second + 1), matching: criteria))
        }
        let kept = try await log.kept().map(\.donations)
        try await log.expectKept(kept, "seed \(seed), step \(step)")
      }
    }
  }
}
