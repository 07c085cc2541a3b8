internal import Activities
internal import Phrases
internal import Suggestions

/// A diagnosis of an activity, as JSON.
struct DiagnosisReport: Encodable {
  private let user: String
  private let time: String
  /// The seconds from the moment until which the user was observed to that of the question, if there are any.
  private let leadSeconds: Double?
  private let identity: String
  private let activityType: String
  private let title: String?
  /// The title, or, if there is none, words for it.
  private let displayTitle: String
  /// What tells it apart from others with the same title.
  private let disambiguation: String?
  private let phrase: String
  private let rank: Int
  private let probability: Double
  /// The horizon of all probabilities; null if they are conditional.
  private let withinSeconds: NullableMember<Double>
  private let suggested: Bool
  /// The first gate that stopped it.
  private let stoppedBy: String?
  private let explanation: ExplanationReport
  private let gates: [Gate]
  private let alternatives: [Other]

  init(_ diagnosis: SuggestionDiagnosis, to request: SuggestionRequest, places: NamedPlaces) {
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
    stoppedBy = diagnosis.firstClosedGate?.gate.rawValue
    explanation = ExplanationReport(diagnosis.explanation)
    gates = diagnosis.gates.map { Gate(gate: $0.gate.rawValue, passed: $0.isPassed, words: $0.words) }
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

  private struct Gate: Encodable {
    let gate: String
    let passed: Bool
    let words: String
  }

  private struct Other: Encodable {
    let rank: Int
    let probability: Double
    let words: String
    var time: String?
    var latitude: Double?
    var longitude: Double?
    var previous: String?
    /// The seconds that pass after `previous`.
    var secondsAfter: Double?

    init(_ alternative: Alternative, within horizon: Double?, places: NamedPlaces) {
      rank = alternative.rank
      probability = alternative.probability
      words = DiagnosisText.words(of: alternative, within: horizon, places: places)
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
