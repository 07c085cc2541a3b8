extension PersonalModel.Rates {
  /// Every number that decides how a person is followed, for people.
  public var hyperParameters: [HyperParameter] {
    [
      HyperParameter(
        "adaptation.variance", adaptation.variance, "variance between people of a weight of the readout"),
      HyperParameter(
        "adaptation.noneVariance", adaptation.noneVariance,
        "variance between people of the bias of none of these"),
      HyperParameter(
        "adaptation.commonShare", adaptation.commonShare,
        "share of the candidates' common change that none of these takes part in"),
      HyperParameter(
        "adaptation.leastProbability", adaptation.leastProbability,
        "alternatives below this probability do not narrow the belief"),
      HyperParameter(
        "correction.learningRate", correction.learningRate,
        "size of the first steps of an activity's corrections"),
      HyperParameter(
        "correction.leastError", correction.leastError, "errors below this teach no correction"),
      HyperParameter(
        "correction.weightLimit", correction.weightLimit, "at most so many corrections of a person"),
      HyperParameter(
        "sharpness.learningRate", sharpnessLearningRate, "size of a step of how sure one is of a person"),
      HyperParameter(
        "sharpness.scoreVariance", scoreVariance, "how uncertain the scores of an unknown person are"),
      HyperParameter(
        "sharpness.settlingChoices", settlingChoices, "after so many choices that has halved"),
      HyperParameter(
        "pool.everybody", pool.everybody, "weight of the fitted model's opinion before the first choice"),
      HyperParameter(
        "pool.evidence", pool.evidence, "weight of the evidence's own opinion before the first choice"),
      HyperParameter(
        "pool.lastingEverybody", pool.lastingEverybody, "weight of the fitted model's opinion in the long run"
      ),
      HyperParameter(
        "pool.switchingShare", pool.switchingShare, "share of the weights that goes back there at each choice"
      ),
    ]
  }
}
