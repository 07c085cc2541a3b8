/// What rules about words, and rules that take a field away, have to know of a field of a donation.
struct FieldContent: Sendable {
  /// A Boolean value that indicates whether its words count (``DonationField/hasWords``).
  let hasWords: Bool
  /// Returns its texts.
  let texts: @Sendable (OpenDonation) -> [String]
  /// Removes it, as if it had never been there.
  let remove: @Sendable (inout OpenDonation) -> Void
  /// Removes of it what meets a condition.
  ///
  /// By default all of it goes if one of its texts does.
  let removeTexts: @Sendable (inout OpenDonation, (String) -> Bool) -> Void

  private init(
    hasWords: Bool, texts: @escaping @Sendable (OpenDonation) -> [String],
    remove: @escaping @Sendable (inout OpenDonation) -> Void,
    removeTexts: (@Sendable (inout OpenDonation, (String) -> Bool) -> Void)? = nil
  ) {
    (self.hasWords, self.texts, self.remove) = (hasWords, texts, remove)
    self.removeTexts =
      removeTexts ?? { if texts($0).contains(where: $1) { remove(&$0) } }
  }

  /// A field that holds a text.
  private static func text(
    _ path: any WritableKeyPath<OpenDonation, String?> & Sendable, hasWords: Bool = true
  ) -> Self {
    FieldContent(
      hasWords: hasWords, texts: { [$0[keyPath: path]].compactMap(\.self) },
      remove: { $0[keyPath: path] = nil })
  }

  /// A field that holds named values; those without a text that meets the condition stay.
  private static func values(
    _ path: any WritableKeyPath<OpenDonation, [String: ActivityValue]> & Sendable
  ) -> Self {
    FieldContent(
      hasWords: true, texts: { $0[keyPath: path].values.flatMap(\.textsAndLinks) },
      remove: { $0[keyPath: path] = [:] },
      removeTexts: { $0[keyPath: path] = $0[keyPath: path].without($1) })
  }

  /// Returns the content of a field: the one place that says what each is.
  fileprivate static func of(_ field: DonationField) -> Self {
    switch field {
    case .title: .text(\.activity.title)
    case .subtitle: .text(\.activity.subtitle)
    case .keywords:
      FieldContent(
        hasWords: true, texts: { Array($0.activity.keywords) }, remove: { $0.activity.keywords = [] },
        removeTexts: { donation, isForbidden in
          donation.activity.keywords = donation.activity.keywords.filter { !isForbidden($0) }
        })
    case .suggestedInvocationPhrase: .text(\.activity.suggestedInvocationPhrase)
    case .webpageURL:
      FieldContent(
        hasWords: true, texts: { [$0.activity.webpageURL].compactMap(\.self).map(DonationWords.text) },
        remove: { $0.activity.webpageURL = nil })
    case .referrerURL:
      FieldContent(
        hasWords: true, texts: { [$0.activity.referrerURL].compactMap(\.self).map(DonationWords.text) },
        remove: { $0.activity.rare.properties.referrerURL = nil })
    case .contentAttributes:
      FieldContent(
        hasWords: true,
        texts: { $0.activity.effectiveContentAttributes.values.flatMap(\.textsAndLinks) },
        remove: { ($0.activity.contentAttributes, $0.activity.mapItem) = ([:], nil) },
        removeTexts: { donation, isForbidden in
          donation.activity.contentAttributes = donation.activity.contentAttributes.without(isForbidden)
          let texts = donation.activity.effectiveContentAttributes.values.flatMap(\.textsAndLinks)
          if texts.contains(where: isForbidden) { donation.activity.mapItem = nil }
        })
    case .persistentIdentifier: .text(\.activity.persistentIdentifier, hasWords: false)
    case .targetContentIdentifier: .text(\.activity.targetContentIdentifier, hasWords: false)
    case .relatedUniqueIdentifier: .text(\.activity.relatedUniqueIdentifier, hasWords: false)
    case .appEntityIdentifier: .text(\.activity.appEntityIdentifier, hasWords: false)
    case .interaction:
      FieldContent(
        hasWords: true, texts: { $0.activity.interaction?.texts ?? [] },
        remove: { $0.activity.interaction = nil })
    case .location: FieldContent(hasWords: false, texts: { _ in [] }, remove: { $0.place = nil })
    case .placeName:
      FieldContent(
        hasWords: true, texts: { [$0.place?.name].compactMap(\.self) },
        remove: { $0.place = $0.place?.renamed(nil) })
    case .context: .values(\.attributes)
    case .device: .text(\.details.device, hasWords: false)
    case .duration: FieldContent(hasWords: false, texts: { _ in [] }, remove: { $0.details.duration = nil })
    case .other: .values(\.details.additionalFields)
    }
  }

  /// The contents of all fields, each made once.
  fileprivate static let all = Dictionary(
    DonationField.allCases.map { ($0, of($0)) }, uniquingKeysWith: { first, _ in first })
}

extension DonationField {
  /// What rules have to know of it.
  var content: FieldContent { FieldContent.all[self] ?? .of(self) }
}
