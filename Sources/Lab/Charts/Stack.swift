/// Drawings below each other, as one.
package struct Stack {
  /// A drawing with its size.
  package typealias Part = (size: (width: Double, height: Double), drawing: [Markup])

  private let parts: [Part]

  /// A stack of drawings, the top one first.
  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The picture's size.
  package var size: (width: Double, height: Double) {
    (parts.map(\.size.width).max() ?? 0, parts.reduce(0) { $0 + $1.size.height })
  }

  /// The drawings, each moved to below those before it.
  package var drawing: [Markup] {
    var top = 0.0
    return parts.map { part in
      defer { top += part.size.height }
      return Markup("g", ["transform": "translate(0 \(NumberText.length(top)))"], part.drawing)
    }
  }
}
