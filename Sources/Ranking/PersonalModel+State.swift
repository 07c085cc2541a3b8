public import Kernels

extension PersonalModel {
  /// Writes what was learned of the person, not the model and the rates that it started from.
  ///
  /// - Complexity: O(memoryFootprint).
  public func write(into writer: inout StateWriter) {
    adapted.write(into: &writer)
    corrections.write(into: &writer)
    pool.write(into: &writer)
    writer.write(logSharpness)
    writer.write(choices)
  }

  /// Reads back what was written: it answers and goes on learning as the one that wrote it, bit for bit.
  ///
  /// - Parameters:
  ///   - model: The model that the other one started from.
  ///   - evidenceColumns: Its columns of evidence.
  ///   - rates: Its rates.
  ///   - reader: Where the bytes are; stands behind them afterwards.
  /// - Throws: `StateError` if the bytes end too early, are those of a model of another shape, or hold numbers that cannot
  ///   have been learned.
  /// - Complexity: O(memoryFootprint).
  public init(
    _ model: RankingModel, evidenceColumns: [Int] = [], rates: Rates = Rates(), from reader: inout StateReader
  ) throws(StateError) {
    self.init(model, evidenceColumns: evidenceColumns, rates: rates)
    adapted = try AdaptedModel(model, prior: rates.adaptation, from: &reader)
    corrections = try CorrectionTable(rates: rates.correction, from: &reader)
    pool = try OpinionPool(
      rates: Self.poolRates(rates, evidenceColumns: evidenceColumns), from: &reader)
    logSharpness = try reader.read()
    choices = try reader.read()
    guard abs(logSharpness) <= Self.sharpnessLimit, choices >= 0, choices.isFinite else {
      throw StateError()
    }
  }
}
