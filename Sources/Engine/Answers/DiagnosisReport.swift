package import Activities
internal import Phrases
package import Suggestions

/// A diagnosis of an activity, as JSON.
package struct DiagnosisReport: Encodable {
  package let user: String
  package let time: String
  /// The seconds from the last observation of the user to the query, if any.
  package let leadSeconds: Double?
  package let identity: String
  package let activityType: String
  package let title: String?
  /// The title, or words for the activity if it has none.
  package let displayTitle: String
  /// The words that distinguish it from others with the same title.
  package let disambiguation: String?
  package let phrase: String
  package let rank: Int
  package let probability: Double
  /// The horizon of all probabilities; null if they are conditional.
  package let withinSeconds: NullableMember<Double>
  package let suggested: Bool
  /// The first gate that stopped it.
  package let stoppedBy: String?
  package let explanation: ExplanationReport
  package let gates: [Gate]
  package let alternatives: [Other]

  package init(_ diagnosis: SuggestionDiagnosis, to request: SuggestionRequest, places: NamedPlaces) {
    user = request.user.name
    time = request.context.instant.rfc3339
    leadSeconds = request.lead > 0 ? request.lead : nil
    identity = diagnosis.identity.description
    activityType = diagnosis.activity.activityType
    title = diagnosis.activity.title
    displayTitle = "\(diagnosis.displayTitle)"
    disambiguation = diagnosis.displayTitle.disambiguation
    phrase = diagnosis.phrase
    rank = diagnosis.rank
    probability = diagnosis.probability
    withinSeconds = NullableMember(diagnosis.horizon)
    suggested = diagnosis.firstClosedGate == nil
    stoppedBy = diagnosis.firstClosedGate?.gate.id
    explanation = ExplanationReport(diagnosis.explanation)
    gates = diagnosis.gates.map { Gate(gate: $0.gate.id, passed: $0.isPassed, words: $0.words) }
    alternatives = diagnosis.alternatives.map {
      Other($0, within: diagnosis.horizon, places: places)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case user, time, identity, activityType, title, displayTitle, disambiguation, phrase, rank, probability,
      suggested, stoppedBy
    case explanation, gates, alternatives
    case withinSeconds = "within_seconds"
    case leadSeconds = "lead_seconds"
  }

  package struct Gate: Encodable {
    package let gate: String
    package let passed: Bool
    package let words: String
  }

  package struct Other: Encodable {
    package let rank: Int
    package let probability: Double
    package let words: String
    package var time: String?
    package var latitude: Double?
    package var longitude: Double?
    package var previous: String?
    /// The seconds that pass after `previous`.
    package var secondsAfter: Double?

    package init(_ alternative: Alternative, within horizon: Double?, places: NamedPlaces) {
      rank = alternative.rank
      probability = alternative.probability
      words = AlternativeWording.words(of: alternative, within: horizon, places: places)
      switch alternative.change {
      case .time(let instant): time = instant.rfc3339
      case .place(let place): (latitude, longitude) = (place.latitude, place.longitude)
      case .previous(let before): (previous, secondsAfter) = (before.identity.description, before.seconds)
      case .usual(let instant, let place, let before):
        time = instant.rfc3339
        (latitude, longitude) = (place?.latitude, place?.longitude)
        (previous, secondsAfter) = (before?.title, before?.seconds)
      }
    }
  }
}
