import Testing

@testable import Activities

@Suite("Visible characters")
struct VisibleTextTests {
  @Test(
    "hidden characters are detected in commands, and not printed to a terminal",
    arguments: [
      "\u{0}", "\r", "\u{8}", "\u{1B}", "\u{7F}", "\u{85}", "\u{AD}", "\u{34F}", "\u{115F}", "\u{1160}",
      "\u{17B4}", "\u{180E}", "\u{200B}", "\u{200E}", "\u{202E}", "\u{2028}", "\u{2060}", "\u{2065}",
      "\u{2066}", "\u{2800}", "\u{3164}", "\u{FFA0}", "\u{FEFF}", "\u{FFF9}", "\u{E000}", "\u{F8FF}",
      "\u{1D159}", "\u{16FE4}", "\u{FFFC}", "\u{1D173}", "\u{378}", "\u{E0001}", "\u{E0041}", "\u{F0000}",
    ] as [Unicode.Scalar])
  func hidden(_ scalar: Unicode.Scalar) {
    for text in ["make \(scalar)all", "\(scalar)", "é\(scalar)", "😀\(scalar)"] {
      #expect(VisibleText.hidesSomething(text), "\(text)")
      #expect(VisibleText.escaped(text).contains("\\u{\(String(scalar.value, radix: 16))}"))
    }
    #expect(VisibleText.isUnprintable(scalar))
  }

  @Test(
    "a blank other than a space is hidden in a command, but may be printed",
    arguments: (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
      $0.properties.generalCategory == .spaceSeparator && $0 != " "
    })
  func blank(_ blank: Unicode.Scalar) {
    for text in ["make\(blank)all", "\(blank)", "/a\(blank)/b", "rm -r ~\(blank)/x"] {
      #expect(VisibleText.hidesSomething(text))
      #expect(VisibleText.escaped(text).contains("\\u{\(String(blank.value, radix: 16))}"))
    }
    #expect(!VisibleText.isUnprintable(blank))
  }

  @Test(
    "a mark without a base character is hidden",
    arguments: ["\u{489}", "\u{20E3}", "\u{301}", "\u{20DD}", "\u{903}", "\u{A670}", "\u{1AB7}"]
      as [Unicode.Scalar])
  func lonelyMark(_ mark: Unicode.Scalar) {
    for before in ["", " ", "make ", "a\n", "a\t", "a\u{A0}", " \u{302}"] {
      #expect(VisibleText.hidesSomething("\(before)\(mark)"), "\(before)")
      #expect(VisibleText.escaped("\(before)\(mark)").hasSuffix("\\u{\(String(mark.value, radix: 16))}"))
    }
    for before in ["a", "é", "ⓐ", "日", "a\u{302}"] {
      #expect(!VisibleText.hidesSomething("\(before)\(mark)"))
    }
  }

  @Test(
    "selectors and joiners are visible in emoji and ideographs only",
    arguments: [
      ("❤️", false), ("1️⃣", false), ("👩‍💻", false), ("👩🏽‍💻", false), ("🏳️‍🌈", false),
      ("邉\u{E0101}", false), ("a\u{FE0F}", true), ("1\u{FE0F}", true), ("a\u{E0101}", true),
      ("❤️\u{FE0F}", true), ("\u{FE0F}", true), ("ls\u{200D}", true), ("a\u{200D}b", true),
      ("😀\u{200D}", true), ("😀\u{200D}a", true), ("❤\u{FE00}", true),
    ])
  func inside(_ text: String, _ hides: Bool) {
    #expect(VisibleText.hidesSomething(text) == hides)
    #expect(text.unicodeScalars.allSatisfy { !VisibleText.isUnprintable($0) })
  }

  @Test(
    "ordinary text is visible",
    arguments: [
      "", "make all\n\tcd x", "ÄÖ ß é e\u{301} ñ", "日本語 テキスト", "한국어", "العربية", "हिन्दी", "→ ≈ 🎉 ⠓",
      "ភាសាខ្មែរ", "မြန်မာ", "བོད་སྐད", "ç̌a", "(\u{301})", "ⓐ 1\u{20E3}", "தமிழ்", "ก็",
    ])
  func seen(_ text: String) {
    #expect(!VisibleText.hidesSomething(text))
    #expect(VisibleText.escaped(text) == text)
  }
}
