public import Kernels

/// A small network that says of each line of evidence how likely an activity is done within a
/// horizon.
///
/// Unlike the scores of a ``RankingModel``, which compete, each line has a probability of its own:
/// the sigmoid of a logit.
public struct HorizonModel: Equatable, Sendable {
  /// Gives the logit of standardised evidence.
  public let network: Network
  /// Fitted on the evidence.
  public let standardizer: Standardizer

  private let serving: ServingNetwork

  /// Makes a model of its parts.
  ///
  /// - Parameters:
  ///   - network: Gives the logit of standardised evidence.
  ///   - standardizer: Fitted on the evidence.
  ///   - momentColumns: The columns that are the same for all lines of a moment: they are
  ///     multiplied once.
  /// - Throws: `RankingError.model` if they do not fit each other.
  public init(
    network: Network, standardizer: Standardizer, momentColumns: [Int] = []
  ) throws(RankingError) {
    guard standardizer.mean.count == network.inputs else {
      throw .model("the horizon's standardiser has another width than its network")
    }
    self.network = network
    self.standardizer = standardizer
    serving = try ServingNetwork(network.folding(standardizer, scale: 1), queryColumns: momentColumns)
  }

  /// The number of columns of the evidence.
  public var featureCount: Int { network.inputs }

  /// The largest that a logit, or a number on the way to it, can become, as long as the evidence is
  /// within ``RankingLimits/magnitude``; infinite if even this bound overflows.
  ///
  /// - Complexity: O(weights).
  public var greatestLogit: Double { network.folding(standardizer, scale: 1).bounds.logit }

  /// The same model for evidence some of whose columns are the same for all lines of a moment.
  ///
  /// - Throws: `RankingError.model` if there is no such column.
  public func sharing(momentColumns: [Int]) throws(RankingError) -> HorizonModel {
    try HorizonModel(network: network, standardizer: standardizer, momentColumns: momentColumns)
  }

  /// Writes the logit of each line.
  ///
  /// - Throws: `RankingError`, if the evidence has another width, or a logit overflows.
  /// - Complexity: O(lines · weights); no allocation once the scratch is warm.
  public func logits(
    of evidence: Matrix, scratch: inout ScoringScratch, into logits: inout [Float]
  ) throws(RankingError) {
    guard evidence.columns == featureCount else {
      throw .featureCount(expected: featureCount, found: evidence.columns)
    }
    do {
      try serving.evaluate(evidence, scratch: &scratch.horizon, into: &logits)
    } catch { throw RankingError(error) }
    guard VectorLoops.allFinite(logits) else { throw .scoreNotFinite }
  }
}
