/// The types of imported activities, which do not depend on the program, so that the same activity
/// in two programs is one.
///
/// They are part of identities in stores, and never change.
package enum ImportedActivityType {
  /// A command was run in a shell.
  package static let command = "shell.run"
  /// A page of the web was visited.
  package static let page = "web.visit"
  /// A file was opened.
  package static let file = "file.open"
  /// A program was used.
  package static let application = "app.use"
  /// Music, a podcast or a film was played.
  package static let media = "media.play"
  /// A program carried out one of its actions, such as sending a message or setting a timer.
  package static let action = "app.action"
  /// A device in the home was switched or set.
  package static let home = "home.control"
  /// The user came to a place.
  package static let place = "place.visit"
  /// An appointment of a calendar, which is a hint and no donation.
  package static let appointment = "calendar.event"
}
