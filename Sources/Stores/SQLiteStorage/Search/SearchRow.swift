internal import Activities
package import Foundation
internal import Storage

/// The data by which an activity is found, as the newest donation of it says.
struct SearchRow: Equatable, Sendable {
  let program: Data
  let item: Data?
  let expires: Int64?
  let offers: Int64
  /// Title, keywords, subtitle and attributes as folded words.
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
  /// A name as a key: however its accents are composed, it is one name; and unlike in a text, no
  /// byte ends it.
  package init(name: String) {
    self.init(name.precomposedStringWithCanonicalMapping.utf8)
  }
}

extension String {
  /// The name that a key stands for.
  package init(key: Data) {
    self.init(decoding: key, as: UTF8.self)
  }
}
