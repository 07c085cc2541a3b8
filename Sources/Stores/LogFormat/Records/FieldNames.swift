/// The names of fields, for those who tell a user that one was misspelt.
package enum FieldNames {
  /// The names that some record of a log gives a meaning.
  package static var all: [String] { FieldTable.shared.names }
}
