public import Activities
internal import Foundation

extension Manifest {
  /// The way to start a program with something to continue.
  ///
  /// No shell is involved. A program is a name, which is looked up in `PATH`, or an absolute path.
  public struct Launch: Hashable, Sendable {
    /// Command lines, each as its words; the first one that accepts the activity is run.
    ///
    /// After the program, one of the words is `%u` or `%f`. `%u` is replaced by a URL of the
    /// program's own, and `%f` by the path of a file with the activity, which the program reads
    /// with ``ContinuationFile/take(_:)``.
    public let commands: [[String]]
    /// The identifier of the program's desktop file, like `org.example.player`, which starts the
    /// program if no command can.
    public let desktopFile: String?

    /// Creates a launch; the manifest validates it.
    public init(commands: [[String]] = [], desktopFile: String? = nil) {
      self.commands = commands
      self.desktopFile = desktopFile
    }
  }
}

extension Manifest.Launch {
  /// A word of a command line that is replaced.
  enum Placeholder: String, CaseIterable {
    /// A URL of the program's own.
    case url = "%u"
    /// The path of a file with an activity.
    case file = "%f"
  }

  /// The maximum numbers of command lines, and of words in one; more cannot be a way to start a
  /// program.
  static let (mostCommands, mostWords) = (16, 64)

  /// Returns the placeholder in a command, or `nil` if the command is invalid.
  static func placeholder(of command: [String]) -> Placeholder? {
    let words = command.dropFirst().compactMap(Placeholder.init(rawValue:))
    guard let program = command.first, !program.isEmpty, !program.hasPrefix("-"), words.count == 1,
      // A relative path would be a different program in each working directory.
      program.hasPrefix("/") || !program.contains("/"),
      Placeholder(rawValue: program) == nil,
      !command.contains(where: { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
    else { return nil }
    return words[0]
  }

  /// All problems.
  var problems: [ManifestProblem] {
    var problems: [ManifestProblem] = []
    if commands.isEmpty, desktopFile == nil { problems.append(ManifestProblem("$.launch", .empty)) }
    if commands.count > Self.mostCommands {
      problems.append(ManifestProblem("$.launch.commands", .tooMany(limit: Self.mostCommands)))
    }
    for (number, command) in commands.enumerated() {
      let place = "$.launch.commands[\(number)]"
      if command.count > Self.mostWords {
        problems.append(ManifestProblem(place, .tooMany(limit: Self.mostWords)))
      } else if Self.placeholder(of: command) == nil {
        problems.append(ManifestProblem(place, .invalidCommand))
      }
    }
    if let desktopFile, !ActivityTypeNaming.isActivityType(desktopFile) || desktopFile.hasPrefix("-") {
      problems.append(ManifestProblem("$.launch.desktopFile", .invalidName))
    }
    return problems
  }

  /// The fields of its JSON text.
  var fields: [String] {
    var fields: [String] = []
    if !commands.isEmpty {
      fields.append("\"commands\": [\(commands.map(Manifest.list).joined(separator: ", "))]")
    }
    if let desktopFile { fields.append("\"desktopFile\": \(Manifest.quoted(desktopFile))") }
    return fields
  }
}

/// The start of a program to continue an activity, as defined by its manifest.
public struct ProgramStart: Hashable, Sendable {
  /// The argument that the program receives.
  public enum Handover: Hashable, Sendable {
    /// A URL of its own.
    case url(String)
    /// The activity in a file, with the values that its identity needs.
    case activity(UserActivity)
  }

  /// A way to start it.
  public enum Way: Hashable, Sendable {
    /// A command line; ``words(_:with:)`` returns its words.
    case command([String])
    /// The desktop file of this identifier.
    case desktopFile(String)
  }

  /// The program.
  public let application: String
  /// The argument that the program receives.
  public let handover: Handover
  /// The way to start it; `nil` for the desktop's handler of its URLs.
  public let way: Way?

  /// Returns the words of a command line with the placeholder replaced by a URL or path.
  public static func words(_ command: [String], with argument: String) -> [String] {
    command.enumerated().map { place, word in
      place > 0 && Manifest.Launch.Placeholder(rawValue: word) != nil ? argument : word
    }
  }
}

extension Manifest {
  /// Returns how to start the program to continue an activity.
  ///
  /// The program receives a URL with one of the manifest's schemes: the one that publishing left in
  /// the activity, or `url`. Otherwise it receives the activity, if the manifest lists its type.
  /// Only values that the identity needs are passed. The first of the manifest's commands that
  /// accepts either is used, then its desktop file, then, for a URL, the desktop's handler of the
  /// scheme.
  ///
  /// - Returns: `nil` if this program does not continue it, or defines no way to start.
  public func start(for activity: UserActivity) -> ProgramStart? {
    let url = ActionURLKey.url(in: activity.restorationPayload) { schemes.contains($0) }
    let isDeclared = declares(activity.activityType)
    guard isDeclared || url != nil else { return nil }
    let whole = isDeclared ? activity.identifying : nil
    func start(_ placeholder: Launch.Placeholder, by way: ProgramStart.Way?) -> ProgramStart? {
      let handover: ProgramStart.Handover? =
        switch placeholder {
        case .url: url.map(ProgramStart.Handover.url)
        case .file: whole.map(ProgramStart.Handover.activity)
        }
      return handover.map { ProgramStart(application: application, handover: $0, way: way) }
    }
    for command in launch?.commands ?? [] {
      if let taken = Launch.placeholder(of: command), let start = start(taken, by: .command(command)) {
        return start
      }
    }
    guard let file = launch?.desktopFile else { return start(.url, by: nil) }
    return start(.url, by: .desktopFile(file)) ?? start(.file, by: .desktopFile(file))
  }
}

extension UserActivity {
  /// The activity with the values that its identity needs, and its title.
  fileprivate var identifying: UserActivity? {
    var activity = try? UserActivity(
      activityType: activityType, title: title, userInfo: restorationPayload,
      requiredUserInfoKeys: requiredUserInfoKeys)
    activity?.publisher = publisher
    activity?.expirationDate = expirationDate
    return activity
  }
}
