/// The names of fields, for messages about misspelled ones.
package enum FieldNames {
  /// The names with a meaning in some record of a log.
  package static var all: [String] { FieldTable.shared.names }
}
