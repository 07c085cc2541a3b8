internal import Activities
internal import Foundation

/// The representation of types that JSON does not have.
///
/// A date, data or URL is an object with one member: `{"$date":"2026-03-01T08:10:00.250Z"}`,
/// `{"$data":"aGVsbG8="}` (base64 with padding), `{"$url":"https://example.org/"}`. A date that is
/// not a whole millisecond in the years 0 to 9999 is `{"$date":794.5}`, in seconds since
/// 2001-01-01T00:00:00Z, which is exact. A user's object that looks like one of these is wrapped,
/// as in `{"$object":{"$date":"soon"}}`, and so is one whose only name is `$object`. Any other
/// object stands for itself, as do userInfo, context and contentAttributes as a whole.
enum TypedValue: String {
  case date = "$date", data = "$data", url = "$url", object = "$object"

  /// Creates the type for the only name of an object; nil if the object stands for itself.
  init?(onlyName name: String) {
    guard name.utf8.first == UInt8(ascii: "$") else { return nil }
    self.init(rawValue: name)
  }

  /// Returns a URL, if the text is one without changes.
  static func url(_ text: String) -> URL? {
    URL(string: text, encodingInvalidCharacters: false)
  }
}
