import Kernels
import Testing

@testable import Features

@Suite struct FeatureSchemaTests {
  let schema = FeatureSchema.current

  @Test func namesAreUnique() {
    #expect(Set(Expert.all.map(\.name)).count == Expert.all.count)
    #expect(Set(schema.columns.map(\.name)).count == schema.width)
    #expect(Set(schema.noveltyNames).count == schema.noveltyNames.count)
    #expect(schema.columns.allSatisfy { !$0.name.isEmpty })
  }

  @Test(arguments: Expert.all.map(\.name))
  func anExpertBacksOffToAnEarlierOne(name: String) throws {
    let index = try #require(ExpertLayout.experts.firstIndex { $0.name == name })
    let expert = ExpertLayout.experts[index]
    #expect(expert.smoothing > 0)
    if let parent = expert.backsOffTo {
      let number = try #require(ExpertLayout.experts.firstIndex { $0.name == parent }, "unknown: \(parent)")
      #expect(ExpertLayout.backOff[index] == number)
    } else {
      #expect(ExpertLayout.backOff[index] == nil)
    }
  }

  /// No expert may need more previous activities than the history keeps; a longer sequence would
  /// never match.
  @Test(arguments: Expert.all.map(\.name))
  func noExpertLooksFartherBackThanOccasionsRemember(name: String) throws {
    let expert = try #require(Expert.all.first { $0.name == name })
    for circumstance in expert.circumstances {
      switch circumstance.twin {
      case .previous(let length):
        #expect((1...QueryContext.historyLength).contains(length))
      case .earlier(let place): #expect((2...3).contains(place), "other positions have no code")
      case .timeOfDay(let hours):
        #expect(hours <= 6, "a kernel must not meet itself around the clock")
      default: break
      }
    }
  }

  /// Each block of lanes reads only some codes; the loops of a query rely on this.
  ///
  /// A new expert that does not fit into a block needs another block.
  @Test func everyExpertHasALaneThatCanDoWhatItAsks() {
    #expect(Set(ExpertLayout.experts.map(\.name)) == Set(Expert.all.map(\.name)))
    #expect(ExpertLayout.experts.count == Expert.all.count)
    #expect(ExpertLayout.first + ExpertLayout.windowed.count <= WindowQuery.scannedLanes)
    #expect(ExpertLayout.first + ExpertLayout.experts.count + 3 <= WindowQuery.lanes)
    #expect(ExpertLayout.halfLives.count == 2)
    for number in ExpertLayout.windowed {
      let expert = ExpertLayout.experts[number]
      let block = ExpertLayout.block(ofLane: ExpertLayout.first + number)
      if ExpertLayout.factor(of: expert) == nil {
        #expect(ExpertLayout.fits(expert, block), "\(expert.name)")
      } else {
        #expect(block == .factored, "\(expert.name)")
      }
      if block == .sequences { #expect(ExpertLayout.needsPrevious(expert), "\(expert.name)") }
    }
  }

  /// Novelty and facts find these experts by name; without them, they would have no evidence.
  @Test(arguments: [
    "after", "after-2", "from-place/1km", "attributes", "hour", "hour+kind-of-day", "place/1km",
  ])
  func theExpertsThatAreAskedByNameExist(name: String) {
    #expect(ExpertPanel.lane(of: name) != nil)
  }

  @Test("the schema has the columns of the parts, in order")
  func columnsOfParts() {
    #expect(schema.columns == EvidenceState.parts.flatMap(\.columns))
    #expect(Set(schema.columns.map(\.name)).count == schema.width)
    let groups: [FeatureGroup] = [.recency, .rhythm, .sharedParameters]
    #expect(groups.allSatisfy { group in schema.columns.contains { $0.group == group && $0.neutral != nil } })
  }

  @Test func theFingerprintChangesWithTheSchema() {
    var others = [
      FeatureSchema(columns: schema.columns.dropLast(), noveltyNames: schema.noveltyNames),
      FeatureSchema(columns: schema.columns.reversed(), noveltyNames: schema.noveltyNames),
      FeatureSchema(columns: schema.columns, noveltyNames: schema.noveltyNames.dropLast()),
      FeatureSchema(columns: schema.columns, noveltyNames: schema.noveltyNames.reversed()),
      FeatureSchema(columns: [], noveltyNames: []),
    ]
    var columns = schema.columns
    columns[0] = FeatureSchema.Column(name: columns[0].name + "x", group: columns[0].group)
    others.append(FeatureSchema(columns: columns, noveltyNames: schema.noveltyNames))
    columns[0] = FeatureSchema.Column(name: schema.columns[0].name, group: .sharedParameters)
    others.append(FeatureSchema(columns: columns, noveltyNames: schema.noveltyNames))
    #expect(Set((others + [schema]).map(\.fingerprint)).count == others.count + 1)
    let same = FeatureSchema(columns: schema.columns, noveltyNames: schema.noveltyNames)
    #expect(same.fingerprint == schema.fingerprint)
    #expect(schema.fingerprint.count == 16)
  }
}
