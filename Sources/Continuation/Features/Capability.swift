/// Something that an environment can or cannot do.
public struct Capability: Hashable, Sendable {
  /// Its name.
  public let name: String

  /// Names a capability.
  public init(_ name: String) { self.name = name }

  /// Phrases can be said or typed to invoke actions.
  public static let invocationPhrases = Capability("invocation phrases")
  /// Associated intents are kept as hints.
  public static let associatedIntents = Capability("associated intents")
  /// Activities can be taken over by other devices.
  public static let handoff = Capability("handoff")
  /// Activities can be searched for.
  public static let search = Capability("search")
}
