internal import Activities
internal import Continuation
internal import Foundation
internal import Hunch
internal import Importers
internal import LogFormat

extension OpenTarget.Continuation {
  /// Finds the program of this machine that continues an activity by itself.
  ///
  /// Only installed files decide which program starts: a manifest that lists the activity's type or
  /// the scheme of its URL, or a desktop file that opens that scheme. The activity only decides
  /// what the program is given.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: `OpenTargetError` if a manifest names a desktop file that does not exist or starts
  ///   no program.
  init?(of activity: UserActivity, in manifests: InstalledManifests, among programs: DesktopFiles) throws {
    guard activity.activityType != ImportedActivityType.command else { return nil }
    if let start = manifests.start(for: activity) {
      switch start.way {
      case .command(let words): try self.init(start, by: .command(words))
      case .desktopFile(let name): try self.init(start, by: .desktopFile(programs.file(ofExactly: name)))
      case nil:
        guard case .url(let url) = start.handover, Self.handler(of: url, among: programs) != nil else {
          return nil
        }
        try self.init(start, by: .scheme)
      }
    } else if let url = activity.programURL, let handler = Self.handler(of: url, among: programs) {
      self.init(program: handler, text: url, activity: nil, start: .scheme)
    } else {
      return nil
    }
  }

  private init(_ start: ProgramStart, by way: Start) throws {
    switch start.handover {
    case .url(let url):
      self.init(program: start.application, text: url, activity: nil, start: way)
    case .activity(let activity):
      let line = String(decoding: try RecordEncoder().encode(activity), as: UTF8.self)
      self.init(program: start.application, text: line, activity: activity, start: way)
    }
  }

  /// The names of the programs that open the scheme of a URL; `nil` if there is none.
  private static func handler(of url: String, among programs: DesktopFiles) -> String? {
    guard let scheme = URL(string: url)?.scheme?.lowercased() else { return nil }
    let names = programs.handlers(ofScheme: scheme).map(\.identifier)
    return names.isEmpty ? nil : names.joined(separator: " or ")
  }
}

extension UserActivity {
  /// The activity's URL in its program's own scheme: from publishing, or the value named `url`,
  /// unless a web page shows the same thing.
  fileprivate var programURL: String? {
    let own = actionURL?.absoluteString
    guard own == nil, webpageURL == nil else { return own }
    let address: String?
    switch restorationPayload["url"] {
    case .url(let url): address = url.absoluteString
    case .string(let text): address = URL(string: text, encodingInvalidCharacters: false)?.absoluteString
    default: address = nil
    }
    guard let address, let scheme = URL(string: address)?.scheme?.lowercased() else { return nil }
    return OpenTarget.schemes.contains(scheme) ? nil : address
  }
}
