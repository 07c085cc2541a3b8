extension ActivityPublisher {
  /// Tells for an action on an input whether its activity would be published, gate by gate.
  ///
  /// It asks the action's ``Action/prepareActivity(_:)``, but publishes and records nothing.
  public func explain<Performed: Action, Declaring: Feature>(
    _ action: Performed.Type, in feature: Declaring.Type, input: Performed.Input
  ) -> EligibilityReport {
    var report = EligibilityReport(on: "publishing \(Performed.name) of \(Declaring.name)")
    let declared = registry.declaration(of: action, in: feature)
    let marks = configuration.mode.marks(for: Performed.activityEligibility)
    report.add(.declared, closedBecause: declared == nil ? "declare it in \(Declaring.name)" : nil)
    report.add(.eligible, closedBecause: marks.isEmpty ? "activityEligibility is empty" : nil)
    report.add(
      .switchedOn, closedBecause: switches.areActivitiesEnabled ? nil : "activities are switched off")
    guard report.isOpen, let declared else {
      for gate in Self.gatesOfDraft { report.add(gate, closedBecause: nil) }
      report.addUses(marks)
      return report
    }
    let draft = draft(of: action, in: feature, input: input, as: declared.activityType)
    report.add(.prepared, closedBecause: draft.error.map { "prepareActivity threw \(type(of: $0))" })
    report.add(.wanted, closedBecause: draft.isVetoed ? "prepareActivity cancelled it" : nil)
    let isChecked = report.isOpen
    for gate in Self.gatesOfDraft.dropFirst(2) {
      let reasons = draft.faults.filter { $0.gate == gate }.map(\.description)
      report.add(
        gate, closedBecause: reasons.isEmpty ? nil : reasons.joined(separator: "; "), always: isChecked)
    }
    report.addUses(marks)
    report.advice = draft.advice
    return report
  }

  /// Tells for an activity type what can be told without an input: whether its activities can be published and continued
  /// at all, and what they can be used for.
  public func explain(activityType: String) -> EligibilityReport {
    var report = EligibilityReport(on: activityType)
    let declared = registry.action(for: activityType)
    let marks = configuration.mode.marks(for: declared?.action.activityEligibility ?? [])
    let isListed = configuration.declaredTypes?.contains(activityType) ?? true
    report.add(.mapped, closedBecause: declared == nil ? "no action is registered for it" : nil)
    report.add(.typeDeclared, closedBecause: isListed ? nil : "the program does not declare it", always: true)
    report.add(.eligible, closedBecause: marks.isEmpty ? "activityEligibility is empty" : nil)
    report.add(
      .switchedOn, closedBecause: switches.areActivitiesEnabled ? nil : "activities are switched off")
    report.addUses(marks)
    return report
  }

  private static var gatesOfDraft: [EligibilityReport.Gate] {
    [.prepared, .wanted, .continuable, .typeDeclared, .titled, .requiredKeys, .valid]
  }
}

extension ActivityDraft {
  fileprivate var error: (any Error)? {
    if case .failed(let error) = outcome { error } else { nil }
  }

  fileprivate var isVetoed: Bool {
    if case .omitted(.vetoed) = outcome { true } else { false }
  }

  fileprivate var faults: [ActivityFault] {
    if case .refused(let faults) = outcome { faults } else { [] }
  }
}

extension ActivityFault {
  /// The gate that it closes.
  fileprivate var gate: EligibilityReport.Gate {
    switch self {
    case .titleMissing: .titled
    case .requiredKeysMissing: .requiredKeys
    case .cannotBeContinued, .unwritableInput: .continuable
    case .undeclaredType: .typeDeclared
    case .invalidActivity, .nothingToIndexPublicly: .valid
    }
  }
}
