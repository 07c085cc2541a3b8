internal import Kernels
internal import Ranking

/// Numbers with a shape, in the order of the file; row-major.
struct Tensor: Equatable {
  let shape: [Int]
  let elements: [Float]

  init(shape: [Int], elements: [Float]) {
    self.shape = shape
    self.elements = elements
  }

  init(_ vector: [Float]) { self.init(shape: [vector.count], elements: vector) }

  init(_ matrix: Matrix) { self.init(shape: [matrix.rows, matrix.columns], elements: matrix.elements) }
}

/// The tensors of a model by name. `RankingModel.init(tensors:)` reads all that this writes.
extension RankingModel {
  var tensors: [String: Tensor] {
    var all = ["temperature": Tensor([temperature]), "none_bias": Tensor([noneBias])]
    for (name, network, standardizer) in [
      ("candidate", candidateNetwork, candidateStandardizer),
      ("novelty", noveltyNetwork, noveltyStandardizer),
    ] {
      all.merge(network.tensors(named: name, standardizer)) { first, _ in first }
    }
    return all
  }

  init(tensors: [String: Tensor]) throws(ModelFileError) {
    var rest = TensorTable(tensors: tensors)
    let (candidate, candidateStandardizer) = try rest.takeNetwork("candidate")
    let (novelty, noveltyStandardizer) = try rest.takeNetwork("novelty")
    let temperature = try rest.takeNumber("temperature")
    let noneBias = try rest.takeNumber("none_bias")
    if let unknown = rest.tensors.keys.min() { throw .tensorUnknown(unknown) }
    do {
      try self.init(
        candidateNetwork: candidate, candidateStandardizer: candidateStandardizer, noveltyNetwork: novelty,
        noveltyStandardizer: noveltyStandardizer, temperature: temperature, noneBias: noneBias)
    } catch { throw .inconsistent(error) }
    // NaN compares false, hence the negation.
    if !(greatestScore <= RankingLimits.score) { throw .tooLargeWeights }
  }
}

extension HorizonModel {
  private static let name = "horizon"

  var tensors: [String: Tensor] { network.tensors(named: Self.name, standardizer) }

  /// Returns the model in a file's tensors, if there is one, and the tensors that are not part of
  /// it.
  static func taken(
    from tensors: [String: Tensor]
  ) throws(ModelFileError) -> (model: HorizonModel?, others: [String: Tensor]) {
    guard tensors.keys.contains(where: { $0.hasPrefix(name + ".") }) else { return (nil, tensors) }
    var rest = TensorTable(tensors: tensors)
    let (network, standardizer) = try rest.takeNetwork(name)
    let model: HorizonModel
    do {
      model = try HorizonModel(network: network, standardizer: standardizer)
    } catch { throw .inconsistent(error) }
    // NaN compares false, hence the negation.
    if !(model.greatestLogit <= RankingLimits.score) { throw .tooLargeWeights }
    return (model, rest.tensors)
  }
}

extension Network {
  fileprivate func tensors(named name: String, _ standardizer: Standardizer) -> [String: Tensor] {
    var all = [
      "\(name).mean": Tensor(standardizer.mean), "\(name).factor": Tensor(standardizer.factor),
      "\(name).output": Tensor(output), "\(name).skip": Tensor(skip), "\(name).bias": Tensor([bias]),
    ]
    for (index, layer) in hidden.enumerated() {
      all["\(name).hidden.\(index).weights"] = Tensor(layer.weights)
      all["\(name).hidden.\(index).bias"] = Tensor(layer.bias)
    }
    return all
  }
}

/// Tensors that are not used yet.
private struct TensorTable {
  private(set) var tensors: [String: Tensor]

  mutating func take(_ name: String, dimensions: Int) throws(ModelFileError) -> Tensor {
    guard let tensor = tensors.removeValue(forKey: name) else { throw .tensorMissing(name) }
    guard tensor.shape.count == dimensions else { throw .shape(tensor: name, found: tensor.shape) }
    return tensor
  }

  mutating func takeNumber(_ name: String) throws(ModelFileError) -> Float {
    let tensor = try take(name, dimensions: 1)
    guard let number = tensor.elements.first, tensor.elements.count == 1 else {
      throw .shape(tensor: name, found: tensor.shape)
    }
    return number
  }

  mutating func takeNetwork(_ name: String) throws(ModelFileError) -> (Network, Standardizer) {
    var hidden: [DenseLayer] = []
    while tensors["\(name).hidden.\(hidden.count).weights"] != nil {
      let prefix = "\(name).hidden.\(hidden.count)"
      let weights = try take("\(prefix).weights", dimensions: 2)
      let bias = try take("\(prefix).bias", dimensions: 1).elements
      do {
        let matrix = try Matrix(rows: weights.shape[0], columns: weights.shape[1], elements: weights.elements)
        hidden.append(try DenseLayer(weights: matrix, bias: bias))
      } catch { throw .shape(tensor: "\(prefix).weights", found: weights.shape) }
    }
    let output = try take("\(name).output", dimensions: 1).elements
    let skip = try take("\(name).skip", dimensions: 1).elements
    let mean = try take("\(name).mean", dimensions: 1).elements
    let factor = try take("\(name).factor", dimensions: 1).elements
    let bias = try takeNumber("\(name).bias")
    do {
      return (
        try Network(hidden: hidden, output: output, skip: skip, bias: bias),
        try Standardizer(mean: mean, factor: factor)
      )
    } catch { throw .inconsistent(error) }
  }
}
