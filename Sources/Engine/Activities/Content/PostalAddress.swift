/// The parts of an address, by the names of the content attributes that they fill.
public struct PostalAddress: Hashable, Sendable {
  /// Street and number.
  public var thoroughfare: String?
  /// The city.
  public var city: String?
  /// The state or province.
  public var stateOrProvince: String?
  /// The postal code.
  public var postalCode: String?
  /// The country or region.
  public var country: String?

  /// Creates an address from its known parts.
  public init(
    thoroughfare: String? = nil, city: String? = nil, stateOrProvince: String? = nil,
    postalCode: String? = nil,
    country: String? = nil
  ) {
    self.thoroughfare = thoroughfare
    self.city = city
    self.stateOrProvince = stateOrProvince
    self.postalCode = postalCode
    self.country = country
  }

  /// The address in one line: its parts in the order above, with commas; nil if nothing is known.
  ///
  /// Postal customs differ; a program that knows the local one sets `fullyFormattedAddress` itself.
  public var line: String? {
    let parts = [thoroughfare, city, stateOrProvince, postalCode, country].compactMap(\.self)
      .filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
