import Testing

@testable import Activities

@Suite("Thinning checkpoints")
struct CheckpointThinningTests {
  /// The remaining checkpoints after saving one every `step` donations.
  private func kept(every step: Int, until end: Int) -> [Int] {
    var kept: [Int] = []
    for covered in stride(from: step, through: end, by: step) {
      kept.append(covered)
      let surplus = Checkpoint.surplus(ofThoseCovering: kept)
      kept = kept.indices.filter { !surplus.contains($0) }.map { kept[$0] }
    }
    return kept
  }

  @Test("a few checkpoints are not thinned")
  func few() {
    #expect(Checkpoint.surplus(ofThoseCovering: []).isEmpty)
    #expect(Checkpoint.surplus(ofThoseCovering: Array(1...Checkpoint.limit)).isEmpty)
  }

  /// The replay after a change is at most a few times as long as the distance to the change.
  @Test(
    "after any change, the preceding checkpoint is not much farther back",
    arguments: [(256, 5_000), (256, 50_000), (256, 500_000), (1_000, 500_000), (90_000, 500_000)])
  func rebuilding(step: Int, end: Int) throws {
    let kept = kept(every: step, until: end)
    #expect(kept.count <= Checkpoint.limit)
    let newest = try #require(kept.last)
    #expect(newest == end / step * step)
    var worst = 0.0
    for back in stride(from: 1, through: end, by: max(1, end / 5_000)) {
      let before = kept.last { $0 <= newest - back } ?? 0
      worst = max(worst, Double(newest - before) / Double(back + max(step, Checkpoint.grain)))
    }
    #expect(worst < 6, "\(worst) with \(kept)")
  }

  @Test("thinning a whole replay at once keeps the newest, and no more than the limit")
  func atOnce() {
    let all = Array(stride(from: 256, through: 100_000, by: 256))
    let surplus = Set(Checkpoint.surplus(ofThoseCovering: all))
    let left = all.indices.filter { !surplus.contains($0) }.map { all[$0] }
    #expect(left.count == Checkpoint.limit)
    #expect(left.last == all.last)
  }
}
