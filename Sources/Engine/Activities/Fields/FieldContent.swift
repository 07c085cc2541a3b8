/// What rules about words, and rules that take a field away, have to know of a field.
package struct FieldContent<Root>: Sendable {
  /// Returns its texts.
  let texts: @Sendable (Root) -> [String]
  /// Removes it, as if it had never been there.
  let remove: @Sendable (inout Root) -> Void
  /// Removes of it what meets a condition.
  let removeTexts: @Sendable (inout Root, (String) -> Bool) -> Void

  /// - Parameter removeTexts: What a rule about words removes; by default all of it if one of its
  ///   texts meets the condition.
  init(
    texts: @escaping @Sendable (Root) -> [String], remove: @escaping @Sendable (inout Root) -> Void,
    removeTexts: (@Sendable (inout Root, (String) -> Bool) -> Void)? = nil
  ) {
    (self.texts, self.remove) = (texts, remove)
    self.removeTexts = removeTexts ?? { if texts($0).contains(where: $1) { remove(&$0) } }
  }
}

extension FieldContent {
  /// A content without texts that nothing removes.
  static var nothing: Self { FieldContent(texts: { _ in [] }, remove: { _ in }) }
}

extension FieldContent<UserActivity> {
  /// The same of the activity of a donation.
  var ofDonation: FieldContent<OpenDonation> {
    FieldContent<OpenDonation>(
      texts: { texts($0.activity) }, remove: { remove(&$0.activity) },
      removeTexts: { removeTexts(&$0.activity, $1) })
  }
}
