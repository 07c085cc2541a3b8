public import Activities

/// An action that was performed with success, and what became of its donation.
///
/// That it could not be donated does not undo it: the action did happen, so this is told apart from its failure.
public struct ActionOutcome: Sendable {
  /// The donation that is kept now, or why there is none.
  public let donation: Result<Donation, any Error>
}
