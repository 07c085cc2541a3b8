internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import ShellLines

/// `hunch prompt`.
struct PromptCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompt",
    abstract: "Decide what may be offered at the prompt of a shell, and when.",
    discussion: """
      Without options, it prints what applies in this folder. With the hook of `hunch init zsh`, the next command is shown as grey \
      text at the empty prompt if it is likely enough.

        hunch prompt --off                  no grey text anywhere
        hunch prompt --off --here           no grey text in this folder and below it
        hunch prompt --on --here            grey text in this folder again
        hunch prompt --minimum 0.5          only lines that are as likely as not
        hunch prompt --never "git push"     never offer this line
        hunch prompt --offer "git push"     offer it again
        hunch prompt --danger "make deploy" never offer lines that begin like this
        hunch prompt --harmless "kill"      offer such lines, although Hunch takes them for dangerous

      A line becomes grey text if its probability is at least 1/3: a right line is taken to save twice what a wrong one costs; \
      if a wrong one costs as much, the minimum is 1/2. In the first two weeks it is halfway between that and 1. \
      `HUNCH_GREY_TEXT=off` switches it off in one shell, `hunch pause` stops recording. \
      The settings are in hunch/prompt.json in XDG_CONFIG_HOME or ~/.config; lines of --never are there as digests.
      """)
  static let sample: [String] = []

  @Flag(help: "Show grey text again.")
  var on = false

  @Flag(help: "Show no grey text.")
  var off = false

  @Flag(help: "Apply --on or --off to this folder and the folders below it.")
  var here = false

  @Option(
    help: ArgumentHelp(
      "Show lines that are at least so likely, 0 to 1; `default` is 1/3.", valueName: "share"),
    completion: .nothing)
  var minimum: String?

  @Option(help: ArgumentHelp("Never offer this line.", valueName: "line"), completion: .nothing)
  var never: [String] = []

  @Option(help: ArgumentHelp("Offer a line of --never again.", valueName: "line"), completion: .nothing)
  var offer: [String] = []

  @Option(
    help: ArgumentHelp("Never offer lines that begin with these words.", valueName: "words"),
    completion: .nothing)
  var danger: [String] = []

  @Option(
    help: ArgumentHelp(
      "Offer lines that begin with these words; also takes back --danger.", valueName: "words"),
    completion: .nothing)
  var harmless: [String] = []

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if on, off { throw ValidationError("Give --on or --off, not both.") }
    if here, !on, !off { throw ValidationError("--here needs --on or --off.") }
    guard
      (never + offer + danger + harmless).allSatisfy({
        $0.utf8.count <= 1_000 && !$0.allSatisfy(\.isWhitespace)
      })
    else { throw ValidationError("A line must have 1 to 1,000 bytes, and a word.") }
    _ = try chosenMinimum()
  }

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = PromptSettings.path(environment: environment) else {
      throw Failure("there is no folder for settings; set HOME or XDG_CONFIG_HOME", .configuration)
    }
    let folder = FileManager.default.currentDirectoryPath
    guard !here || !folder.isEmpty else {
      throw Failure("the current folder was removed; change to another", .noInput)
    }
    let changes = on || off || minimum != nil || !(never + offer + danger + harmless).isEmpty
    let settings =
      changes
      ? try await changed(at: path, in: folder) : try PromptSettings(contentsOf: path)
    guard !changes || output.json else { return output.confirm("saved in \(path)") }
    let report = PromptReport(settings, in: folder)
    try Console.print(output.json ? JSONText.line(report) : report.text)
  }

  /// Saves what the options say, and returns the settings.
  private func changed(at path: String, in folder: String) async throws -> PromptSettings {
    try await PromptSettings.change(at: path) { settings in
      if on || off { try turn(&settings, in: folder) }
      if let minimum = try chosenMinimum() { settings.minimum = minimum.value }
      for line in never { settings.refuse(line) }
      for line in offer where !settings.allow(line) {
        throw Failure("that line was not refused; give it exactly as it was offered", .nothingFound)
      }
      let known = settings.dangerous
      settings.dangerous.formUnion(danger)
      settings.harmless.subtract(danger)
      settings.harmless.formUnion(harmless.filter { !known.contains($0) })
      settings.dangerous.subtract(harmless)
    }
  }

  private func turn(_ settings: inout PromptSettings, in folder: String) throws {
    guard here else { return settings.isGreyOn = on }
    guard on else { return settings.quietFolders = settings.quietFolders.union([folder]) }
    settings.quietFolders.remove(folder)
    if let above = settings.quietFolders.first(where: { settings.covers($0, folder) }) {
      throw Failure("grey text is off in \(Formatting.plain(above)); turn it on there", .usage)
    }
  }

  private func chosenMinimum() throws -> (value: Double?, Void)? {
    guard let minimum else { return nil }
    if minimum == "default" { return (nil, ()) }
    guard let value = Double(minimum), (0...1).contains(value) else {
      throw ValidationError("--minimum must be a number from 0 to 1, such as 0.5, or `default`.")
    }
    return (value, ())
  }
}

/// The settings that apply at the prompt in a folder, as JSON and as text.
struct PromptReport: Encodable {
  private let grey: Bool
  private let greyHere: Bool
  private let minimum: Double
  /// The minimum in the first two weeks; absent if the user chose one.
  private let firstMinimum: Double?
  private let quietFolders: [String]
  private let never: Int
  private let dangerous: [String]
  private let harmless: [String]

  init(_ settings: PromptSettings, in folder: String) {
    (grey, greyHere) = (settings.isGreyOn, !settings.isQuiet(in: folder))
    minimum = settings.minimum ?? LinePredictor.usualMinimum
    firstMinimum = settings.minimum == nil ? LinePredictor.firstMinimum : nil
    (quietFolders, never) = (settings.quietFolders.sorted(), settings.refusedCount)
    (dangerous, harmless) = (settings.dangerous.sorted(), settings.harmless.sorted())
  }

  /// One line for each setting.
  var text: String {
    let first = firstMinimum.map { ", and \(Formatting.fixed($0 * 100, 0)) % in the first two weeks" } ?? ""
    let lists = [("quiet folder", quietFolders), ("dangerous", dangerous), ("harmless", harmless)]
    return
      ([
        "grey text\t\(grey ? "on" : "off")", "in this folder\t\(greyHere ? "on" : "off")",
        "minimum\t\(Formatting.fixed(minimum * 100, 0)) %\(first)",
        "never offered\t\(Formatting.count(never, "line"))",
      ]
      + lists.flatMap { list in list.1.map { "\(list.0)\t\(Formatting.plain($0))" } }).joined(separator: "\n")
  }
}
