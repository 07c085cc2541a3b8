internal import Activities
internal import Kernels

/// The assignment of experts to the lanes of a window query, and the circumstances each uses there.
enum ExpertLayout {
  /// A kind of code that a lane asks for, and the circumstance that rates it.
  struct Asked: Hashable, Sendable {
    let code: WindowQuery.Code
    let circumstance: Circumstance
  }

  /// The lane without an expert: whether the previous activity was of the last one's type.
  static let sameType = 0
  /// The lane of the first expert; the others follow.
  static let first = 1

  /// All experts in the order of their lanes: those with circumstances block by block, then those
  /// without, which count by item.
  static let experts: [Expert] = {
    let counting = Expert.all.filter { !$0.circumstances.isEmpty }
    let factored = counting.filter { factor(of: $0) != nil || fits($0, .factored) }
    let others = counting.filter { factor(of: $0) == nil && !fits($0, .factored) }
    // Experts that require the same previous activity fit into either of the last two blocks.
    let middle = others.filter { fits($0, .circumstances) }
    let order =
      factored + middle.filter { !needsPrevious($0) } + middle.filter(needsPrevious)
      + others.filter { !fits($0, .circumstances) }
    return order + Expert.all.filter(\.circumstances.isEmpty)
  }()

  /// The indices of the experts that use the window.
  static let windowed = 0..<experts.count { !$0.circumstances.isEmpty }
  /// The indices of the experts for which every donation counts.
  static let shares = windowed.upperBound..<experts.count

  /// The index of an expert whose information is complete at any moment.
  static let steady =
    experts.firstIndex { expert in
      expert.circumstances.isEmpty && expert.neededPrecision == .order
        && expert.decay.remainder(lead: 0, sequence: 0) == 1
    } ?? 0

  /// The circumstances that experts use, each once.
  static let circumstances: [Circumstance] = {
    var all: [Circumstance] = []
    for circumstance in experts.flatMap(\.circumstances) where !all.contains(circumstance) {
      all.append(circumstance)
    }
    return all
  }()
  /// The indices of each expert's ``circumstances``, expert after expert.
  static let circumstanceIndices = experts.flatMap { expert in
    expert.circumstances.compactMap { circumstances.firstIndex(of: $0) }
  }
  /// For each expert, the range of its circumstances in ``circumstanceIndices``.
  static let circumstanceRanges: [Range<Int>] = {
    var end = 0
    return experts.map { expert in
      let start = end
      end += expert.circumstances.count
      return start..<end
    }
  }()

  /// For each expert, the index of the one it backs off to.
  static let backOff: [Int?] = experts.map { expert in
    expert.backsOffTo.flatMap { name in experts.firstIndex { $0.name == name } }
  }

  /// The queries of the window's lanes; lanes with the same circumstance share an entry.
  static let queries: [(asked: Asked, lanes: LaneSet)] = {
    var questions: [(asked: Asked, lanes: LaneSet)] = []
    for number in windowed {
      for circumstance in experts[number].circumstances {
        // Factors cover those circumstances of their experts that the block does not ask for.
        guard let code = circumstance.code, block(ofLane: first + number).asks(code) else { continue }
        let asked = Asked(code: code, circumstance: circumstance)
        if let known = questions.firstIndex(where: { $0.asked == asked }) {
          questions[known].lanes.insert(first + number)
        } else {
          questions.append((asked, LaneSet([first + number])))
        }
      }
    }
    return questions
  }()

  /// Returns the lanes of the window's experts that need a precision of a donation's time.
  static func lanes(needing precision: TimePrecision) -> LaneSet {
    LaneSet(windowed.filter { experts[$0].neededPrecision == precision }.map { first + $0 })
  }

  /// Returns the lanes of the experts that stay silent about a moment of this precision.
  static func silentLanes(at precision: TimePrecision) -> [Int] {
    experts.indices.filter { !experts[$0].neededPrecision.isKnown(by: precision) }.map { first + $0 }
  }

  /// The half-lives of the experts with circumstances that decay by age, in hours.
  static let halfLives: [Double] = {
    let all = Expert.all.compactMap { expert -> Double? in
      guard case .hours(let halfLife) = expert.decay, !expert.circumstances.isEmpty else { return nil }
      return halfLife
    }
    return Set(all).sorted()
  }()

  /// A query with the parts that are the same for all queries.
  static let blankQuery: WindowQuery = {
    var question = WindowQuery { factor in
      experts.firstIndex { Self.factor(of: $0) == factor }.map { first + $0 } ?? sameType
    }
    question.halfLives = (Float(halfLives[0] * 3_600), Float(halfLives[1] * 3_600))
    for expert in experts {
      guard case .visits(let halfLife) = expert.decay else { continue }
      let decay = Float(Elementary.powerOfTwo(-1 / halfLife))
      switch factor(of: expert) {
      case .attributeVisits: question.visitDecays.attributes = decay
      case .previousVisits: question.visitDecays.previous = decay
      default: question.visitDecays.secondPrevious = decay
      }
    }
    return question
  }()

  /// Returns the factor of an expert that no code of a record covers, or nil if it needs none.
  static func factor(of expert: Expert) -> WindowQuery.Factor? {
    switch expert.decay {
    case .hours(let halfLife):
      if expert.circumstances == [.previous(1)] { return .previousDecay }
      return halfLife == halfLives[0] ? .firstDecay : .secondDecay
    case .visits:
      if expert.circumstances == [.allAttributes] { return .attributeVisits }
      return expert.circumstances == [.previous(1)] ? .previousVisits : .secondPreviousVisits
    case .unlimited, .donations: break
    }
    if expert.circumstances == [.amongLast] { return .lately }
    return expert.circumstances == [.amongLastByAge] ? .latelyByAge : nil
  }

  /// Returns the block of a lane of the window.
  static func block(ofLane lane: Int) -> WindowQuery.Block {
    WindowQuery.Block.allCases.first { $0.lanes.contains(lane) } ?? .sequences
  }

  /// Returns whether a block asks for everything an expert needs.
  static func fits(_ expert: Expert, _ block: WindowQuery.Block) -> Bool {
    expert.circumstances.allSatisfy { $0.code.map(block.asks) ?? false }
  }

  /// Returns whether an expert only counts donations after the same activity.
  static func needsPrevious(_ expert: Expert) -> Bool {
    expert.circumstances.contains(where: \.needsPrevious)
  }
}
