internal import Hunch
internal import Ranking
internal import Training

extension TrainingRecord {
  /// The record of a fit.
  init(of result: ModelFitting.Result, plan: FittingPlan, logs: [TrainingLog]) {
    let best = result.training.epochs.first { $0.epoch == result.training.bestEpoch }
    let known: Set = ["until", "validationShare", "seed"]  // these have fields of their own
    let settings = plan.hyperParameters.filter { !known.contains($0.name) }
    self.init(
      logs: logs.map { log in
        Log(
          name: log.log.name, digest: log.digest, users: log.log.users.count,
          donations: log.log.donationCount)
      },
      until: plan.until, validationShare: plan.validationShare, seed: plan.optimisation.seed,
      settings: Dictionary(settings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      validation: best?.validation.map {
        Validation(
          epoch: result.training.bestEpoch, logLoss: $0.logLoss, meanReciprocalRank: $0.meanReciprocalRank)
      })
  }
}
