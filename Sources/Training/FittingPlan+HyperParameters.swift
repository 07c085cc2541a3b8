internal import Features
public import Ranking

extension FittingPlan {
  /// Everything that decides what a fit results in, but the logs: split, examples, optimisation.
  public var hyperParameters: [HyperParameter] {
    [
      HyperParameter("until", until, "share of each user's donations that is learned from"),
      HyperParameter(
        "validationShare", validationShare, "share after that by which epoch and temperature are chosen"),
      HyperParameter("minimumDonations", minimumDonations, "a log with fewer donations is refused"),
      HyperParameter(
        "minimumFittedDonations", minimumFittedDonations, "and one with fewer in the share to learn from"),
      HyperParameter(
        "minimumChoices", minimumChoices, "and one where fewer of these repeat one of several activities"),
      HyperParameter(
        "candidateLimit", candidateLimit, "candidates of a query that are learned from, at most"),
      HyperParameter(
        "randomCandidates", randomCandidates, "of these are drawn, the others the experts like best"),
      HyperParameter("logWeightExponent", logWeightExponent, "a log of n donations weighs n to this power"),
      HyperParameter(
        "without", without.map(\.rawValue).sorted(), "questions whose evidence is not learned from"),
      HyperParameter(
        "validationCandidateLimit", validationCandidateLimit, "candidates of a query that are judged, at most"
      ),
      HyperParameter(
        "validationQueryLimit", validationQueryLimit,
        "from twice as many queries of a log on, every second is judged"),
    ] + optimisation.hyperParameters
  }

  /// The columns of the questions that are not learned from.
  var silentColumns: Set<Int> {
    Set(
      FeatureSchema.current.columns.indices.filter {
        without.contains(FeatureSchema.current.columns[$0].group)
      })
  }
}
