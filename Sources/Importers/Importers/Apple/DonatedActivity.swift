internal import Activities
internal import Foundation

/// An `NSUserActivity` that a program on one of Apple's systems donated, as the system recorded it.
struct DonatedActivity {
  /// The program.
  let program: String?
  let activityType: String?
  let title: String?
  let contentDescription: String?
  /// The values of the required keys in one string, as the system computed it.
  let requiredString: String?
  /// The program's own name for the related item.
  let relatedIdentifier: String?
  let contentURL: String?
  let suggestedPhrase: String?
  let isEligibleForPrediction: Bool
  let isPubliclyIndexable: Bool
  let expiration: Date?

  /// Returns the activity in Hunch's form.
  ///
  /// - Returns: The activity, and the rule that removed a secret from it, if any.
  /// - Throws: ``HistoryProblem`` if the type is missing, `ActivityError` for invalid text.
  func activity(_ settings: HistorySettings) throws -> (UserActivity, withheld: HistoryFilter?) {
    guard let activityType, !activityType.isEmpty else { throw HistoryProblem.field("the activity's type") }
    var withheld: HistoryFilter?
    /// Returns a text in the form in which it may be kept.
    func kept(_ text: String?, upTo longest: Int = 200) -> String? {
      guard let text, !text.isEmpty else { return nil }
      if let rule = settings.secrets.firstMatch(in: text, kind: .title) {
        withheld = .secret(rule)
        return nil
      }
      return text.asTitle(upTo: longest)
    }
    let page = contentURL.flatMap(PageTemplate.init(url:)).flatMap { $0.host.isEmpty ? nil : $0 }
    func named(_ text: String?) -> String? {
      kept(text).flatMap { TitleCounters().removed(from: $0, of: page) }
    }
    let description = named(contentDescription)
    let shownTitle = named(title) ?? description

    // The first available value distinguishes it from others of its type.
    var userInfo: [String: ActivityValue] = [:]
    if let text = kept(requiredString, upTo: Self.longestIdentifier) {
      userInfo["required"] = .string(text)
    } else if let text = kept(relatedIdentifier, upTo: Self.longestIdentifier) {
      userInfo["item"] = .string(text)
    } else if let page {
      userInfo["page"] = .string(page.identity)
    } else if let shownTitle {
      userInfo["title"] = .string(shownTitle)
    }
    if let program { userInfo["app"] = .string(program) }
    let name = ApplicationUse.name(of: program ?? activityType)
    var activity = try UserActivity(
      activityType: activityType,
      title: shownTitle ?? page?.identity ?? "\(name): \(Self.words(ofType: activityType))",
      userInfo: userInfo, requiredUserInfoKeys: Set(userInfo.keys))
    activity.subtitle = description == shownTitle ? name : description ?? name
    activity.keywords = [name]
    activity.suggestedInvocationPhrase = kept(suggestedPhrase)
    activity.relatedUniqueIdentifier = kept(relatedIdentifier, upTo: Self.longestIdentifier)
    activity.isEligibleForPrediction = isEligibleForPrediction
    activity.isEligibleForPublicIndexing = isPubliclyIndexable
    activity.expirationDate = expiration
    if let page { try activity.setWebpageURL(URL(string: page.url)) }
    return (activity, withheld)
  }

  private static let longestIdentifier = 1_000

  /// Returns the last part of a type in words: "view recipe" for `com.example.app.viewRecipe`.
  private static func words(ofType type: String) -> String {
    AppleWords.split(type.split(separator: ".").last.map(String.init) ?? type)
  }
}

/// Names written as one word, as in code.
enum AppleWords {
  /// Returns a name in lower-case words: "send message" for `SendMessage`.
  static func split(_ name: String) -> String {
    var words = ""
    var wasLower = false
    for character in name {
      if character == "_" || character == "-" {
        words.append(" ")
      } else {
        if character.isUppercase, wasLower { words.append(" ") }
        words += character.lowercased()
      }
      wasLower = character.isLowercase || character.isNumber
    }
    return words
  }
}
