/// The types of imported activities: what a person did, whichever program kept the history, so that
/// the same thing in two programs is the same activity.
///
/// They are part of identities in people's stores, and never change.
package enum ImportedActivityType {
  /// A command was run in a shell.
  package static let command = "shell.run"
  /// A page of the web was visited.
  package static let page = "web.visit"
  /// A file was opened.
  package static let file = "file.open"
  /// A program was used.
  package static let application = "app.use"
  /// Somebody's music, a podcast or a film was played.
  package static let media = "media.play"
  /// A program carried out one of its actions: a message was sent, a timer set.
  package static let action = "app.action"
  /// Something in the home was switched or set.
  package static let home = "home.control"
  /// Somebody came to a place.
  package static let place = "place.visit"
  /// An appointment of a calendar, which is a hint and no donation.
  package static let appointment = "calendar.event"
}
