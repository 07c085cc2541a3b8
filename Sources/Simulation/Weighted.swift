/// Something that is chosen in proportion to a weight.
struct Weighted<Element> {
  let element: Element
  let weight: Double
}

extension Weighted: Equatable where Element: Equatable {}
extension Weighted: Hashable where Element: Hashable {}
extension Weighted: Sendable where Element: Sendable {}
