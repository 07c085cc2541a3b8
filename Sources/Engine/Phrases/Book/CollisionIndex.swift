internal import Activities

/// A way in which two phrases can be confused.
public enum CollisionKind: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// They have the same letters and digits.
  case equal
  /// They sound the same: their words have the same ``PhoneticKey``, in the same order.
  case sound
  /// They are spelled nearly the same: they are equal after removing at most one letter from each.
  case spelling

  /// Orders by similarity, the most similar first.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Finds phrases that can be confused, without comparing all pairs.
///
/// Every phrase is indexed by its letters, its sound, and its letters without one of them (the
/// deletion neighbourhood of SymSpell, W. Garbe 2012); phrases that share a key are a group. Keys
/// are 64-bit hashes; two are equal by chance once in 2⁶⁴. Digits are never removed: a number is
/// either right or wrong.
struct CollisionIndex {
  /// The minimum length for comparing the spelling: in shorter phrases one letter matters too much.
  private static let shortestSpelling = 4
  /// The maximum length for comparing the spelling.
  ///
  /// Only a log can have longer phrases. Each letter is a key, and one letter hardly matters.
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

  /// Adds the phrase of the next item.
  ///
  /// - Parameter item: Its number; items come in ascending order, each once.
  /// - Complexity: O(letters).
  mutating func place(_ phrase: FoldedPhrase, of item: Int) {
    keys[item] = Self.keys(of: phrase)
    for (key, _) in keys[item] {
      let slot = makeSlot(for: key)
      // A doubled letter would add the same item twice.
      if heads[slot] >= 0, items[Int(heads[slot])] == Int32(item) { continue }
      items.append(Int32(item))
      following.append(heads[slot])
      heads[slot] = Int32(items.count - 1)
    }
  }

  /// Returns whether some phrase has the same letters and digits.
  func isTaken(_ phrase: FoldedPhrase) -> Bool { heads[slot(of: Self.equalKey(phrase))] >= 0 }

  /// Returns the items with which a new phrase could be confused, in the order of placement.
  ///
  /// - Complexity: O(letters + items that share a key with it).
  func rivals(of phrase: FoldedPhrase, most: Int) -> [Int] {
    var rivals: Set<Int> = []
    for (key, _) in Self.keys(of: phrase) { rivals.formUnion(members(at: slot(of: key))) }
    return Array(rivals.sorted().prefix(most))
  }

  /// Items that can be confused, in order, with the reason.
  struct Group {
    let kind: CollisionKind
    let members: [Int]
  }

  /// Returns the groups of at least two items that contain one of the given items, each once.
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
        // Phrases that are similar in one way are often similar in another; the first way is the
        // closest.
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

  /// The slot of a key, or the free slot for it.
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
  /// An odd number without a pattern, used to build hashes of letters (the golden ratio's
  /// fraction).
  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func hash(_ letters: some Sequence<UInt32>) -> UInt64 {
    letters.reduce(0) { $0 &* base &+ UInt64($1) }
  }

  /// Returns a key, which is never 0, the mark of a free slot.
  private static func key(_ hash: UInt64, _ salt: UInt64) -> UInt64 {
    max(1, StableHash.mix(StableHash.mix(0, salt), hash))
  }

  private static func equalKey(_ phrase: FoldedPhrase) -> UInt64 { key(hash(phrase.letters), 1) }

  /// All keys of a phrase.
  ///
  /// Its letters are also a spelling key, so that an extra letter is found.
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
    // Horner's rule: the hash before a letter is multiplied by the powers for the letters after it.
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
