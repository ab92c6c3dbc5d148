import MovieNightPrimitives
import Testing

@Suite struct UnsafeCharactersTests {
  @Test func printableTextReplacesTerminalControls() {
    #expect("Tim\u{1B}[2J\u{7}\n\u{202E}x\u{9B}".printable == "Tim\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}x\u{FFFD}")
    #expect("Amélie 千 👨‍👩‍👧".printable == "Amélie 千 👨‍👩‍👧")
  }

  @Test func excerptReplacesInvisibleCharacters() {
    #expect("rounds.vote".excerpt == "rounds.vote")
    #expect("a b".excerpt == "a b")
    for unsafe in [
      "\u{0}", "\n", "\u{1B}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{200B}", "\u{FEFF}", "\u{E0041}",
    ] {
      #expect("a\(unsafe)b".excerpt == "a\u{FFFD}b")
    }
  }

  @Test func excerptIsCutAfter100Scalars() {
    #expect(String(repeating: "a", count: 100).excerpt == String(repeating: "a", count: 100))
    #expect(String(repeating: "a", count: 101).excerpt == String(repeating: "a", count: 100) + "…")
    // A single character can have any number of scalars.
    #expect(("a" + String(repeating: "\u{FE0F}", count: 9999)).excerpt.unicodeScalars.count == 101)
  }
}
