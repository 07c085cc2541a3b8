import Testing

@testable import LogFormat

@Suite("Sets of fields")
struct FieldSetTests {
  @Test("a set has room for more fields than 64, and for every one")
  func capacity() {
    #expect(FieldTable.shared.names.count <= FieldSet.capacity)
    for number in [0, 63, 64, 65, 127] {
      var set = FieldSet()
      set.insert(number)
      #expect((0..<FieldSet.capacity).filter(set.contains) == [number])
      #expect(!set.isSubset(of: .location) || FieldSet.location.contains(number))
      #expect(set.intersects(set) && !set.intersects(FieldSet()))
      var both = set
      both.insert(1)
      #expect(set.isSubset(of: both) && !both.isSubset(of: set))
    }
  }
}
