public import Kernels

/// A small network that estimates, for each row of evidence, how likely the user is to do an
/// activity within a horizon.
///
/// The scores of a ``RankingModel`` compete with each other. Here each row has a probability of its
/// own, the sigmoid of a logit.
public struct HorizonModel: Equatable, Sendable {
  /// Computes the logit of standardised evidence.
  public let network: Network
  /// Fitted on the evidence.
  public let standardizer: Standardizer

  private let serving: ServingNetwork

  /// Creates a model from its parts.
  ///
  /// - Parameters:
  ///   - network: Computes the logit of standardised evidence.
  ///   - standardizer: Fitted on the evidence.
  ///   - momentColumns: The columns that are the same for all rows of a moment. They are multiplied
  ///     once.
  /// - Throws: `RankingError.model` if the parts do not fit each other.
  public init(
    network: Network, standardizer: Standardizer, momentColumns: [Int] = []
  ) throws(RankingError) {
    guard standardizer.mean.count == network.inputs else {
      throw .model("the horizon's standardiser differs in width from its network")
    }
    self.network = network
    self.standardizer = standardizer
    serving = try ServingNetwork(network.folding(standardizer, scale: 1), queryColumns: momentColumns)
  }

  /// The number of columns of the evidence.
  public var featureCount: Int { network.inputs }

  /// The maximum magnitude of a logit, and of the numbers computed on the way to it, for evidence
  /// within ``RankingLimits/magnitude``.
  ///
  /// It is infinite if even this bound overflows.
  ///
  /// - Complexity: O(weights).
  public var greatestLogit: Double { network.folding(standardizer, scale: 1).bounds.logit }

  /// Returns the same model for evidence in which some columns are the same for all rows of a
  /// moment.
  ///
  /// - Throws: `RankingError.model` if a column does not exist.
  public func sharing(momentColumns: [Int]) throws(RankingError) -> HorizonModel {
    try HorizonModel(network: network, standardizer: standardizer, momentColumns: momentColumns)
  }

  /// Writes the logit of each row.
  ///
  /// - Throws: `RankingError` if the evidence has a different width, or a logit overflows.
  /// - Complexity: O(rows · weights); no allocation once the scratch is warm.
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
