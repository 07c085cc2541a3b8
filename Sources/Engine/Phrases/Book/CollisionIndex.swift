internal import Activities

/// The way in which two phrases can be taken for each other.
public enum CollisionKind: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// They have the same letters and digits.
  case equal
  /// They sound the same: their words have the same ``PhoneticKey``, one after the other.
  case sound
  /// They are spelled nearly the same: nothing is left between them once at most one letter of each
  /// is taken out.
  case spelling

  /// Orders by how much alike they are.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Finds the phrases that can be taken for each other, without comparing each with each.
///
/// Every phrase stands under its letters, its sound, and under what is left of it without one of
/// its letters (the deletion neighbourhood of SymSpell, W. Garbe 2012); phrases that share a key
/// are a group. Keys are 64-bit hashes; two may be equal by chance, once in 2⁶⁴. Digits are never
/// left out: a number is right or wrong.
struct CollisionIndex {
  /// Shorter phrases are not searched for spelling: one letter is too much of them.
  private static let shortestSpelling = 4
  /// Neither are longer ones, that only a log can have given: each letter is a key, and one letter
  /// of so many tells nothing.
  private static let longestSpelling = TextBeginning.mostScalars

  private var slots: [UInt64]
  private var heads: [Int32]
  private var used = 0
  private var items: [Int32] = []
  private var following: [Int32] = []
  private var keys: [[(key: UInt64, kind: CollisionKind)]]

  init(items count: Int) {
    keys = Array(repeating: [], count: count)
    var capacity = 64
    while capacity < count * 48 { capacity *= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
    heads = [Int32](repeating: -1, count: capacity)
    items.reserveCapacity(count * 20)
    following.reserveCapacity(count * 20)
  }

  /// Places the phrase of the next item.
  ///
  /// - Parameter item: Its number; items come in the order of their numbers, each once.
  /// - Complexity: O(letters).
  mutating func place(_ phrase: FoldedPhrase, of item: Int) {
    keys[item] = Self.keys(of: phrase)
    for (key, _) in keys[item] {
      let slot = makeSlot(for: key)
      // The same item would stand there twice if it has a doubled letter.
      if heads[slot] >= 0, items[Int(heads[slot])] == Int32(item) { continue }
      items.append(Int32(item))
      following.append(heads[slot])
      heads[slot] = Int32(items.count - 1)
    }
  }

  /// Returns whether some phrase has the same letters and digits.
  func isTaken(_ phrase: FoldedPhrase) -> Bool { heads[slot(of: Self.equalKey(phrase))] >= 0 }

  /// Returns items that a phrase that is not placed yet could be taken for, those placed first
  /// before others.
  ///
  /// - Complexity: O(letters + items that share a key with it).
  func rivals(of phrase: FoldedPhrase, most: Int) -> [Int] {
    var rivals: Set<Int> = []
    for (key, _) in Self.keys(of: phrase) { rivals.formUnion(members(at: slot(of: key))) }
    return Array(rivals.sorted().prefix(most))
  }

  /// Items that can be taken for each other, in order, and how.
  struct Group {
    let kind: CollisionKind
    let members: [Int]
  }

  /// The groups of two items or more that one of some items belongs to, each once.
  ///
  /// - Complexity: O(letters of the items + members of their groups).
  func groups(of some: some Sequence<Int>) -> [Group] {
    var groups: [Group] = []
    var known: Set<[Int]> = []
    var seen: Set<Int> = []
    for item in some {
      for (key, kind) in keys[item] {
        let slot = slot(of: key)
        guard heads[slot] >= 0, following[Int(heads[slot])] >= 0, seen.insert(slot).inserted else { continue }
        let members = members(at: slot)
        // What is alike in one way often is so in another; the first way is the nearest.
        if known.insert(members).inserted { groups.append(Group(kind: kind, members: members)) }
      }
    }
    return groups
  }

  /// The items under a key, in order.
  private func members(at slot: Int) -> [Int] {
    var members: [Int] = []
    var node = Int(heads[slot])
    while node >= 0 {
      members.append(Int(items[node]))
      node = Int(following[node])
    }
    return members.reversed()
  }

  /// The slot of a key, or the free one where it would be.
  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: key) & (slots.count - 1)
    while slots[slot] != key, slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func makeSlot(for key: UInt64) -> Int {
    if used * 2 > slots.count { grow() }
    let slot = slot(of: key)
    if slots[slot] == 0 {
      slots[slot] = key
      used += 1
    }
    return slot
  }

  private mutating func grow() {
    let old = (slots, heads)
    slots = [UInt64](repeating: 0, count: old.0.count * 2)
    heads = [Int32](repeating: -1, count: slots.count)
    for (index, key) in old.0.enumerated() where key != 0 {
      let slot = slot(of: key)
      (slots[slot], heads[slot]) = (key, old.1[index])
    }
  }
}

extension CollisionIndex {
  /// An odd number without a pattern, by which hashes of letters are built up (the golden ratio's
  /// fraction).
  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func hash(_ letters: some Sequence<UInt32>) -> UInt64 {
    letters.reduce(0) { $0 &* base &+ UInt64($1) }
  }

  /// Never 0, which marks a free slot.
  private static func key(_ hash: UInt64, _ salt: UInt64) -> UInt64 {
    max(1, StableHash.mix(StableHash.mix(0, salt), hash))
  }

  private static func equalKey(_ phrase: FoldedPhrase) -> UInt64 { key(hash(phrase.letters), 1) }

  /// All keys of a phrase; a phrase's letters are also a key of spelling, so that one letter too
  /// many is found.
  private static func keys(of phrase: FoldedPhrase) -> [(key: UInt64, kind: CollisionKind)] {
    let letters = phrase.letters
    var keys: [(key: UInt64, kind: CollisionKind)] = []
    keys.reserveCapacity(min(letters.count, longestSpelling) + 3)
    keys.append((equalKey(phrase), .equal))
    let sound = phrase.words.reduce(UInt64(phrase.count)) {
      StableHash.mix($0 &* base, hash(PhoneticKey.of($1)))
    }
    keys.append((key(sound, 2), .sound))
    guard (shortestSpelling...longestSpelling).contains(letters.count) else { return keys }
    // Horner's rule: what comes before a letter is moved up by the powers of what comes after it.
    var prefix: [UInt64] = [0]
    for letter in letters { prefix.append(prefix[prefix.count - 1] &* base &+ UInt64(letter)) }
    let whole = prefix[letters.count]
    keys.append((key(whole, 3), .spelling))
    var power: UInt64 = 1
    for index in letters.indices.reversed() {
      let suffix = whole &- prefix[index + 1] &* power
      if !FoldedPhrase.isDigit(letters[index]) {
        keys.append((key(prefix[index] &* power &+ suffix, 3), .spelling))
      }
      power = power &* base
    }
    return keys
  }
}
