internal import Activities

/// Gives an activity the short words by which it is invoked.
enum PhraseMaker {
  /// How many words a phrase has at most; people remember two or three, and say more only to tell things apart.
  static let longest = 6

  /// The phrase that the program donated; else the title's first words; else words made from the type and the values
  /// that tell it apart.
  static func phrase(for activity: UserActivity) -> String {
    if let donated = activity.suggestedInvocationPhrase.flatMap(tidied) { return donated }
    if let title = activity.title.flatMap(tidied) { return title }
    let verb = activity.activityType.split(separator: ".").last.map(String.init) ?? activity.activityType
    let payload = activity.restorationPayload.sorted { $0.key.precedesInBytes($1.key) }
    let words =
      [verb.split { $0 == "-" || $0 == "_" }.joined(separator: " ")]
      + payload.compactMap { text(of: $0.value) }
    return tidied(words.joined(separator: " ")) ?? verb
  }

  /// At most ``longest`` words with single spaces between them; `nil` if there is no word.
  private static func tidied(_ text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace).prefix(longest)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func text(of value: ActivityValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .boolean, .null, .date, .data, .url, .array, .object: nil
    }
  }
}
