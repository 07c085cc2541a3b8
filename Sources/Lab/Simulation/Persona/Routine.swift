internal import LogFormat

/// A sequence of activities that tends to happen on certain days at a certain time.
struct Routine: Hashable, Sendable {
  let name: String
  let recurrence: Recurrence
  /// The start in seconds after local midnight.
  let start: Double
  /// The standard deviation of the start in seconds.
  let jitter: Double
  /// The seconds by which it starts later each week: habits shift.
  let laterEachWeek: Double
  let probability: Double
  /// The place where it starts; absent for the person's current place.
  let place: String?
  let steps: [Step]
}

/// One step of a routine.
struct Step: Hashable, Sendable {
  /// The median seconds since the previous step.
  let gap: Double
  let probability: Double
  let times: ClosedRange<Int>
  let kind: Kind

  indirect enum Kind: Hashable, Sendable {
    /// Do an activity.
    case act(String)
    /// Be at another place from now on.
    case go(String)
    /// Follow one of several branches by weight.
    case branch([Weighted<[Step]>])
    /// Several steps that happen or are skipped together.
    case group([Step], inAnyOrder: Bool)
  }
}

extension Routine {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields(
      "name", "at", "jitter", "laterEachWeek", "chance", "place", "steps", "days", "nth", "cycle", "during",
      "except")
    name = try fields.required("name").string()
    start = try fields.required("at").timeOfDay()
    jitter = try fields["jitter"]?.minutes() ?? 0
    laterEachWeek = try fields["laterEachWeek"]?.minutes(-120...120) ?? 0
    probability = try fields["chance"]?.probability() ?? 1
    place = try fields["place"]?.name(of: names.places)
    recurrence = try Recurrence(fields, names)
    steps = try fields.required("steps").steps(names)
  }
}

extension Step {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields("do", "go", "oneOf", "steps", "inAnyOrder", "gap", "chance", "times")
    let one = try fields.one(of: "do", "go", "oneOf", "steps")
    var usualGap = 120.0
    switch one.name {
    case "do": kind = .act(try one.reader.name(of: names.activities))
    case "go": kind = .go(try one.reader.name(of: names.places))
    case "oneOf":
      kind = .branch(try one.reader.branches(names))
      usualGap = 0
    default:
      kind = .group(try one.reader.steps(names), inAnyOrder: try fields["inAnyOrder"]?.boolean() ?? false)
      usualGap = 0
    }
    gap = try fields["gap"]?.minutes() ?? usualGap
    probability = try fields["chance"]?.probability() ?? 1
    times = try fields["times"]?.times() ?? 1...1
  }
}

extension DocumentReader {
  func steps(_ names: PersonaNames) throws(DocumentError) -> [Step] {
    var steps: [Step] = []
    for element in try elements() { steps.append(try Step(element, names)) }
    return steps
  }

  func branches(_ names: PersonaNames) throws(DocumentError) -> [Weighted<[Step]>] {
    var branches: [Weighted<[Step]>] = []
    for element in try elements() {
      let fields = try element.fields("weight", "steps")
      branches.append(
        Weighted(
          element: try fields.required("steps").steps(names),
          weight: try fields["weight"]?.number(0...1_000_000) ?? 1))
    }
    guard branches.contains(where: { $0.weight > 0 }) else { throw error(.empty) }
    return branches
  }

  /// Reads `3`, or `[1, 4]` for 1 to 4.
  func times() throws(DocumentError) -> ClosedRange<Int> {
    guard case .array = node else {
      let count = try integer(0...1_000)
      return count...count
    }
    let ends = try elements()
    guard ends.count == 2 else { throw error(.wrongKind(expected: "a whole number or [least, most]")) }
    let (least, most) = (try ends[0].integer(0...1_000), try ends[1].integer(0...1_000))
    guard least <= most else { throw error(.endsBeforeStart) }
    return least...most
  }
}
