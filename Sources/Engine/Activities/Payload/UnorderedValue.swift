/// A collection that writes its elements in an order that differs between runs.
///
/// They are put into canonical order; otherwise equal payloads would have different identities.
protocol UnorderedValue {
  /// The number of elements that belong together in the array that it writes.
  var stride: Int { get }
}

extension Set: UnorderedValue {
  var stride: Int { 1 }
}

/// A dictionary whose keys are neither strings nor integers writes keys and values in turn.
extension Dictionary: UnorderedValue {
  var stride: Int { 2 }
}

extension [ActivityValue] {
  /// The elements, in groups of `stride`, in the order of their canonical forms.
  func canonicallyOrdered(by stride: Int) -> [ActivityValue] {
    guard count % stride == 0 else { return self }
    let groups = Swift.stride(from: 0, to: count, by: stride).map { start in
      let group = Array(self[start..<start + stride])
      var form = CanonicalForm()
      form.append(.array(group))
      return (group, form.bytes)
    }
    return groups.sorted { $0.1.lexicographicallyPrecedes($1.1) }.flatMap(\.0)
  }
}

extension ActivityValue {
  /// Creates an array in canonical order, without duplicates, for a set: `NSUserActivity` allows
  /// sets, and JSON does not.
  ///
  /// Equal sets are equal values with equal identities, in whatever order their elements come. 1
  /// and 1.0 are one element.
  ///
  /// - Complexity: O(n log n).
  public static func set(_ elements: some Sequence<ActivityValue>) -> ActivityValue {
    var seen: Set<[UInt8]> = []
    let unique = elements.filter { element in
      var form = CanonicalForm()
      form.append(element)
      return seen.insert(form.bytes).inserted
    }
    return .array(unique.canonicallyOrdered(by: 1))
  }
}
