internal import Activities

extension Circumstance {
  /// All attributes of the context together.
  static let allAttributes = attributes("all-attributes", isProduct: true)
  /// Each attribute of the context on its own.
  static let anyAttribute = attributes("any-attribute", isProduct: false)

  private static func attributes(_ name: String, isProduct: Bool) -> Circumstance {
    Circumstance(
      name, code: .attributes, mayBeUntold: true, isKnown: { !$0.attributes.isEmpty },
      fill: { values, donations, moment in
        values.fillAttributes(donations, moment.attributes, isProduct: isProduct)
      })
  }
}

extension CodeValues {
  /// Fills in the similarity of each set of attributes to those of the moment.
  ///
  /// An attribute that the donation lacks is unknown. It counts as the share of its value among the
  /// donations that have its key. Attributes that only the donation has are ignored.
  ///
  /// - Parameter isProduct: Whether all attributes must match, or their mean counts.
  fileprivate mutating func fillAttributes(
    _ donations: borrowing DonationWindow, _ attributes: [Attribute], isProduct: Bool
  ) {
    let codes = donations.attributes.codes.limit
    guard !attributes.isEmpty else { return fillNothing(codes: codes) }
    for _ in 0..<codes { all.append(isProduct ? 1 : 0) }
    isTelling.removeAll(keepingCapacity: true)
    for _ in 0..<codes { isTelling.append(false) }
    for attribute in attributes {
      likenesses.removeAll(keepingCapacity: true)
      for code in 0..<codes {
        let likeness = donations.attributes.likeness(ofCode: code, to: attribute)
        likenesses.append(likeness)
        if !likeness.isNaN { isTelling[code] = true }
      }
      donations.counts.attributes.fillUnknown(&likenesses)
      for code in 0..<codes {
        all[code] =
          isProduct
          ? all[code] * likenesses[code] : all[code] + likenesses[code] / Float(attributes.count)
      }
    }
    for code in 0..<codes where !isTelling[code] { all[code] = .nan }
  }
}
