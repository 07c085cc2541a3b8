extension OpenDonation {
  /// The fields of a donation in the log, in the order of the format.
  package static let fields: [LogField<OpenDonation>] = [
    LogField(
      "id", .text(get: { $0.details.externalIdentifier }, set: { $0.details.externalIdentifier = $1 })),
    LogField("user", .user),
    LogField("program", .text(get: { $0.details.program }, set: { $0.details.program = $1 }), isName: true),
    LogField(
      "device", .text(get: { $0.details.device }, set: { $0.details.device = $1 }), privacy: .removable,
      isName: true),
    LogField("time", .time),
    LogField(
      "timePrecision",
      .parsed(
        get: { $0.details.timePrecision == .exact ? nil : $0.details.timePrecision.rawValue },
        set: { donation, word throws(FieldRefusal) in
          guard let precision = TimePrecision(rawValue: word) else {
            throw .unknownWord(known: TimePrecision.allCases.map(\.rawValue))
          }
          donation.details.timePrecision = precision
        })),
    LogField("activityType", .activity),
    LogField("location", .place(get: { $0.place }, set: { $0.place = $1 }), privacy: .removable),
    LogField("context", .object(get: { $0.attributes }, set: { $0.attributes = $1 }), privacy: .words),
    LogField(
      "duration", .number(get: { $0.details.duration }, set: { $0.details.duration = $1 }),
      privacy: .removable),
    LogField(
      "source",
      .parsed(
        get: { $0.details.source == .user ? nil : $0.details.source.description },
        set: { donation, word throws(FieldRefusal) in
          guard let source = DonationSource(word) else {
            throw .unknownWord(known: ["user", "suggestion", "import:NAME"])
          }
          donation.details.source = source
        })),
  ]

  /// Parts that rules can remove and that are not fields of a line: the name of the place, and the
  /// fields that this version does not know.
  static let parts: [LogField<OpenDonation>] = [
    LogField(
      "location.name", .text(get: { $0.place?.name }, set: { $0.place = $0.place?.renamed($1) }),
      privacy: .words,
      isName: true),
    LogField(
      "other", .object(get: { $0.details.additionalFields }, set: { $0.details.additionalFields = $1 }),
      privacy: .words),
  ]
}
