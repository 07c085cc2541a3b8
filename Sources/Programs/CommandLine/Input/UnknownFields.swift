internal import Answers
internal import LogFormat
internal import Storage

/// The unknown fields of a log's lines, which are kept but have no effect if misspelt.
struct UnknownFields {
  /// The maximum number of fields that are named.
  private static let named = 8

  let file: String
  let counts: [String: Int]

  /// A sentence for each field, those in most lines first.
  ///
  /// Names that resemble no known one are the donor's own, and are printed only on terminals.
  var notes: [String] {
    let fields = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let told = fields.compactMap { name, count -> String? in
      let near = FieldNames.all.first {
        $0 != name && NearNames.isNear(name.lowercased(), to: $0.lowercased())
      }
      guard near != nil || FieldNames.all.contains(name) || Terminal.standardError.isInteractive else {
        return nil
      }
      return "\(file): unknown field \"\(Formatting.shortened(Formatting.plain(name), to: 40))\" in "
        + "\(Formatting.count(count, "line")); kept" + (near.map { ". Did you mean \"\($0)\"?" } ?? "")
    }
    let more = told.count - Self.named
    return told.prefix(Self.named)
      + (more > 0 ? ["\(file): \(Formatting.count(more, "more unknown field")); kept"] : [])
  }
}
