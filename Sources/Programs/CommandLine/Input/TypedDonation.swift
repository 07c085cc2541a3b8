internal import Activities
internal import LogFormat

/// A donation given by options on the command line.
struct TypedDonation {
  var type: String?
  var title: String?
  var userInfo: [NamedArgument] = []
  /// The userInfo keys of the identity; empty for all.
  var required: [String] = []
  var search = true
  var phrase: String?
  var persistentIdentifier: String?
  var program: String?
  var device: String?
  var id: String?
  var duration: Double?
  var timePrecision: String?

  /// Returns the donation.
  ///
  /// - Throws: `RecordError` or `ActivityError` that names the field and the reason, as for a line
  ///   of a log.
  func donation(by user: UserIdentifier, in context: Context) throws -> Donation {
    let donation = try Donation(of: activity(), by: user, in: context, details: details())
    try LogRecord.donation(donation).checkNames()
    return donation
  }

  private func activity() throws -> UserActivity {
    guard let type else { throw RecordError("activityType", .missing) }
    let values = try userInfo.values(of: "userInfo")
    var activity: UserActivity
    do throws(ActivityError) {
      activity = try UserActivity(
        activityType: type, title: title, userInfo: values,
        requiredUserInfoKeys: required.isEmpty ? nil : Set(required))
    } catch {
      if case .invalidActivityType = error { throw RecordError("activityType", .invalid(error)) }
      throw error
    }
    activity.isEligibleForPrediction = true
    activity.isEligibleForSearch = search
    activity.suggestedInvocationPhrase = phrase
    activity.persistentIdentifier = persistentIdentifier
    return activity
  }

  private func details() throws(RecordError) -> Donation.Details {
    var details = Donation.Details()
    (details.externalIdentifier, details.program, details.device) = (id, program, device)
    details.duration = duration
    if let timePrecision {
      guard let precision = TimePrecision(rawValue: timePrecision) else {
        throw RecordError("timePrecision", .unknownWord(known: TimePrecision.allCases.map(\.rawValue)))
      }
      details.timePrecision = precision
    }
    return details
  }
}
