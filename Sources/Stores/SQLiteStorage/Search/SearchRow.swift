internal import Activities
package import Foundation
internal import Storage

/// The search data of an activity, from its newest donation.
struct SearchRow: Equatable, Sendable {
  let program: Data
  let item: Data?
  let expires: Int64?
  let offers: Int64
  /// The title, keywords, subtitle and attributes as folded words.
  let words: [String]

  /// - Parameter donation: A donation that is eligible for search.
  init(_ donation: Donation) {
    program = Data(name: donation.program)
    item = donation.activity.relatedUniqueIdentifier.map(Data.init(name:))
    expires = donation.activity.expirationDate.map(SearchEntry.milliseconds)
    offers = TextContentType.declared(by: donation.activity)
    words = SearchFields(donation).folded
  }
}

extension Data {
  /// Creates a key from a name: all compositions of its accents are the same name and, unlike in a
  /// text, no byte ends it.
  package init(name: String) {
    self.init(name.precomposedStringWithCanonicalMapping.utf8)
  }
}

extension String {
  /// Creates the name of a key.
  package init(key: Data) {
    self.init(decoding: key, as: UTF8.self)
  }
}
