internal import Activities
internal import Answers
internal import Phrases
internal import Suggestions

/// The text of a diagnosis of an activity, for people and scripts.
struct DiagnosisText {
  private let diagnosis: SuggestionDiagnosis
  private let hasDetails: Bool
  private let others: [PhraseBook.Entry]
  private let places: NamedPlaces
  /// Its standing in the list that `hunch` by itself prints, if that answers another question;
  /// `nil` to omit it.
  var list: Standing?

  /// The standing of an activity in a list.
  struct Standing {
    /// The horizon of the list, in seconds.
    let horizon: Double?
    /// Its rank and probability; `nil` if it is not in the list.
    let found: (rank: Int, probability: Double)?
  }

  /// - Parameters:
  ///   - details: Whether to print the contributions to the score.
  ///   - others: Other activities that the name fits, best first.
  ///   - places: The user's named places.
  init(
    _ diagnosis: SuggestionDiagnosis, details: Bool, others: [PhraseBook.Entry], places: NamedPlaces
  ) {
    (self.diagnosis, hasDetails, self.others, self.places) = (diagnosis, details, others, places)
  }

  /// The text for standard output.
  var text: String {
    let terminal = Terminal.standardOutput
    return terminal.isInteractive ? drawn(on: terminal) : plain
  }

  /// Returns the text for people: its standing, the evidence for it, the gates, and changes that
  /// would bring it first.
  func drawn(on terminal: Terminal) -> String {
    let percent = Formatting.fixed(diagnosis.probability * 100, 1)
    let said = Formatting.within("\(percent) %", diagnosis.horizon)
    let title = Formatting.shortened(Formatting.plain("\(diagnosis.displayTitle)"), to: 56)
    let place = "\(said), number \(diagnosis.rank)"
    let fits = title.count + 2 + place.count <= terminal.columns ?? .max
    let head = "\(terminal.bold(title))\(fits ? "  " : "\n")\(place)"
    let verdict =
      (diagnosis.firstClosedGate.map { "not suggested: \($0.words)" } ?? "suggested") + asked
    let gates = diagnosis.gates.map { gate in
      (gate.isPassed ? "  passed  " : terminal.bold("  stopped "))
        + terminal.wrapped(gate.words, indentation: 10)
    }
    let changes = diagnosis.alternatives.map {
      "  "
        + terminal.wrapped(
          AlternativeWording.words(of: $0, within: diagnosis.horizon, places: places), indentation: 2)
    }
    var blocks = [
      ([head] + verdict.split(separator: "\n").map { terminal.wrapped(String($0)) }).joined(separator: "\n"),
      explanation.drawn(on: terminal, indentation: 2).map { "  " + $0 }.joined(separator: "\n"),
      gates.joined(separator: "\n"),
    ]
    if !changes.isEmpty { blocks.append((["it would come first:"] + changes).joined(separator: "\n")) }
    if !others.isEmpty {
      blocks.append(
        (["other activities that fit"] + others.map { "  " + Self.title(of: $0) }).joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n")
  }

  /// The question that the numbers answer, and the answer of `hunch` by itself.
  private var asked: String {
    guard let list else { return "" }
    let within = Formatting.horizonField(list.horizon).joined()
    let other =
      list.found.map {
        let place = $0.rank == 1 ? "first" : "number \($0.rank)"
        return "`hunch` shows \(Formatting.fixed($0.probability * 100, 1)) % \(within), \(place)"
      } ?? "`hunch` does not list it as likely \(within)"
    return "\nthis is for what you do next, if you do something now; \(other)"
  }

  private var explanation: ExplanationText {
    ExplanationText(
      diagnosis.explanation, details: hasDetails, isSuggested: diagnosis.firstClosedGate == nil)
  }

  /// The text for scripts: tab-separated lines of a kind and its fields; the first one ends with
  /// the horizon, if there is one.
  var plain: String {
    let head =
      [
        "activity", String(diagnosis.rank), Formatting.fixed(diagnosis.probability, 4), diagnosis.phrase,
        "\(diagnosis.displayTitle)", diagnosis.activity.activityType,
      ] + Formatting.horizonField(diagnosis.horizon)
    let gates = diagnosis.gates.map {
      ["gate", $0.gate.id, $0.isPassed ? "passed" : "stopped", $0.words]
    }
    let changes = diagnosis.alternatives.map { other in
      [
        "alternative", String(other.rank), Formatting.fixed(other.probability, 4),
        AlternativeWording.words(of: other, within: diagnosis.horizon, places: places),
      ]
    }
    func line(_ fields: [String]) -> String { fields.map(Formatting.plain).joined(separator: "\t") }
    let besides = others.map { ["other", $0.phrase, "\($0.displayTitle)", $0.identity.description] }
    return ([line(head)] + explanation.plain + (gates + changes + besides).map(line))
      .joined(separator: "\n")
  }

  private static func title(of entry: PhraseBook.Entry) -> String {
    Formatting.shortened(Formatting.plain("\(entry.displayTitle)"), to: 56)
  }
}
