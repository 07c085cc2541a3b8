// A program that uses only Ranking and the kernels under it; an audit checks that it links no
// Foundation.
import Kernels
import Ranking

let scores: [Float] = [0.5, 2, 1]
print(TopRows.select(scores, limit: 2), RankingLimits.magnitude)
