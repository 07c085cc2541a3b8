extension String {
  /// Returns whether it comes before another string in the order of their UTF-8 bytes.
  ///
  /// Swift's own `<` uses canonical equivalence, and is not a strict order for some texts: neither
  /// `"e\u{301}"` nor `"é\u{1F}"` precedes the other (Swift 6.3). Sorting by it depends on the
  /// initial order.
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
