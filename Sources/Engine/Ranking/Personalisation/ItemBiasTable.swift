internal import Kernels

/// The item biases by which a user deviates from a model: for each item and each circumstance, a
/// number that is added to the item's score.
///
///     correction(item) = Σ over the entries of the circumstances: value · weight[entry, item]
///
/// Weights start at 0. AdaGrad (Duchi, Hazan & Singer: Adaptive subgradient methods, JMLR 2011)
/// learns them from the listwise cross-entropy: with the gradient g = error(candidate) · value, G ←
/// G + g² and weight ← weight − rate · g / √(1 + G). The inverse temperature, a factor of the true
/// derivative, is omitted: it would only change the pace. The table keeps only weights that were
/// ever changed, and never more than ``Rates/weightLimit``. When it is full, it drops the smaller
/// half.
///
/// The table is one array with 24 bytes per weight, chained by circumstance. It doubles until it
/// reaches the limit.
public struct ItemBiasTable: Sendable {
  /// The rates that can be chosen.
  public struct Rates: Equatable, Sendable {
    /// The size of the first steps, in nats per unit of error.
    ///
    /// 0.05: on logs of kinds that the model was not fitted to, 0.03 to 0.1 give equal results on
    /// average.
    public var learningRate: Float = 0.05
    /// Errors below this teach nothing.
    ///
    /// 0.01: no worse than 0.001, and it keeps the table small.
    public var leastError: Float = 0.01
    /// The maximum number of weights per user, clamped to 2 to 65,535.
    ///
    /// 2,048, or 48 KB: with 65,536 the mean MRR of the public logs is the same; a user with 21,000
    /// donations of 143 activities loses 0.001. A user who is never twice in the same circumstances
    /// (a new place and a new value at each donation) needs hundreds of weights per donation.
    public var weightLimit = 2_048

    /// The defaults.
    public init() {}
  }

  struct Slot: Sendable {
    var circumstance: UInt64 = 0
    var item: UInt32 = 0
    var weight: Float = 0
    var squares: Float = 1
    /// The next slot in the same chain.
    var next = Slot.none
    /// The first slot of the chain with this slot's index, which is unrelated to the weight in this
    /// slot.
    var head = Slot.none

    static let none = UInt16.max
  }

  let rates: Rates
  /// The weights in order of insertion, then free slots.
  private(set) var slots: [Slot] = []
  /// The number of weights.
  public private(set) var count = 0
  /// One more than the highest item with a weight.
  private(set) var itemCount = 0

  /// Creates an empty table.
  public init(rates: Rates = Rates()) {
    self.rates = rates
  }

  private var limit: Int { min(max(rates.weightLimit, 2), Int(Slot.none)) }

  /// The size of the table in bytes.
  var memoryFootprint: Int { slots.count * MemoryLayout<Slot>.stride }

  /// Adds the corrections of all candidates to their scores.
  ///
  /// - Parameters:
  ///   - items: The items of the candidates. If they are all items, they must include every item
  ///     with a weight.
  ///   - scores: One per candidate.
  /// - Complexity: O(weights of these circumstances), without allocation.
  func add(_ circumstances: SparseVector, of items: CandidateItems = .whole, to scores: inout [Float]) {
    for position in circumstances.indices.indices {
      let value = circumstances.values[position]
      forEachSlot(of: circumstances.indices[position]) { slot in
        if let candidate = items.candidate(of: slot.item) { scores[candidate] += value * slot.weight }
      }
    }
  }

  /// Returns the numbers that each entry of the circumstances adds to a candidate's score, and to
  /// the average candidate's score.
  ///
  /// - Complexity: O(weights of these circumstances).
  func parts(
    _ circumstances: SparseVector, candidate: Int, of candidates: Int, as items: CandidateItems = .whole
  ) -> [(own: Float, average: Float)] {
    circumstances.indices.enumerated().map { position, circumstance in
      var (own, sum): (Float, Float) = (0, 0)
      forEachSlot(of: circumstance) { slot in
        guard let slotCandidate = items.candidate(of: slot.item) else { return }
        sum += slot.weight
        if slotCandidate == candidate { own = slot.weight }
      }
      let value = circumstances.values[position]
      return (value * own, value * sum / Float(candidates))
    }
  }

  /// Learns from the derivatives of the loss with respect to the candidates' scores.
  ///
  /// - Parameters:
  ///   - errors: probability − [was chosen], one per candidate.
  ///   - items: The items that the candidates represent.
  ///   - circumstances: The circumstances of the choice.
  ///   - scratch: Reusable buffers.
  /// - Complexity: O(candidates + circumstances · candidates with an error + weights of these
  ///   circumstances), without allocation once the table has its full size; O(n) more once in n / 2
  ///   new weights.
  mutating func learn(
    _ errors: [Float], of items: CandidateItems = .whole, in circumstances: SparseVector,
    scratch: inout ItemBiasScratch
  ) {
    let rates = rates
    guard rates.learningRate > 0 else { return }
    scratch.fill(errors, leastError: rates.leastError)
    for position in circumstances.indices.indices {
      let (circumstance, value) = (circumstances.indices[position], circumstances.values[position])
      var next = head(of: circumstance)
      var slots = self.slots.mutableSpan
      while next != Slot.none {
        let index = Int(next)
        next = slots[index].next
        guard slots[index].circumstance == circumstance,
          let candidate = items.candidate(of: slots[index].item),
          candidate < errors.count, abs(errors[candidate]) >= rates.leastError
        else { continue }
        slots[index].step(against: errors[candidate] * value, rate: rates.learningRate)
        scratch.seen[candidate] = position + 1
      }
      for candidate in scratch.candidates where scratch.seen[candidate] != position + 1 {
        var slot = Slot(circumstance: circumstance, item: items.item(of: candidate))
        slot.step(against: errors[candidate] * value, rate: rates.learningRate)
        insert(slot, scratch: &scratch)
      }
    }
  }

  private mutating func insert(_ slot: Slot, scratch: inout ItemBiasScratch) {
    if count == limit { dropSmallerHalf(scratch: &scratch) }
    if count == slots.count { grow(to: min(max(16, 2 * slots.count), limit)) }
    place(slot, at: count)
    count += 1
  }

  private mutating func place(_ slot: Slot, at index: Int) {
    let chain = self.chain(of: slot.circumstance)
    (slots[index].circumstance, slots[index].item) = (slot.circumstance, slot.item)
    (slots[index].weight, slots[index].squares) = (slot.weight, slot.squares)
    slots[index].next = slots[chain].head
    slots[chain].head = UInt16(index)
    itemCount = max(itemCount, Int(slot.item) + 1)
  }

  private mutating func grow(to size: Int) {
    var larger = [Slot](repeating: Slot(), count: size)
    for index in 0..<count { larger[index] = slots[index] }
    slots = larger
    relink()
  }

  /// Rebuilds the chains of all weights.
  private mutating func relink() {
    for chain in slots.indices { slots[chain].head = Slot.none }
    itemCount = 0
    for index in 0..<count { place(slots[index], at: index) }
  }

  /// Keeps the larger half of the weights in their order; among equal weights, the older ones.
  private mutating func dropSmallerHalf(scratch: inout ItemBiasScratch) {
    var (least, equal) = scratch.leastKept(of: count / 2, among: slots, count: count)
    var kept = 0
    for index in 0..<count {
      let magnitude = slots[index].magnitude
      if magnitude < least { continue }
      if magnitude == least {
        if equal == 0 { continue }
        equal -= 1
      }
      let head = slots[kept].head
      slots[kept] = slots[index]
      slots[kept].head = head
      kept += 1
    }
    count = kept
    relink()
  }

  /// Returns the slot at which the chain of a circumstance starts.
  ///
  /// This is Fibonacci hashing, with the upper bits scaled to the number of slots.
  private func chain(of circumstance: UInt64) -> Int {
    let product = circumstance &* 0x9E37_79B9_7F4A_7C15
    return Int(((product >> 32) * UInt64(slots.count)) >> 32)
  }

  private func head(of circumstance: UInt64) -> UInt16 {
    slots.isEmpty ? Slot.none : slots[chain(of: circumstance)].head
  }

  private func forEachSlot(of circumstance: UInt64, _ body: (Slot) -> Void) {
    var next = head(of: circumstance)
    while next != Slot.none {
      let slot = slots[Int(next)]
      if slot.circumstance == circumstance { body(slot) }
      next = slot.next
    }
  }
}

extension ItemBiasTable {
  /// Writes the weights.
  func write(into writer: inout StateWriter) {
    let used = slots.prefix(count)
    writer.write(used.map(\.circumstance))
    writer.write(used.map(\.item))
    writer.write(used.map(\.weight))
    writer.write(used.map(\.squares))
  }

  /// Reads the weights.
  ///
  /// - Throws: `StateError` if there are more weights than the limit, or one has a value that
  ///   learning cannot produce.
  init(rates: Rates, from reader: inout StateReader) throws(StateError) {
    self.init(rates: rates)
    let circumstances = try reader.readTable(of: UInt64.self)
    let count = circumstances.count
    guard count <= limit else { throw StateError() }
    let items = try reader.readTable(of: UInt32.self, count: count)
    let weights = try reader.readTable(of: Float.self, count: count)
    let squares = try reader.readTable(of: Float.self, count: count)
    guard VectorLoops.allWithin(RankingLimits.magnitude, weights), VectorLoops.allFinite(squares),
      squares.allSatisfy({ $0 >= 1 }),
      items.allSatisfy({ $0 < Int32.max })
    else { throw StateError() }
    var size = 0
    while size < count { size = min(max(16, 2 * size), limit) }
    slots = [Slot](repeating: Slot(), count: size)
    for index in 0..<count {
      (slots[index].circumstance, slots[index].item) = (circumstances[index], items[index])
      (slots[index].weight, slots[index].squares) = (weights[index], squares[index])
    }
    self.count = count
    relink()
  }
}

extension ItemBiasTable.Slot {
  /// The bits below the sign, which compare like magnitudes.
  fileprivate var magnitude: UInt32 { weight.bitPattern & 0x7fff_ffff }

  /// Takes a step of AdaGrad, unless the result would overflow.
  fileprivate mutating func step(against gradient: Float, rate: Float) {
    let sum = squares + gradient * gradient
    guard sum.isFinite else { return }
    squares = sum
    weight -= rate * gradient / sum.squareRoot()
  }
}

/// The buffers of `ItemBiasTable.learn`.
struct ItemBiasScratch: Sendable {
  /// The candidates whose error is large enough to learn from.
  private(set) var candidates: [Int] = []
  /// For each candidate, one more than the position of the last circumstance in which its weight
  /// was found.
  fileprivate(set) var seen: [Int] = []
  private var histogram = [Int](repeating: 0, count: 256)

  fileprivate mutating func fill(_ errors: [Float], leastError: Float) {
    candidates.removeAll(keepingCapacity: true)
    seen.removeAll(keepingCapacity: true)
    seen.append(contentsOf: repeatElement(0, count: errors.count))
    for candidate in errors.indices where abs(errors[candidate]) >= leastError {
      candidates.append(candidate)
    }
  }

  /// Returns the smallest magnitude among a number of largest ones, and how many of them equal it.
  ///
  /// The search goes byte by byte from the highest.
  fileprivate mutating func leastKept(
    of kept: Int, among slots: [ItemBiasTable.Slot], count: Int
  ) -> (least: UInt32, equal: Int) {
    var (least, mask, equal): (UInt32, UInt32, Int) = (0, 0, kept)
    for shift in stride(from: 24, through: 0, by: -8) {
      for digit in histogram.indices { histogram[digit] = 0 }
      for index in 0..<count where slots[index].magnitude & mask == least {
        histogram[Int(slots[index].magnitude >> UInt32(shift)) & 255] += 1
      }
      var digit = 255
      while digit > 0, histogram[digit] < equal {
        equal -= histogram[digit]
        digit -= 1
      }
      least |= UInt32(digit) << UInt32(shift)
      mask |= 255 << UInt32(shift)
    }
    return (least, equal)
  }
}
