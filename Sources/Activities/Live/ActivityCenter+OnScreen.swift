extension ActivityCenter {
  /// What is current: an owner's, or, if none is named, what the owner in front shows, else the only thing that is current.
  public func currentActivity(owner: ActivityOwner? = nil) -> OnScreen<CurrentActivity> {
    resolve(owner, \.self)
  }

  /// What "share this" means: the current activity's web page and title.
  ///
  /// If an owner is in front and has something current, that is meant, shareable or not; never another window's page.
  public func currentShareable(owner: ActivityOwner? = nil) -> OnScreen<Shareable> {
    resolve(owner, \.shareable)
  }

  /// What "remind me about this" means.
  public func currentReminder(owner: ActivityOwner? = nil) -> OnScreen<Reminder> {
    resolve(owner, \.reminder)
  }

  /// What a note that refers to "this" links to.
  public func currentLink(owner: ActivityOwner? = nil) -> OnScreen<ActivityLink> {
    resolve(owner, \.link)
  }

  private func resolve<Content>(
    _ owner: ActivityOwner?, _ content: (CurrentActivity) -> Content?
  ) -> OnScreen<Content> {
    purgeExpired()
    if let asked = owner ?? frontOwner, let live = scopes[asked]?.activity, live.isCurrent {
      return content(CurrentActivity(owner: asked, activity: present(live))).map(OnScreen.one) ?? .nothing
    }
    guard owner == nil else { return .nothing }
    var found: [(owner: ActivityOwner, recency: UInt64, content: Content)] = []
    for record in records.values.sorted(by: { $0.number > $1.number }) {
      guard let owner = owners(of: record.live).first(where: { scopes[$0]?.isActive == true }),
        let content = content(CurrentActivity(owner: owner, activity: present(record.live)))
      else { continue }
      found.append((owner, scopes[owner]?.recency ?? 0, content))
    }
    guard let first = found.first else { return .nothing }
    guard found.count > 1 else { return .one(first.content) }
    return .ambiguous(found.sorted { $0.recency > $1.recency }.map(\.owner))
  }
}
