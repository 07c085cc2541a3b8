extension UserActivity {
  /// How much there is to show, from 0 to 1: the share of eight facts that are there.
  ///
  /// They are: a title; a subtitle or description; a thumbnail; keywords; a web page or content URL; a kind or content
  /// type; a date or place; a suggested phrase. Each counts an eighth.
  ///
  /// For the order of display only: it says how well the program describes the activity, and nothing about whether the
  /// user will do it, so it takes no part in prediction.
  public var completeness: Double {
    let content = contentAttributeSet
    let facts = [
      title?.isEmpty == false || content.title?.isEmpty == false,
      subtitle?.isEmpty == false || content.contentDescription?.isEmpty == false,
      content.thumbnail != nil,
      !keywords.isEmpty || content.keywords?.isEmpty == false,
      webpageURL != nil || content.contentURL != nil,
      content.kind != nil || content.itemContentType != nil,
      content.startDate != nil || content.dueDate != nil || content.contentCreationDate != nil
        || content.namedLocation != nil,
      suggestedInvocationPhrase?.isEmpty == false,
    ]
    return Double(facts.count { $0 }) / Double(facts.count)
  }
}
