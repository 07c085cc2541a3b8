import Activities
import Foundation
import Testing

@Suite("Thumbnails and custom attributes")
struct ThumbnailTests {
  private func image(_ bytes: Int, _ byte: UInt8 = 1) throws -> EncodedImage {
    try EncodedImage(data: Data(repeating: byte, count: bytes), mediaType: "image/png")
  }

  @Test("row 95: bytes need the media type of an image, and have an exact limit")
  func limits() throws {
    #expect(throws: Never.self) { try image(EncodedImage.maximalSize) }
    #expect(throws: ActivityError.thumbnailTooLarge(limit: EncodedImage.maximalSize)) {
      try image(EncodedImage.maximalSize + 1)
    }
    for type in ["", "png", "text/html", "image/"] {
      #expect(throws: ActivityError.notImage) { try EncodedImage(data: Data([1]), mediaType: type) }
    }
  }

  @Test("the URL takes precedence over the bytes")
  func precedence() throws {
    var content = ContentAttributeSet()
    #expect(content.thumbnail == nil)
    let (bytes, url) = (try image(3), try #require(URL(string: "file:///tmp/a.png")))
    content.thumbnailData = bytes
    #expect(content.thumbnail == .encoded(bytes))
    content.thumbnailURL = url
    #expect(content.thumbnail == .url(url))
    content.thumbnailURL = nil
    #expect(content.thumbnail == .encoded(bytes))
  }

  @Test("row 95: equal pictures are kept once, under the SHA-256 of their bytes")
  func addresses() async throws {
    let image = try EncodedImage(data: Data("abc".utf8), mediaType: "image/png")
    // FIPS 180-2, appendix B.1
    #expect(image.contentAddress == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let store = InMemoryThumbnailStore(quota: 6)
    var content = ContentAttributeSet()
    content.thumbnailData = image
    try await content.moveThumbnail(to: store)
    #expect(content.thumbnailData == nil && content.thumbnailAddress == image.contentAddress)
    #expect(try await store.keep(image) == image.contentAddress)
    #expect(await store.image(at: image.contentAddress) == image)
  }

  @Test("row 95: the quota drops the oldest pictures first, and unused ones on request")
  func quota() async throws {
    let store = InMemoryThumbnailStore(quota: 6)
    let images = try (1...3).map { try image(3, UInt8($0)) }
    for image in images { _ = try await store.keep(image) }
    #expect(await store.image(at: images[0].contentAddress) == nil)
    #expect(await store.image(at: images[1].contentAddress) == images[1])
    await #expect(throws: ActivityError.thumbnailTooLarge(limit: 6)) { try await store.keep(image(7)) }
    await store.keepOnly([images[2].contentAddress])
    #expect(await store.image(at: images[1].contentAddress) == nil)
    #expect(await store.image(at: images[2].contentAddress) == images[2])
  }

  @Test("row 70: custom attributes keep their flags for an index")
  func customAttributes() throws {
    let crust = try CustomAttributeKey(name: "pizza_crust", isSearchableByDefault: true)
    let toppings = try CustomAttributeKey(
      name: "toppings", isSearchable: false, isUnique: true, isMultiValued: true)
    var content = ContentAttributeSet()
    try content.setValue("thin", for: crust)
    try content.setValue(["olives", "capers"], for: toppings)
    #expect(content.customAttributes.map(\.key) == [crust, toppings])
    #expect(content.value(for: crust) == "thin" && content.value(for: toppings) == ["olives", "capers"])
    #expect(throws: ActivityError.severalValues(attribute: "pizza_crust")) {
      try content.setValue([], for: crust)
    }
    #expect(throws: ActivityError.notFinite(field: "pizza_crust")) {
      try content.setValue(.double(.nan), for: crust)
    }
    #expect(content.value(for: crust) == "thin")
    try content.setValue(nil, for: crust)
    try content.setValue(nil, for: toppings)
    #expect(content.attributes == [:])
    for name in ["", "a b", "é", "a-b", String(repeating: "a", count: 65)] {
      #expect(throws: ActivityError.invalidAttributeName) { try CustomAttributeKey(name: name) }
    }
  }
}
