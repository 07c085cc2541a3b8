import Foundation
import FoundationXML

/// A page as an XML parser reads it, strictly.
final class ParsedPage: NSObject, XMLParserDelegate {
  /// An element, with the names of those around it, the outermost first.
  struct Element {
    let name: String
    let attributes: [String: String]
    let around: [String]
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// - Throws: The first error of well-formedness.
  init(_ html: String) throws {
    super.init()
    let parser = XMLParser(data: Data(html.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.propertyListReadCorrupt) }
  }

  /// All elements of a name.
  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// The texts of all elements of a name.
  func texts(_ name: String) -> [String] { all(name).map(\.text) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes, around: open.map { elements[$0].name }))
    open.append(elements.count - 1)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for index in open { elements[index].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
