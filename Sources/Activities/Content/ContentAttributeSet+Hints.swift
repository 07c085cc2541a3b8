public import Foundation

/// What can be done with the content: offered only if the program says so *and* the data for it is there.
extension ContentAttributeSet {
  /// A `geo:` URI (RFC 5870) for directions; nil if it is not supported or there is neither coordinate nor address.
  ///
  /// Where only the address is known it is `geo:0,0?q=ADDRESS`, as maps programs read it.
  public var directionsURL: URL? {
    supportsNavigation == true ? directionsData.flatMap(URL.init(string:)) : nil
  }

  /// A `tel:` URI (RFC 3966) of the first number; nil if it is not supported or no number can be dialled.
  public var callURL: URL? {
    supportsPhoneCall == true ? callData.flatMap(URL.init(string:)) : nil
  }

  var directionsData: String? {
    if let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude) {
      return "geo:\(latitude),\(longitude)"
    }
    guard let address = fullyFormattedAddress, !address.isEmpty else { return nil }
    return address.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "geo:0,0?q=\($0)" }
  }

  /// Digits with a leading plus if there is one; spaces and punctuation between them are for the eye.
  var callData: String? {
    for number in phoneNumbers ?? [] {
      let marks = Set(" -.()/\u{A0}")
      let dialled = number.filter { !marks.contains($0) }
      let digits = dialled.hasPrefix("+") ? dialled.dropFirst() : dialled[...]
      guard digits.count >= 2, digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "*" || $0 == "#" })
      else {
        continue
      }
      return "tel:" + dialled.replacing("#", with: "%23")
    }
    return nil
  }
}
