/// The access to a field for rules about words, and for rules that remove fields.
package struct FieldContent<Root>: Sendable {
  /// Returns its texts.
  let texts: @Sendable (Root) -> [String]
  /// Removes it, as if it had never been there.
  let remove: @Sendable (inout Root) -> Void
  /// Removes the parts of it that meet a condition.
  let removeTexts: @Sendable (inout Root, (String) -> Bool) -> Void

  /// - Parameter removeTexts: Removes the parts for a rule about words; by default the whole field
  ///   if one of its texts meets the condition.
  init(
    texts: @escaping @Sendable (Root) -> [String], remove: @escaping @Sendable (inout Root) -> Void,
    removeTexts: (@Sendable (inout Root, (String) -> Bool) -> Void)? = nil
  ) {
    (self.texts, self.remove) = (texts, remove)
    self.removeTexts = removeTexts ?? { if texts($0).contains(where: $1) { remove(&$0) } }
  }
}

extension FieldContent {
  /// A content without texts, which cannot be removed.
  static var nothing: Self { FieldContent(texts: { _ in [] }, remove: { _ in }) }
}

extension FieldContent<UserActivity> {
  /// The same access to a donation's activity.
  var ofDonation: FieldContent<OpenDonation> {
    FieldContent<OpenDonation>(
      texts: { texts($0.activity) }, remove: { remove(&$0.activity) },
      removeTexts: { removeTexts(&$0.activity, $1) })
  }
}
