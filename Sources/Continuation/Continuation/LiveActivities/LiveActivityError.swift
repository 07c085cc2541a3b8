internal import Activities
public import Foundation

/// A fault of a live activity or its center.
public enum LiveActivityError: Error, Equatable, Sendable {
  /// The program declares its activity types, and this is not one of them.
  case undeclaredActivityType(String)
  /// No type was given, and the program declares none.
  case noActivityTypeDeclared
  /// The activity's center no longer exists.
  case centerIsGone
  /// The activity was created for another center.
  case madeForAnotherCenter
  /// The activity is no longer offered: it resigned, expired, was invalidated, or is no longer
  /// eligible.
  case notOffered
  /// The activity is not continued with streams.
  case continuationStreamsUnsupported
  /// The other side closed the stream.
  case continuationStreamClosed
}

extension LiveActivityError {
  /// The equivalent Cocoa error, or nil if there is none.
  ///
  /// Unsupported streams are `featureUnsupported` (3328).
  public var cocoaError: CocoaError? {
    self == .continuationStreamsUnsupported ? CocoaError(.featureUnsupported) : nil
  }
}

extension LiveActivityError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .undeclaredActivityType(let type):
      "the activity type \(type) is not declared; add it to the declared types"
    case .noActivityTypeDeclared: "no activity type is declared; give one, or declare the program's types"
    case .centerIsGone: "the activity center is gone; keep it as long as its activities"
    case .madeForAnotherCenter:
      "the activity was made for another center; use the center that it was made for"
    case .notOffered: "the activity is no longer offered; ask for those that are"
    case .continuationStreamsUnsupported:
      "the activity is not continued with streams; set supportsContinuationStreams where it is created"
    case .continuationStreamClosed: "the other side closed the stream; stop writing"
    }
  }
}
