internal import Ranking
internal import Training

/// Everything that decides what `hunch train` results in, as people read it.
struct PlanText {
  let plan: FittingPlan

  /// A row a choice: for what is fitted, then for what follows a person afterwards.
  var table: Table {
    var table = Table(header: ["setting", "value", "meaning"], words: [0, 2])
    table.rows = (plan.hyperParameters + PersonalModel.Rates().hyperParameters).map {
      [$0.name, $0.value, $0.meaning]
    }
    return table
  }
}
