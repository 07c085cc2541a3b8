internal import Kernels
internal import Ranking

/// Numbers with a shape, as they lie in a file; row-major.
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

/// The tensors of a model by name. What this adds, `RankingModel.init(tensors:)` takes away again.
extension RankingModel {
  var tensors: [String: Tensor] {
    var all = ["temperature": Tensor([temperature]), "none_bias": Tensor([noneBias])]
    for (name, network, standardizer) in [
      ("candidate", candidateNetwork, candidateStandardizer),
      ("novelty", noveltyNetwork, noveltyStandardizer),
    ] {
      all["\(name).mean"] = Tensor(standardizer.mean)
      all["\(name).factor"] = Tensor(standardizer.factor)
      all["\(name).output"] = Tensor(network.output)
      all["\(name).skip"] = Tensor(network.skip)
      all["\(name).bias"] = Tensor([network.bias])
      for (index, layer) in network.hidden.enumerated() {
        all["\(name).hidden.\(index).weights"] = Tensor(layer.weights)
        all["\(name).hidden.\(index).bias"] = Tensor(layer.bias)
      }
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

/// Tensors not yet used.
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
