/// Counts equal donations (same user, millisecond and identity), to distinguish them by their
/// ordinal.
///
/// Two generations of counts bound the memory: when the current one has counted enough distinct
/// donations, it replaces the previous one. Donations are compared by a 64-bit hash. The
/// probability of a collision among a million distinct ones is 3 in 100 million; it costs an
/// ordinal of 1 instead of 0.
package struct OrdinalCounter: Sendable {
  /// Two generations of this size take at most 25 MB.
  private let generationSize: Int
  private var current = CountTable()
  private var previous = CountTable()

  package init(generationSize: Int = 500_000) {
    self.generationSize = generationSize
  }

  /// Returns the number of equal donations before this one, and counts this one.
  package mutating func next(user: UserIdentifier, at instant: Instant, of identity: ActivityIdentity) -> Int
  {
    if current.count >= generationSize {
      previous = current
      current = CountTable()
    }
    let key = Self.hash(user: user, at: instant, of: identity)
    return Int(current.increment(key, from: previous.value(of: key)))
  }

  private static func hash(user: UserIdentifier, at instant: Instant, of identity: ActivityIdentity) -> UInt64
  {
    var hash = UInt64(truncatingIfNeeded: identity.rawValue)  // a digest: it is spread already
    hash = mixed(hash ^ UInt64(bitPattern: instant.milliseconds))
    for byte in user.name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return mixed(hash)
  }

  /// The finaliser of MurmurHash3 (Appleby, 2011).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return value ^ value >> 33
  }
}

/// Counts by well-distributed 64-bit keys: open addressing, twelve bytes per slot, at most two
/// thirds full.
private struct CountTable {
  private(set) var count = 0
  /// 0 marks a free slot; the key 0 is counted as 1.
  private var keys: [UInt64] = Array(repeating: 0, count: 1 << 10)
  private var counts: [UInt32] = Array(repeating: 0, count: 1 << 10)

  func value(of key: UInt64) -> UInt32 {
    counts[place(of: max(1, key))]
  }

  /// Adds one to the count of a key, which starts at `start` if it is new; returns the previous
  /// count.
  mutating func increment(_ key: UInt64, from start: @autoclosure () -> UInt32) -> UInt32 {
    let key = max(1, key)
    var place = place(of: key)
    if keys[place] == 0 {
      if (count + 1) * 3 > keys.count * 2 {
        grow()
        place = self.place(of: key)
      }
      keys[place] = key
      counts[place] = start()
      count += 1
    }
    let before = counts[place]
    if before < .max { counts[place] += 1 }
    return before
  }

  private func place(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var place = Int(truncatingIfNeeded: key) & mask
    while keys[place] != 0, keys[place] != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let (oldKeys, oldCounts) = (keys, counts)
    keys = Array(repeating: 0, count: oldKeys.count * 2)
    counts = Array(repeating: 0, count: oldKeys.count * 2)
    for (key, count) in zip(oldKeys, oldCounts) where key != 0 {
      let place = place(of: key)
      keys[place] = key
      counts[place] = count
    }
  }
}
