import Activities
import Continuation
import Foundation
import Testing

/// Content as searches and lists show it.
extension ActivityBuilderTests {
  @Test("rows 40, 45: keywords that were not set are nil, not empty")
  func keywords() async throws {
    let none = ActivityMetadata.build { $0.title = "Report" }
    _ = try await activity(metadata: none) { #expect($0.keywords == nil) }
    let empty = ActivityMetadata.build { $0.keywords = [] }
    _ = try await activity(metadata: empty) { #expect($0.keywords == []) }
    let some = ActivityMetadata.build { $0.keywords = ["a", "b"] }
    #expect(try await activity(metadata: some) { $0.keywords = [] }.keywords == [])
    let added = try await activity(metadata: some) { $0.addKeywords(from: " annual report,b ;\n, c") }
    #expect(added.keywords == ["a", "b", "annual report", "c"], "a text is split")
  }

  @Test("row 41: content attributes are attached only if one was set")
  func searchAttributes() async throws {
    let untouched = try await activity {
      let read = $0.searchAttributes
      #expect(read.isEmpty)
    }
    #expect(untouched.contentAttributes.isEmpty)
    let touched = try await activity { $0.searchAttributes.city = "Ulm" }
    #expect(touched.contentAttributes == ["city": "Ulm"])
    #expect(touched.contentAttributeSet.city == "Ulm")
  }

  @Test("row 38: the subtitle becomes the content's description")
  func subtitle() async throws {
    let activity = try await activity {
      $0.searchAttributes.contentDescription = "as an attribute"
      $0.subtitle = "as a subtitle"
    }
    #expect(activity.subtitle == "as a subtitle")
    #expect(activity.contentAttributes["contentDescription"] == "as a subtitle")
  }

  @Test("row 39: the thumbnail's URL takes precedence, then the data, then the picture")
  func thumbnails() async throws {
    let url = try #require(URL(string: "file:///tmp/a.png"))
    let images = try [1, 2].map { try EncodedImage(data: Data([$0]), mediaType: "image/png") }
    let thumbnails = try await [0, 1, 2, 3].asyncMap { dropped in
      try await activity {
        if dropped < 1 { $0.thumbnailURL = url }
        if dropped < 2 { $0.thumbnailData = images[0] }
        if dropped < 3 { $0.thumbnail = .encoded(images[1]) }
      }.contentAttributeSet
    }
    #expect(thumbnails.map(\.thumbnail) == [.url(url), .encoded(images[0]), .encoded(images[1]), nil])
    #expect(thumbnails.map(\.attributes.count) == [1, 1, 1, 0], "what does not win is not carried along")
  }

  @Test("the input's picture is used, wherever it is set, unless the hook sets another")
  func metadataThumbnails() async throws {
    let image = try EncodedImage(data: Data([1]), mediaType: "image/png")
    let other = try EncodedImage(data: Data([2]), mediaType: "image/jpeg")
    let said = [
      ActivityMetadata.build { $0.thumbnail = .encoded(image) },
      ActivityMetadata.build { $0.thumbnailData = image },
      ActivityMetadata.build { $0.searchAttributes.thumbnailData = image },
    ]
    for metadata in said {
      let kept = try await activity(metadata: metadata) { _ in }
      #expect(kept.contentAttributeSet.thumbnailData == image)
      let replaced = try await activity(metadata: metadata) { $0.thumbnailData = other }
      #expect(replaced.contentAttributeSet.thumbnailData == other)
    }
  }

  @Test("row 83: a place fills the attributes, never over a value that the hook or the input sets")
  func place() async throws {
    let ulm = try MapItem(
      name: "Town library", place: Place(latitude: 48.4, longitude: 10), phoneNumber: "+49 731 1")
    let metadata = ActivityMetadata.build {
      $0.mapItem = ulm
      $0.appEntityIdentifier = "library"
    }
    let activity = try await activity(metadata: metadata) {
      #expect($0.searchAttributes.namedLocation == "Town library")
      $0.searchAttributes.namedLocation = "Reading room"
    }
    #expect(activity.mapItem == ulm)
    #expect(activity.appEntityIdentifier == "library")
    #expect(activity.contentAttributes == ["namedLocation": "Reading room"])
    #expect(activity.contentAttributeSet.latitude == 48.4)
    #expect(activity.contentAttributeSet.supportsPhoneCall == true)
  }
}

extension Array {
  fileprivate func asyncMap<Mapped>(_ transform: (Element) async throws -> Mapped) async rethrows -> [Mapped]
  {
    var mapped: [Mapped] = []
    for element in self { mapped.append(try await transform(element)) }
    return mapped
  }
}
