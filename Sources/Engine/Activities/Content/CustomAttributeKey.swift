/// The name of a program's own attribute, with flags for an index.
public struct CustomAttributeKey: Hashable, Sendable {
  /// The name, of ASCII letters, digits and underscores.
  public let name: String
  /// A Boolean value that indicates whether searches can match the attribute.
  public let isSearchable: Bool
  /// A Boolean value that indicates whether a search that names no attribute includes it.
  public let isSearchableByDefault: Bool
  /// A Boolean value that indicates whether its value distinguishes items.
  public let isUnique: Bool
  /// A Boolean value that indicates whether it can have several values.
  public let isMultiValued: Bool

  /// Creates a key.
  ///
  /// - Throws: ``ActivityError/invalidAttributeName``.
  public init(
    name: String, isSearchable: Bool = true, isSearchableByDefault: Bool = false, isUnique: Bool = false,
    isMultiValued: Bool = false
  ) throws(ActivityError) {
    let isPlain = name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
    }
    guard (1...64).contains(name.utf8.count), isPlain else { throw .invalidAttributeName }
    self.name = name
    self.isSearchable = isSearchable
    self.isSearchableByDefault = isSearchableByDefault
    self.isUnique = isUnique
    self.isMultiValued = isMultiValued
  }

  /// The flags that differ from the default, by their stored names.
  var storedFlags: [String: ActivityValue] {
    var stored: [String: ActivityValue] = [:]
    if !isSearchable { stored["searchable"] = false }
    if isSearchableByDefault { stored["searchableByDefault"] = true }
    if isUnique { stored["unique"] = true }
    if isMultiValued { stored["multiValued"] = true }
    return stored
  }

  init?(name: String, stored: [String: ActivityValue]) {
    try? self.init(
      name: name, isSearchable: stored["searchable"] != false,
      isSearchableByDefault: stored["searchableByDefault"] == true, isUnique: stored["unique"] == true,
      isMultiValued: stored["multiValued"] == true)
  }
}
