extension AdaptedModel.Rates {
  /// Every rate, for people.
  public var hyperParameters: [HyperParameter] {
    [
      HyperParameter(
        "adaptation.learningRate", learningRate, "size of the first step towards a person's choice"),
      HyperParameter(
        "adaptation.settlingChoices", settlingChoices,
        "after so many choices steps have become shorter by the square root of two"),
      HyperParameter("adaptation.decay", decay, "share of all changes that is taken back at each step"),
      HyperParameter(
        "adaptation.noneLearningRate", noneLearningRate, "size of a step of the bias of none of these"),
    ]
  }
}
