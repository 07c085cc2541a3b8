internal import Hunch
internal import Ranking
internal import Training

extension TrainingRecord {
  /// The record of a fit.
  init(of result: ModelFitting.Result, plan: FittingPlan, logs: [FittingLog]) {
    let optimisation = plan.optimisation
    let best = result.training.epochs.first { $0.epoch == result.training.bestEpoch }
    self.init(
      logs: logs.map { log in
        Log(
          name: log.name, digest: LogDigest(of: log.users.joined()).description, users: log.users.count,
          donations: log.donationCount)
      },
      until: plan.until, validationShare: plan.validationShare, seed: optimisation.seed,
      settings: [
        "candidateLimit": "\(plan.candidateLimit)",
        "randomCandidates": "\(plan.randomCandidates)",
        "validationCandidateLimit": "\(plan.validationCandidateLimit)",
        "validationQueryLimit": "\(plan.validationQueryLimit)",
        "logWeightExponent": "\(plan.logWeightExponent)",
        "hiddenSizes": "\(optimisation.hiddenSizes)",
        "noveltyHiddenSizes": "\(optimisation.noveltyHiddenSizes)",
        "epochs": "\(optimisation.epochs)",
        "batchSize": "\(optimisation.batchSize)",
        "learningRate": "\(optimisation.learningRate)",
        "warmUp": "\(optimisation.warmUp)",
        "finalLearningRate": "\(optimisation.finalLearningRate)",
        "beta1": "\(optimisation.beta1)",
        "beta2": "\(optimisation.beta2)",
        "l2": "\(optimisation.l2)",
        "gradientLimit": "\(optimisation.gradientLimit)",
        "averageDecay": "\(optimisation.averageDecay)",
        "featureDropout": "\(optimisation.featureDropout)",
      ],
      validation: best?.validation.map {
        Validation(
          epoch: result.training.bestEpoch, logLoss: $0.logLoss, meanReciprocalRank: $0.meanReciprocalRank)
      })
  }
}
