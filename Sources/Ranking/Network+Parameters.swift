internal import Kernels

extension Network {
  /// All weights and biases in one array: for each layer weights then bias, then output, skip, bias.
  var parameters: [Float] {
    var all: [Float] = []
    for layer in hidden {
      all.append(contentsOf: layer.weights.elements)
      all.append(contentsOf: layer.bias)
    }
    all.append(contentsOf: output)
    all.append(contentsOf: skip)
    all.append(bias)
    return all
  }

  /// 1 for each parameter that is a weight, 0 for a bias: what weight decay applies to.
  var decayMask: [Float] {
    var mask: [Float] = []
    for layer in hidden {
      mask.append(contentsOf: repeatElement(1, count: layer.weights.elements.count))
      mask.append(contentsOf: repeatElement(0, count: layer.bias.count))
    }
    mask.append(contentsOf: repeatElement(1, count: output.count + skip.count))
    mask.append(0)
    return mask
  }

  /// Takes over parameters in the order of `parameters`, from a position on, and moves the position behind them.
  mutating func load(_ all: [Float], from position: inout Int) {
    func next(_ count: Int) -> ArraySlice<Float> {
      defer { position += count }
      return all[position..<position + count]
    }
    for index in hidden.indices {
      let weights = next(hidden[index].weights.elements.count)
      hidden[index].weights.withElements { elements in
        for offset in elements.indices { elements[offset] = weights[weights.startIndex + offset] }
      }
      hidden[index].bias = Array(next(hidden[index].bias.count))
    }
    output = Array(next(output.count))
    skip = Array(next(skip.count))
    bias = all[position]
    position += 1
  }

  /// A network of the same shape with all parameters 0.
  var zeroed: Network {
    var copy = self
    var position = 0
    copy.load([Float](repeating: 0, count: parameters.count), from: &position)
    return copy
  }
}
