/// What an activity's content is: the typed view of ``UserActivity/contentAttributes``.
///
/// The names and meanings are those of `CSSearchableItemAttributeSet`. Reading an attribute gives the value that was set,
/// else what follows from the activity's ``MapItem``, else nil; setting nil takes the set value away. A stored value of
/// another type than the attribute's reads as nil and stays where it is.
public struct ContentAttributeSet: Hashable, Sendable {
  /// The values that were set, as they are stored.
  public private(set) var attributes: [String: ActivityValue]
  /// What holds where nothing was set.
  private let defaults: [String: ActivityValue]

  /// A view of stored attributes.
  public init(_ attributes: [String: ActivityValue] = [:], defaults: [String: ActivityValue] = [:]) {
    self.attributes = attributes
    self.defaults = defaults
  }

  /// Whether there is no attribute at all.
  public var isEmpty: Bool { attributes.isEmpty && defaults.isEmpty }

  /// The set values and, where there is none, the defaults.
  public var effective: [String: ActivityValue] {
    defaults.merging(attributes) { _, set in set }
  }

  /// An attribute by its stored name, whatever its type.
  public subscript(name: String) -> ActivityValue? {
    get { attributes[name] ?? defaults[name] }
    set { attributes[name] = newValue }
  }

  /// The attribute of the same name as a property, read and written as its type.
  subscript<Value: ContentAttributeValue>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    get { self[name].flatMap(Value.init(contentAttribute:)) }
    set { attributes[name] = newValue?.contentAttribute }
  }
}

extension UserActivity {
  /// What the content is, typed.
  ///
  /// There is always one to read or change; nothing is stored until an attribute is set.
  public var contentAttributeSet: ContentAttributeSet {
    get { ContentAttributeSet(contentAttributes, defaults: mapItem?.contentAttributes ?? [:]) }
    set { contentAttributes = newValue.attributes }
  }

  /// ``contentAttributes`` and, where there is none, what follows from ``mapItem``: what a search or a map should read.
  public var effectiveContentAttributes: [String: ActivityValue] {
    mapItem == nil ? contentAttributes : contentAttributeSet.effective
  }
}
