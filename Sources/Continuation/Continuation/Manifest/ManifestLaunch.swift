public import Activities
internal import Foundation

extension Manifest {
  /// The way in which a program is started with something to continue.
  ///
  /// No shell is involved. A program is a name, which is looked up in `PATH`, or an absolute path.
  public struct Launch: Hashable, Sendable {
    /// Command lines, each as its words; the first one that fits what is to be continued is run.
    ///
    /// After the program, one of the words is `%u`, in place of which stands a URL of the program's
    /// own, or `%f`, in place of which stands the path of a file with the activity: the program
    /// takes it with ``ContinuationFile/take(_:)``.
    public let commands: [[String]]
    /// The identifier of the program's desktop file, like `org.example.player`; it starts the
    /// program where no command fits.
    public let desktopFile: String?

    /// Puts a way together; whether it is valid is told by the manifest.
    public init(commands: [[String]] = [], desktopFile: String? = nil) {
      self.commands = commands
      self.desktopFile = desktopFile
    }
  }
}

extension Manifest.Launch {
  /// A word of a command line in place of which something else stands.
  enum Placeholder: String, CaseIterable {
    /// A URL of the program's own.
    case url = "%u"
    /// The path of a file with an activity.
    case file = "%f"
  }

  /// The most command lines, and the most words of one: beyond, it is no way of starting a program.
  static let (mostCommands, mostWords) = (16, 64)

  /// What a command takes; `nil` if it is none.
  static func placeholder(of command: [String]) -> Placeholder? {
    let words = command.dropFirst().compactMap(Placeholder.init(rawValue:))
    guard let program = command.first, !program.isEmpty, !program.hasPrefix("-"), words.count == 1,
      // A relative path would be another program in each folder that one is in.
      program.hasPrefix("/") || !program.contains("/"),
      Placeholder(rawValue: program) == nil,
      !command.contains(where: { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
    else { return nil }
    return words[0]
  }

  /// All that is wrong with it.
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

  /// The fields of its text.
  var fields: [String] {
    var fields: [String] = []
    if !commands.isEmpty {
      fields.append("\"commands\": [\(commands.map(Manifest.list).joined(separator: ", "))]")
    }
    if let desktopFile { fields.append("\"desktopFile\": \(Manifest.quoted(desktopFile))") }
    return fields
  }
}

/// The start of a program that is to continue an activity, as its manifest says.
public struct ProgramStart: Hashable, Sendable {
  /// What the program is given.
  public enum Handover: Hashable, Sendable {
    /// A URL of its own.
    case url(String)
    /// The activity in a file, with the values that its identity needs.
    case activity(UserActivity)
  }

  /// A way of starting it.
  public enum Way: Hashable, Sendable {
    /// A command line, of which ``words(_:with:)`` makes the words.
    case command([String])
    /// The desktop file of this identifier.
    case desktopFile(String)
  }

  /// The program.
  public let application: String
  /// What it is given.
  public let handover: Handover
  /// How it is started; `nil`: by whatever the desktop opens its URLs with.
  public let way: Way?

  /// Returns the words of a command line with a URL or path where it belongs.
  public static func words(_ command: [String], with argument: String) -> [String] {
    command.enumerated().map { place, word in
      place > 0 && Manifest.Launch.Placeholder(rawValue: word) != nil ? argument : word
    }
  }
}

extension Manifest {
  /// Returns how the program is started to continue an activity.
  ///
  /// It is given the URL that publishing has left in the activity, or `url`, if it has one of the
  /// manifest's schemes, or the activity, if the manifest lists its type; only values that the
  /// identity needs take part. Of the manifest's commands the first one counts that takes either;
  /// then its desktop file; then, for a URL, whatever the desktop has for the scheme.
  ///
  /// - Returns: `nil` if this program does not continue it, or does not say how it is started.
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
  /// The activity with what its identity needs, and the title that people know it by.
  fileprivate var identifying: UserActivity? {
    var activity = try? UserActivity(
      activityType: activityType, title: title, userInfo: restorationPayload,
      requiredUserInfoKeys: requiredUserInfoKeys)
    activity?.publisher = publisher
    activity?.expirationDate = expirationDate
    return activity
  }
}
