internal import Activities
internal import Foundation

/// What a program of Apple's systems has donated as an `NSUserActivity`, in the words of the
/// system's record of it.
struct DonatedActivity {
  /// The program.
  let program: String?
  let activityType: String?
  let title: String?
  let contentDescription: String?
  /// What the system holds to be the values of the required keys, as one string.
  let requiredString: String?
  /// The program's own name for the item that it was about.
  let relatedIdentifier: String?
  let contentURL: String?
  let suggestedPhrase: String?
  let isEligibleForPrediction: Bool
  let isPubliclyIndexable: Bool
  let expiration: Date?

  /// Returns what it is here.
  ///
  /// - Returns: The activity, and the rule for secrets by which something of it was left out, if
  ///   any.
  /// - Throws: ``HistoryProblem`` if there is no type, `ActivityError` for text that no activity
  ///   can have.
  func activity(_ settings: HistorySettings) throws -> (UserActivity, withheld: HistoryFilter?) {
    guard let activityType, !activityType.isEmpty else { throw HistoryProblem.field("the activity's type") }
    var withheld: HistoryFilter?
    /// Returns a text as it may be kept.
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

    // What tells it from others of its type: the first of these that there is.
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

  /// Returns the last part of a type in words: `com.example.app.viewRecipe` says "view recipe".
  private static func words(ofType type: String) -> String {
    AppleWords.split(type.split(separator: ".").last.map(String.init) ?? type)
  }
}

/// Names in one word, as programmers write them.
enum AppleWords {
  /// Returns a name in words and small letters: `SendMessage` is "send message".
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
