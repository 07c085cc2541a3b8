import Continuation
import Hunch

extension Application {
  /// This program and its publisher.
  ///
  /// Programs of one publisher share a key, so that they can recognize each other. A real publisher
  /// installs it where only its programs can read it.
  static func pizzeria() throws -> Application {
    let publisher = try Publisher(identifier: "org.example", key: Array("the key of the example".utf8))
    return try Application(identifier: "org.example.pizzeria", publisher: publisher)
  }
}

extension ActionRegistry {
  /// The features of this program.
  static func pizzeria() throws -> ActionRegistry {
    try ActionRegistry(application: .pizzeria(), features: [Places.self])
  }
}
