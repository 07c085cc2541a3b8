internal import Activities
internal import DonationCodec

/// An activity that arrives as bytes and becomes the input of an action.
public struct DecodingCase: Sendable {
  private let line: [UInt8]
  private let limits = LineLimits()

  /// Writes the activity that is read.
  ///
  /// - Throws: Nothing that a correct encoder throws.
  public init() throws {
    var activity = try UserActivity(
      activityType: "org.example.reader.open", title: "Open report",
      userInfo: ReaderDocument.report.userInfo)
    activity.keywords = ["report", "quarter"]
    line = try RecordEncoder().encode(activity)
  }

  /// Bytes to activity, activity to input; answers the page.
  ///
  /// - Throws: Nothing that a correct decoder throws.
  public func decode() throws -> Float {
    var decoder = RecordDecoder(limits: limits)
    let activity = try decoder.decodeActivity(line.span)
    return Float(try ReaderDocument(userInfo: activity.userInfo).page)
  }
}
