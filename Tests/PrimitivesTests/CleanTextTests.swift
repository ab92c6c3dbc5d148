import Testing

@testable import MovieNightPrimitives

@Suite struct CleanTextTests {
  private func name(_ text: String) -> String? { CleanText.cut(text, longest: CleanText.longestName) }
  private func overview(_ text: String) -> String? { CleanText.cut(text, longest: CleanText.longestOverview) }

  @Test func controlCharactersAreRemovedAndWhitespaceCollapsed() {
    #expect(name("A\u{0}B\u{7}C\u{1B}[31mD\u{7F}E\u{9B}F") == "ABC[31mDEF")
    #expect(name("\r\n A \t\n B\u{85}C\u{2028}D\u{2029}\u{B}\u{C} ") == "A B C D")
    #expect(overview("One.\r\n\r\nTwo.") == "One. Two.")
    #expect(name("A \u{1} B") == "A B")
  }

  @Test func bidirectionalControlsAreRemoved() {
    let turning = (0x202A...0x202E).map { $0 } + (0x2066...0x2069).map { $0 }
    for scalar in turning.compactMap(Unicode.Scalar.init) {
      #expect(name("A\(Character(scalar))B") == "AB")
    }
  }

  @Test func letterAndEmojiSequencesAreKept() {
    for text in ["Amélie", "千と千尋の神隠し", "שׁלום\u{200F}", "👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "नमस्ते", "Zombieland: Double Tap"] {
      #expect(name(text) == text)
    }
  }

  @Test func textWithoutVisibleCharactersIsNil() {
    for text in ["", " ", "\n", "\u{0}", "\u{202E}", "\u{200B}", "\u{A0}", "\u{3000}", "\u{FEFF}\u{200D}", "\u{AD}"] {
      #expect(name(text) == nil)
    }
  }

  @Test func longTextIsCutToByteLimit() {
    for (cut, longest) in [(name, 300), (overview, 4_000)] {
      let text = String(repeating: "a", count: longest)
      #expect(cut(text) == text)
      #expect(cut(text + "b") == text)
      #expect(cut(text + " b") == text)
      #expect(cut(text.dropLast() + " b") == String(text.dropLast()))
    }
  }

  @Test func textIsCutAtCharacterBoundary() {
    func text(_ character: String, after count: Int) -> String { String(repeating: "a", count: count) + character }
    for character in ["é", "e\u{301}", "千", "👨‍👩‍👧‍👦", "🇩🇪", "\u{1F44D}\u{1F3FD}"] {
      let bytes = character.utf8.count
      #expect(name(text(character, after: 300 - bytes) + "!") == text(character, after: 300 - bytes))
      for missing in 1..<bytes {
        #expect(name(text(character, after: 300 - bytes + missing)) == text("", after: 300 - bytes + missing))
      }
    }
    // A combining mark beyond the limit is cut together with the letter before it.
    #expect(name(text("\u{301}", after: 300)) == text("", after: 299))
    #expect(name("a" + String(repeating: "\u{301}", count: 150)) == nil)
  }

  @Test func emptyOrTooLongWholeTextIsNil() {
    let text = String(repeating: "r", count: 20)
    #expect(CleanText.whole(" \(text) ", longest: 20) == text)
    #expect(CleanText.whole(text + "r", longest: 20) == nil)
    #expect(CleanText.whole("", longest: 20) == nil)
  }
}
