/// The kinds of events with which Android records the use of a device, by their names and numbers
/// in all its versions.
enum AndroidEvent {
  /// A screen of a program came to the front.
  case front
  /// One went to the background.
  case back
  /// A shortcut of a program was chosen.
  case shortcut
  /// The screen went dark, or the device was locked or switched on or off, so no program is in
  /// front.
  case end
  /// An event that does not describe the user's activity.
  case other

  /// Returns the kind of an event; `nil` for an unknown name or number.
  init?(_ type: String) {
    guard let kind = Self.names[type] ?? Int64(type).flatMap({ AndroidEvent(number: $0) }) else { return nil }
    self = kind
  }

  /// Returns the kind of an event by its number in databases.
  init?(number: Int64) {
    guard number >= 0, number < Self.types.count else { return nil }
    self = Self.types[Int(truncatingIfNeeded: number)].kind
  }

  /// The name of each number; versions before Android 10 used the second name.
  private static let types: [(names: [String], kind: AndroidEvent)] = [
    (["NONE"], .other), (["ACTIVITY_RESUMED", "MOVE_TO_FOREGROUND"], .front),
    (["ACTIVITY_PAUSED", "MOVE_TO_BACKGROUND"], .back), (["END_OF_DAY"], .other),
    (["CONTINUE_PREVIOUS_DAY"], .other), (["CONFIGURATION_CHANGE"], .other), (["SYSTEM_INTERACTION"], .other),
    (["USER_INTERACTION"], .other), (["SHORTCUT_INVOCATION"], .shortcut), (["CHOOSER_ACTION"], .other),
    (["NOTIFICATION_SEEN"], .other), (["STANDBY_BUCKET_CHANGED"], .other),
    (["NOTIFICATION_INTERRUPTION"], .other),
    (["SLICE_PINNED_PRIV"], .other), (["SLICE_PINNED"], .other), (["SCREEN_INTERACTIVE"], .other),
    (["SCREEN_NON_INTERACTIVE"], .end), (["KEYGUARD_SHOWN"], .end), (["KEYGUARD_HIDDEN"], .other),
    (["FOREGROUND_SERVICE_START"], .other), (["FOREGROUND_SERVICE_STOP"], .other),
    (["CONTINUING_FOREGROUND_SERVICE"], .other), (["ROLLOVER_FOREGROUND_SERVICE"], .other),
    (["ACTIVITY_STOPPED"], .back), (["ACTIVITY_DESTROYED"], .other), (["FLUSH_TO_DISK"], .other),
    (["DEVICE_SHUTDOWN"], .end), (["DEVICE_STARTUP"], .end), (["USER_UNLOCKED"], .other),
    (["USER_STOPPED"], .end),
    (["LOCUS_ID_SET"], .other), (["APP_COMPONENT_USED"], .other),
  ]
  private static let names: [String: AndroidEvent] = Dictionary(
    types.flatMap { type in type.names.map { ($0, type.kind) } }, uniquingKeysWith: { first, _ in first })

  static let unknown = HistoryProblem(
    "an event of an unknown kind; please report it with the version of Android")
}
