extension ActionRegistry {
  /// What could be better, feature by feature.
  public func lint() -> [RegistrationAdvice] {
    features.flatMap(Self.advice(on:)) + phraseAdvice + aliasAdvice
  }

  private static func advice(on metadata: FeatureMetadata) -> [RegistrationAdvice] {
    var advice: [RegistrationAdvice] = []
    if metadata.description.isEmpty { advice.append(.featureWithoutDescription(feature: metadata.typeName)) }
    let subfeatures = (metadata.feature as? any FeatureGroup.Type)?.subfeatures ?? []
    if metadata.actions.isEmpty, subfeatures.isEmpty {
      advice.append(.emptyFeature(feature: metadata.typeName))
    }
    for declared in metadata.actions {
      let action = declared.action
      let wantsPrediction = action.activityEligibility.contains(.prediction)
      let hasPhrase = action.suggestedInvocationPhrase != nil
      if action.description.isEmpty { advice.append(.actionWithoutDescription(action: declared.label)) }
      if wantsPrediction, !hasPhrase { advice.append(.predictionWithoutPhrase(action: declared.label)) }
      if hasPhrase, !wantsPrediction { advice.append(.phraseWithoutPrediction(action: declared.label)) }
    }
    return advice
  }

  private var phraseAdvice: [RegistrationAdvice] {
    var owners: [String: [DeclaredAction]] = [:]
    for declared in actions {
      guard let phrase = declared.action.suggestedInvocationPhrase?.lowercased() else { continue }
      owners[phrase, default: []].append(declared)
    }
    return owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { .samePhrase($0.key, actions: $0.value.map(\.label)) }
  }
}
