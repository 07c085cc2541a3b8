package import LogFormat

/// Records on their way into a store, each in the form of a line of the log.
package enum DonationRequest: Equatable, Sendable {
  /// One donation: `donation`, an object.
  case one([UInt8])
  /// Any number of records: `donations`, an array of objects.
  case several([[UInt8]])

  /// Reads a request from a JSON object; the records themselves are read when they are stored.
  ///
  /// - Parameter text: The text that the reader has read.
  /// - Throws: `DocumentError` if it has neither or both members, or they have another form.
  package init(_ reader: DocumentReader, text: [UInt8]) throws(DocumentError) {
    let fields = try reader.openFields()
    let (name, value) = try fields.one(of: "donation", "donations")
    guard case .object(let members) = reader.node,
      let text = zip(members, JSONNode.texts(in: text[...])).first(where: { $0.0.name == name })?.1
    else { throw reader.error(.missing(field: name)) }
    guard name == "donations" else {
      _ = try value.members()
      self = .one(Array(text))
      return
    }
    for element in try value.elements() { _ = try element.members() }
    self = .several(JSONNode.texts(in: text).map(Array.init))
  }
}
