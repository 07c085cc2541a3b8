internal import Activities
internal import Foundation

/// An `INInteraction` that a program on one of Apple's systems donated.
///
/// - Type: `app.action`. Identity: the program (`app`) and the intent's class (`intent`, like
///   `INSendMessageIntent`), or the verb if there is no class. The recipient of a message is
///   unknown, because the parameters are in Siri's own format.
/// - Title: the action and the program: "Send message in Messages". Keywords: the same.
/// - Interaction: whether a phrase launched it (Siri's own donation), and that the user did it. Not
///   part of the identity.
/// - Skipped: events that reached the user, such as incoming messages.
struct DonatedIntent {
  let program: String?
  let intentClass: String?
  let verb: String?
  /// 1 for the user's actions, 2 for events that reached the user.
  let direction: Int64?
  let isDonatedBySiri: Bool
  let groupIdentifier: String?

  /// It reached the user, who did not act.
  static let incoming = HistoryFilter("reached the user")

  /// A Boolean value that indicates whether it reached the user.
  var isIncoming: Bool { direction == 2 }

  /// Returns the activity in Hunch's form.
  ///
  /// - Throws: ``HistoryProblem`` if the program or intent is missing, `ActivityError` for invalid
  ///   text.
  func activity() throws -> UserActivity {
    guard let program else { throw HistoryProblem.field("the program") }
    try ApplicationUse.check(program)
    guard let intent = Self.name(intentClass) ?? Self.name(verb) else {
      throw HistoryProblem.field("the intent")
    }
    let words = AppleWords.split(Self.name(verb) ?? Self.bare(intent))
    let name = ApplicationUse.name(of: program)
    let action = words.prefix(1).uppercased() + words.dropFirst()
    var activity = try UserActivity(
      activityType: ImportedActivityType.action, title: "\(action) in \(name)",
      userInfo: ["app": .string(program), "intent": .string(intent)], requiredUserInfoKeys: ["app", "intent"])
    activity.keywords = Set([name] + words.split(separator: " ").map(String.init))
    var interaction = try Interaction(actionName: intent, trigger: isDonatedBySiri ? .phrase : .user)
    interaction.direction = direction == 1 ? .outgoing : .unspecified
    interaction.groupIdentifier = groupIdentifier?.asTitle()
    activity.interaction = interaction
    return activity
  }

  /// Returns the name of a class or verb, or nil if the text is not a name.
  private static func name(_ text: String?) -> String? {
    guard let text, (1...200).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return text
  }

  /// Returns the action of an intent's class: `SendMessage` for `INSendMessageIntent`.
  private static func bare(_ intentClass: String) -> String {
    var name = String(intentClass.split(separator: ".").last ?? Substring(intentClass))
    if name.hasPrefix("IN"), name.dropFirst(2).first?.isUppercase == true { name.removeFirst(2) }
    if name.hasSuffix("Intent"), name.count > 6 { name.removeLast(6) }
    return name
  }
}
