import Foundation
import TestSupport
import Testing

@testable import MovieNightPrimitives

/// The limit on consecutive combining marks in each string of a document.
@Suite struct CombiningMarksTests {
  private func error(_ text: String) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONDocument(text)
      return nil
    } catch {
      return error
    }
  }

  private static func run(_ count: Int, _ marks: String = "\u{301}\u{316}") -> String {
    let marks = Array(marks.unicodeScalars)
    return String(String.UnicodeScalarView((0..<count).map { marks[$0 % marks.count] }))
  }

  /// The expected counts come from Foundation's decomposition.
  @Test func markCountMatchesDecompositionOfEveryScalar() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let decomposed = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
      let leading = decomposed.prefix { $0.properties.canonicalCombiningClass != .notReordered }.count
      #expect(CombiningMarks.marks(in: value) == leading, "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: ["\u{301}", "\u{301}\u{316}", "\u{3099}", "\u{FF9E}", "\u{1D165}", "\u{1E8D0}\u{5B0}"])
  func markOverLimitIsRefusedWithItsOffset(_ marks: String) {
    let (accepted, refused) = (Self.run(30, marks), Self.run(31, marks))
    for (before, after) in [(#"""#, #"""#), (#"["é",{"a":"x"#, #"y"}]"#), (#"{"b":1,"a"#, #"":2}"#)] {
      #expect(error(before + accepted + after) == nil)
      let last = String(refused.unicodeScalars.last.map(Character.init) ?? " ")
      let offset = (before + refused).utf8.count - last.utf8.count
      #expect(error(before + refused + after) == JSONError(.tooManyMarks, offset: offset))
      #expect(error(before + accepted + "a" + accepted + after) == nil)
    }
  }

  @Test(arguments: ["\u{344}", "\u{F73}", "\u{F75}", "\u{F81}"])
  func markThatDecomposesIntoTwoCountsTwice(_ mark: String) {
    #expect(error("\"\(Self.run(15, mark))\"") == nil)
    #expect(error("\"\(Self.run(16, mark))\"")?.reason == .tooManyMarks)
  }

  @Test func escapedMarksCountLikeUnescapedOnes() {
    let pair = #"\ud834\udd65"#
    for escape in [#"\u0301"#, #"\u0316"#, pair] {
      #expect(error("\"" + String(repeating: escape, count: 30) + "\"") == nil)
      #expect(
        error("\"" + String(repeating: escape, count: 31) + "\"")
          == JSONError(.tooManyMarks, offset: 1 + 30 * escape.utf8.count))
    }
    let mixed = String(repeating: #"\u0301"# + "\u{316}" + pair, count: 10)
    #expect(error("\"\(mixed)\"") == nil)
    #expect(error("\"\(mixed)\\u0301\"")?.reason == .tooManyMarks)
    for other in [#"\n"#, #"\""#, #"\\"#, #"\u0041"#, "é"] {
      #expect(error("\"\(mixed)\(other)\(mixed)\"") == nil, "\(other)")
    }
  }

  @Test func adjacentStringsAreCountedSeparately() {
    let run = Self.run(30)
    #expect(error(#"["\#(run)","\#(run)",{"\#(run)":"\#(run)"}]"#) == nil)
  }

  @Test func storedDocumentHasNoMarkLimit() throws {
    let text = Self.run(400)
    #expect(try JSONDocument(stored: Array(#"{"title":"\#(text)"}"#.utf8)).root.string("title") == text)
  }

  /// Accepted text is cheap to compare, because no run of marks is long in any normalization form.
  @Test func randomTextsAreAcceptedExactlyWithinLimit() {
    let scalars: [Unicode.Scalar] = [
      "a", "\u{301}", "\u{316}", "\u{344}", "\u{F73}", "\u{E9}", "\u{1F82}", "中", "\u{FF9E}", "\u{1D165}", "\u{FE0F}",
    ]
    var generator = SeededGenerator(seed: TestSeed.current)
    var (acceptedCount, refusedCount) = (0, 0)
    for _ in 0..<3000 {
      // Most of the scalars are marks.
      let text = (0..<Int.random(in: 0...90, using: &generator)).map { _ in
        Int.random(in: 0..<16, using: &generator) > 0
          ? scalars[Int.random(in: 1...4, using: &generator)] : scalars.randomElement(using: &generator) ?? "a"
      }
      let escaped = text.map { scalar in
        Bool.random(using: &generator)
          ? String(scalar)
          : String(scalar).utf16.map { "\\u" + String(0x10000 + UInt32($0), radix: 16).dropFirst() }.joined()
      }.joined()
      let string = String(String.UnicodeScalarView(text))
      // A composed letter may decompose into up to three marks, which the limit does not count.
      let isAccepted = longestRun(text.map(Self.weight)) <= 30
      #expect(
        (error("\"\(escaped)\"") == nil) == isAccepted,
        "\(escaped) \(TestSeed.command(seed: TestSeed.current, filter: "CombiningMarksTests"))")
      if isAccepted {
        acceptedCount += 1
        let decomposed = string.decomposedStringWithCompatibilityMapping.unicodeScalars
        #expect(longestRun(decomposed.map { $0.properties.canonicalCombiningClass == .notReordered ? 0 : 1 }) <= 33)
      } else {
        refusedCount += 1
      }
    }
    #expect(acceptedCount > 100 && refusedCount > 100)
  }

  private static func weight(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\u{344}", "\u{F73}": 2
    case "\u{301}", "\u{316}", "\u{FF9E}", "\u{1D165}": 1
    default: 0
    }
  }

  private func longestRun(_ weights: [Int]) -> Int {
    var (longest, run) = (0, 0)
    for weight in weights {
      run = weight == 0 ? 0 : run + weight
      longest = max(longest, run)
    }
    return longest
  }
}
