extension String {
  /// Returns whether it comes before another string in the order of their UTF-8 bytes.
  ///
  /// Swift's own `<` goes by canonical equivalence, and is no strict order for some texts: of
  /// `"e\u{301}"` and `"é\u{1F}"` neither comes before the other (Swift 6.3). What is sorted by it
  /// depends on the order in which it was found.
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
