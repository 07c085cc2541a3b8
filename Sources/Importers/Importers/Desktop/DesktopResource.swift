internal import Activities

/// The level of a resource that a desktop knows by its address: a program, a file or a page.
///
/// - `applications:NAME.desktop`, `application://NAME.desktop`: the program was started,
///   ``ApplicationUse``, under the name of its desktop file. The donation's program is this one,
///   not the launcher.
/// - An absolute path, or an address of the scheme `file`: ``FileActivity``.
/// - An address of the web: ``PageActivity``. Its title is kept if it belongs to exactly this page.
/// - Everything else, such as a network folder or the trash, is skipped.
enum DesktopResource {
  /// Returns the user's activity with a resource.
  ///
  /// - Parameters:
  ///   - address: The address of the resource.
  ///   - title: The desktop's title, if known: the name of a program or the title of a page.
  ///   - program: The program that used it.
  ///   - settings: The limits on kept texts.
  static func content(
    of address: String, titled title: String?, with program: String?, at time: Instant,
    _ settings: HistorySettings
  ) -> HistoryRecord.Content {
    do {
      if let identifier = identifier(ofProgram: address) {
        return try use(of: identifier, titled: title, at: time, settings)
      }
      if address.hasPrefix("/") {
        return .activity(found(try FileActivity.activity(path: address, settings), with: program, at: time))
      }
      guard let page = PageTemplate(url: address) else {
        let secret = settings.secrets.firstMatch(in: address, kind: .url)
        return .filtered(secret.map(HistoryFilter.secret) ?? .noFile)
      }
      if page.host.isEmpty {
        let activity = try FileActivity.activity(path: page.identity, settings)
        return .activity(found(activity, with: program, at: time))
      }
      let title = page.ownsTitle && !settings.keepsTemplatesOnly ? title?.asTitle() : nil
      let secret = title.flatMap { settings.secrets.firstMatch(in: $0, kind: .title) }
      var visit = found(
        try PageActivity.activity(page, titled: secret == nil ? title : nil), with: program, at: time)
      visit.withheld = secret.map(HistoryFilter.secret)
      return .activity(visit)
    } catch let found as FileActivity.SecretFound {
      return .filtered(.secret(found.rule))
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }

  /// Returns the identifier of the program whose desktop file an address names; `nil` for other
  /// addresses.
  static func identifier(ofProgram address: String) -> String? {
    guard
      let scheme = ["application://", "applications:"].first(where: {
        address.hasPrefix($0)
      })
    else { return nil }
    return ApplicationUse.identifier(ofDesktopFile: String(address.dropFirst(scheme.count)))
  }

  private static func use(
    of identifier: String, titled title: String?, at time: Instant, _ settings: HistorySettings
  ) throws -> HistoryRecord.Content {
    if ApplicationUse.isPassedThrough(identifier) { return .filtered(ApplicationUse.passedThrough) }
    if let rule = settings.secrets.firstMatch(in: identifier, kind: .title) {
      return .filtered(.secret(rule))
    }
    let label = title.flatMap { settings.secrets.firstMatch(in: $0, kind: .title) == nil ? $0 : nil }
    let activity = try ApplicationUse.activity(of: identifier, labelled: label)
    return .activity(found(activity, with: identifier, at: time))
  }

  private static func found(
    _ activity: UserActivity, with program: String?, at time: Instant
  ) -> HistoryActivity {
    var found = HistoryActivity(activity, at: .exact(time))
    found.program = program.flatMap { $0.isEmpty ? nil : $0 }
    return found
  }
}
