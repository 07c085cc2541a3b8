internal import Kernels

/// Which expert is which lane of a window's question, and what it asks there.
enum ExpertLanes {
  /// One kind of code that a lane asks for, and what it wants it to be like.
  struct Asked: Hashable, Sendable {
    let code: PastQuestion.Code
    let circumstance: Circumstance
  }

  /// The lane that is no expert's: whether the activity before was of the last one's type.
  static let sameType = 0
  /// The lane of the first expert; the others follow.
  static let first = 1

  /// All experts in the order of their lanes: those with circumstances, then those without, which count by row.
  static let experts: [Expert] = {
    let counting = Expert.all.filter { !$0.circumstances.isEmpty }
    let order = (0..<4).flatMap { place in counting.filter { ExpertLanes.place(of: $0) == place } }
    return order + Expert.all.filter(\.circumstances.isEmpty)
  }()

  /// The numbers of the experts that look at the window.
  static let windowed = 0..<experts.count { !$0.circumstances.isEmpty }
  /// The numbers of the experts that every donation counts for.
  static let shares = windowed.upperBound..<experts.count

  /// For each expert the number of the one it backs off to.
  static let backOff: [Int?] = experts.map { expert in
    expert.backsOffTo.flatMap { name in experts.firstIndex { $0.name == name } }
  }

  /// What the lanes of the window ask; the same circumstance stands together with all lanes that ask it.
  static let questions: [(asked: Asked, lanes: [Int])] = {
    var questions: [(asked: Asked, lanes: [Int])] = []
    for number in windowed {
      for circumstance in experts[number].circumstances {
        guard let code = circumstance.code else { continue }
        let asked = Asked(code: code, circumstance: circumstance)
        if let known = questions.firstIndex(where: { $0.asked == asked }) {
          questions[known].lanes.append(first + number)
        } else {
          questions.append((asked, [first + number]))
        }
      }
    }
    return questions
  }()

  /// The half-lives of the experts with circumstances that forget by age, in hours.
  static let halfLives: [Double] = {
    let all = windowed.compactMap { number in
      if case .hours(let halfLife) = experts[number].memory { halfLife } else { nil }
    }
    return Set(all).sorted()
  }()

  /// A question with everything in it that is the same for all queries.
  static let blankQuestion: PastQuestion = {
    var question = PastQuestion()
    question.setFactor(.sameType, ofLane: sameType)
    for lane in first..<PastQuestion.factoredLanes { question.setFactor(.one, ofLane: lane) }
    for number in windowed { question.setFactor(factor(of: experts[number]), ofLane: first + number) }
    question.halfLives = (Float(halfLives[0] * 3_600), Float(halfLives[1] * 3_600))
    for expert in experts {
      guard case .visits(let halfLife) = expert.memory else { continue }
      let decay = Float(Elementary.powerOfTwo(-1 / halfLife))
      switch factor(of: expert) {
      case .attributeVisits: question.visitDecays.attributes = decay
      case .previousVisits: question.visitDecays.previous = decay
      default: question.visitDecays.secondPrevious = decay
      }
    }
    return question
  }()

  /// The factor of an expert that no code of a record stands for.
  static func factor(of expert: Expert) -> PastQuestion.Factor {
    switch expert.memory {
    case .hours(let halfLife): return halfLife == halfLives[0] ? .firstDecay : .secondDecay
    case .visits:
      if expert.circumstances == [.allAttributes] { return .attributeVisits }
      return expert.circumstances == [.previous(1)] ? .previousVisits : .secondPreviousVisits
    case .unlimited, .donations: break
    }
    if expert.circumstances == [.amongLast] { return .lately }
    return expert.circumstances == [.amongLastByAge] ? .latelyByAge : .one
  }

  /// Lanes with factors come first; those that need the same activity before come last.
  private static func place(of expert: Expert) -> Int {
    let needsPrevious = expert.circumstances.contains { if case .previous = $0 { true } else { false } }
    let hasFactor =
      switch expert.memory {
      case .hours, .visits: true
      case .unlimited, .donations:
        expert.circumstances == [.amongLast] || expert.circumstances == [.amongLastByAge]
      }
    return hasFactor ? (needsPrevious ? 1 : 0) : (needsPrevious ? 3 : 2)
  }
}

extension Circumstance {
  /// The code of a record that tells how alike it is in this; `nil` if a factor does.
  var code: PastQuestion.Code? {
    switch self {
    case .timeOfDay: .hour
    case .weekday, .kindOfDay: .day
    case .previous, .earlier: .sequence
    case .gap: .gap
    case .place: .place
    case .lastPlace: .lastPlace
    case .allAttributes, .anyAttribute: .attributes
    case .amongLast, .amongLastByAge: nil
    }
  }
}
