extension Workload {
  /// The workloads that change or query the store.
  static let ofStores: [Workload] = [
    Workload(
      name: "create a store and donate", base: .none, arguments: ["donate", "--json"],
      input: FaultLog.days(0..<1)),
    Workload(
      name: "create a store and import", base: .none, arguments: ["import", "{in}/log.jsonl"],
      parts: [FaultLog.days(0..<3), FaultLog.deletion(program: "org.example.news")]),
    Workload(
      name: "import, in several batches",
      arguments: ["import", "--deletions", "--json", "{in}/log.jsonl"],
      parts: [
        FaultLog.days(40..<42, word: "first"),
        FaultLog.feedback("org.example.mail.open", title: "kept mail.open of me", minute: 1),
        #"{"v":1,"type":"phrase","user":"me","time":"2024-02-01T10:00:00Z","activityType":"org.example.maps.home","#
          + #""title":"kept maps.home of me","phrase":"heimwärts"}"# + "\n",
        FaultLog.deletion(program: "org.example.secret"), FaultLog.days(42..<43, word: "second"),
        FaultLog.deletion(program: "org.example.news"), FaultLog.days(43..<44, user: "you", word: "third"),
      ], forgets: ["secretword"]),
    Workload(
      name: "donate", arguments: ["donate", "--json"],
      input: FaultLog.donation(
        "me", day: 50, hour: 9, type: "org.example.mail.open", title: "kept mail.open of me")),
    Workload(
      name: "feedback",
      arguments: [
        "feedback", "pinned", "--type", "org.example.player.play", "--at", "2024-03-01T10:00:00Z", "--json",
      ]),
    Workload(
      name: "hints", arguments: ["hint", "set", "-", "--program", "org.example.rail"],
      input: #"{"activityType":"org.example.rail.board","title":"Board the train"}"# + "\n"),
    Workload(
      name: "clear hints", arguments: ["hint", "clear", "--program", "org.example.air"]),
    Workload(
      name: "phrases", arguments: ["phrase", "set", "kept mail.open of me", "Post bitte"]),
    Workload(
      name: "rules that forget",
      arguments: ["rules", "add", "--drop", "--program", "org.example.secret", "--forget"],
      between: { base, final in [final.withRecords(of: base)] }, forgets: ["secretword"],
      isRepeatable: false, printsTheSame: false),
    Workload(
      name: "pause", arguments: ["pause", "--program", "org.example.mail"], isRepeatable: false,
      printsTheSame: false),
    Workload(
      name: "forget a program", arguments: ["forget", "--program", "org.example.secret", "--json"],
      forgets: ["secretword"]),
    Workload(
      name: "forget a user", arguments: ["forget", "--all", "--user", "you"], forgets: ["of you"]),
    Workload(name: "forget the last", arguments: ["forget", "--last"], isRepeatable: false),
    Workload(
      name: "retention", arguments: ["retention", "--keep-count", "20"],
      between: { base, final in [final.withRecords(of: base)] }, forgets: ["oldword"]),
    Workload(
      name: "donate beyond the retention", base: .retaining, arguments: ["donate"],
      input: FaultLog.days(60..<62), between: { base, final in [base.joined(final)] }, forgets: ["oldword"],
      isRepeatable: false),  // a duplicate does not trigger the retention
    Workload(
      name: "catch up on an erasure", base: .unerased, arguments: ["stats"], forgets: ["secretword"]),
    Workload(
      name: "bring an old store up to date", base: .old, arguments: ["donate", "--json"],
      input: FaultLog.donation(
        "me", day: 50, hour: 9, type: "org.example.mail.open", title: "kept mail.open of me")),
    Workload(
      name: "suggest, with checkpoints", base: .long,
      arguments: ["suggest", "--at", "2024-06-01T08:10:00Z", "--json"]),
    Workload(name: "search", arguments: ["search", "kept", "mail", "--at", "2024-01-20T08:10:00Z"]),
    Workload(name: "export", arguments: ["export"], printsInto: "backup.jsonl"),
    Workload(name: "doctor", arguments: ["doctor"], printsTheSame: false),
    Workload(
      name: "doctor --repair", arguments: ["doctor", "--repair", "{out}/saved.sqlite"],
      outputs: [.store("saved.sqlite")], isRefusedWhenDone: true, printsTheSame: false),
    Workload(
      name: "rules that hash", arguments: ["rules", "add", "--hash", "--info", "contact"], isRepeatable: false
    ),
  ]

  /// The workloads that encrypt a store, or use an encrypted one.
  static let ofEncryptedStores: [Workload] = [
    Workload(
      name: "encrypt", arguments: ["encrypt", "--new-key-file", "{out}/key"],
      forgets: ["secretword", "kept mail"], keeps: ["key"], isRefusedWhenDone: true, printsTheSame: false),
    Workload(
      name: "change the key", base: .encrypted,
      arguments: ["encrypt", "--rotate", "--key-file", "{in}/key", "--new-key-file", "{out}/key"],
      forgets: ["secretword", "kept mail"], keeps: ["key"], isRefusedWhenDone: true, printsTheSame: false),
    Workload(
      name: "decrypt", base: .encrypted, arguments: ["decrypt", "--yes", "--key-file", "{in}/key"],
      isRefusedWhenDone: true, printsTheSame: false),
    Workload(
      name: "donate, encrypted", base: .encrypted, arguments: ["donate", "--json"],
      input: FaultLog.donation(
        "me", day: 50, hour: 9, type: "org.example.mail.open", title: "kept mail.open of me"),
      forgets: ["kept mail"], key: "in/key"),
    Workload(
      name: "forget a program, encrypted", base: .encrypted,
      arguments: ["forget", "--program", "org.example.secret", "--json"], forgets: ["secretword"],
      key: "in/key"),
  ]
}
