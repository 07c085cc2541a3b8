internal import Kernels

/// The two networks of a model, trained as one; on standardised features.
struct NetworkPair: Sendable {
  var candidate: Network
  var novelty: Network

  init(candidate: Network, novelty: Network) {
    self.candidate = candidate
    self.novelty = novelty
  }

  init(set: TrainingSet, configuration: TrainingConfiguration) {
    var random = SeededRandom(seed: configuration.seed, parts: 0)
    candidate = Network(inputs: set.featureCount, hidden: configuration.hiddenSizes, random: &random)
    novelty = Network(
      inputs: set.noveltyFeatureCount, hidden: configuration.noveltyHiddenSizes, random: &random)
  }

  var parameters: [Float] { candidate.parameters + novelty.parameters }
  var decayMask: [Float] { candidate.decayMask + novelty.decayMask }
  var zeroed: NetworkPair { NetworkPair(candidate: candidate.zeroed, novelty: novelty.zeroed) }

  mutating func load(_ parameters: [Float]) {
    var position = 0
    candidate.load(parameters, from: &position)
    novelty.load(parameters, from: &position)
  }
}

/// The standardisers of a model.
struct StandardizerPair: Sendable {
  let candidate: Standardizer
  let novelty: Standardizer

  init(candidate: Standardizer, novelty: Standardizer) {
    self.candidate = candidate
    self.novelty = novelty
  }

  init(fitting set: TrainingSet) {
    candidate = Standardizer(fitting: set.features, columns: set.featureCount).silencing(set.silentColumns)
    novelty = Standardizer(fitting: set.noveltyFeatures, columns: set.noveltyFeatureCount)
  }
}
