internal import Foundation

/// The JSON at the start of a safetensors file.
struct SafetensorsHeader: Codable {
  /// The type, shape and position of a tensor.
  struct Entry: Codable {
    let dtype: String
    let shape: [Int]
    /// The first byte and the one after the last, counted from the end of the header.
    let offsets: [Int]

    enum CodingKeys: String, CodingKey {
      case dtype, shape
      case offsets = "data_offsets"
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    static let metadata = Name(stringValue: "__metadata__")
  }

  let metadata: [String: String]
  let tensors: [String: Entry]

  /// The number of members of all objects in the JSON: a name and three properties per tensor, and
  /// the metadata.
  var members: Int { 4 * tensors.count + 1 + metadata.count }

  init(metadata: [String: String], tensors: [String: Entry]) {
    self.metadata = metadata
    self.tensors = tensors
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    metadata = try container.decode([String: String].self, forKey: .metadata)
    var tensors: [String: Entry] = [:]
    for name in container.allKeys where name.stringValue != Name.metadata.stringValue {
      tensors[name.stringValue] = try container.decode(Entry.self, forKey: name)
    }
    self.tensors = tensors
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(metadata, forKey: .metadata)
    for (name, entry) in tensors { try container.encode(entry, forKey: Name(stringValue: name)) }
  }
}
