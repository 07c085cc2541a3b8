internal import Foundation

/// The words of a donation, by which it can be forgotten or filtered.
///
/// They come from its title, subtitle, keywords and phrase, the web page and the referrer
/// (percent-decoded), and the name of the place. They also come from the texts and URLs at any
/// depth in its userInfo, content attributes, interaction and context, and in fields that this
/// version does not know. Names of members are not words, and neither are identifiers, which
/// programs make up; each has a criterion of its own. Words are runs of letters and digits,
/// compared as in a search: without case, accents and compatibility forms. Only whole words match,
/// in any order and in any of the texts.
public enum DonationWords {
  /// Returns whether a donation has all words of a text; false for a text without words.
  ///
  /// - Complexity: O(length of the texts).
  public static func contain(_ text: String, in donation: Donation) -> Bool {
    let words = Set(WordScanner.words(of: text))
    return !words.isEmpty && all(words, standIn: texts(of: donation))
  }

  /// Returns whether every word is in one of the texts.
  static func all(_ words: Set<String>, standIn texts: [String]) -> Bool {
    var missing = words
    for text in texts {
      for word in WordScanner.words(of: text) where missing.remove(word) != nil && missing.isEmpty {
        return true
      }
    }
    return missing.isEmpty
  }

  static func texts(of donation: Donation) -> [String] {
    OpenDonation(donation).texts
  }

  static func texts(of activity: UserActivity) -> [String] {
    OpenDonation(activity).texts
  }

  static func texts(of item: SearchableItem) -> [String] {
    [item.title] + (item.contentDescription.map { [$0] } ?? []) + item.keywords
      + item.attributes.values.flatMap(\.textsAndLinks)
  }

  /// The readable form of a URL.
  static func text(of url: URL) -> String {
    url.absoluteString.removingPercentEncoding ?? url.absoluteString
  }
}

extension UserActivity {
  /// The texts in userInfo values, and those made of such values.
  var userInfoTexts: [String] {
    userInfo.values.flatMap(\.textsAndLinks) + parameterCombinations.compactMap(\.title)
  }
}

extension Interaction {
  /// The texts in the program's or the user's own words.
  var texts: [String] {
    [actionName] + [identifier, groupIdentifier].compactMap(\.self)
      + parameters.values.flatMap(\.textsAndLinks)
  }
}

extension ActivityValue {
  /// The texts and URLs in it, at any depth; names of objects do not count.
  var textsAndLinks: [String] {
    switch self {
    case .string(let text): [text]
    case .url(let url): [DonationWords.text(of: url)]
    case .array(let values): values.flatMap(\.textsAndLinks)
    case .object(let values): values.values.flatMap(\.textsAndLinks)
    case .null, .boolean, .integer, .double, .date, .data: []
    }
  }
}
