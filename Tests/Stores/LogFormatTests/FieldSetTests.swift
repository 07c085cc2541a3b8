import Testing

@testable import LogFormat

@Suite("Sets of fields")
struct FieldSetTests {
  @Test("a set has room for more fields than 64, and for every one")
  func capacity() {
    #expect(Field.allCases.count <= FieldSet.capacity)
    for place in [0, 63, 64, 65, 127] {
      var set = FieldSet()
      #expect(set.isEmpty)
      set.insert(place: place)
      #expect((0..<FieldSet.capacity).filter(set.contains(place:)) == [place])
      #expect(!set.isSubset(of: .donation) || place < 64)
      #expect(set.intersects(set) && !set.intersects(FieldSet()))
      var both = set
      both.insert(place: 1)
      #expect(set.isSubset(of: both) && !both.isSubset(of: set))
    }
  }
}
