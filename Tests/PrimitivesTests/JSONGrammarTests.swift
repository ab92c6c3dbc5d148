import Foundation
import MovieNightPrimitives
import TestSupport
import Testing

/// The JSON grammar (RFC 8259), with cases from public JSON test suites.
@Suite struct JSONGrammarTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "123456789", "0.5", "-0.0", "1.25e2", "1E5", "1e-3", "1e+3",
    "0e0", "0E+1", "9223372036854775807", "-9223372036854775808", "123456789012345678901234567890",
    "\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\"", "\"\\u00e9\"", "\"\\uD83C\\uDFAC\"",
    "\"\\ud83c\\udfac\"", "\"é\"", "\"🎬\"", "\"\u{7F}\"", "\"\u{2028}\"", "\"\u{10FFFF}\"", "\"\\u0000\"",
    "\"\\uFFFF\"",
    "[]", "[ ]", "[1]", "[1,2]", " [ 1 , 2 ] ", "[[]]", "[[],[[]]]", "[null,true,false,0,\"\",[],{}]",
    "{}", "{ }", "{\"a\":1}", "{\"a\":1,\"b\":2}", " { \"a\" : { \"b\" : [ ] } } ", "{\"\":0}", "{\"a\":1,\"a\":2}",
    "\t\r\n 1 \t\r\n", "{\"\\u0061\":1}",
  ])
  func validTextIsAccepted(_ text: String) throws {
    _ = try JSONDocument(text)
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd), (" ", .unexpectedEnd), ("n", .unexpectedEnd), ("nul", .unexpectedEnd),
      ("nulL", .unexpectedByte), ("True", .unexpectedByte), ("nullx", .trailingBytes), ("NaN", .unexpectedByte),
      ("Infinity", .unexpectedByte), ("-Infinity", .invalidNumber), ("undefined", .unexpectedByte),
      ("+1", .unexpectedByte), ("-", .unexpectedEnd), ("--1", .invalidNumber), ("01", .trailingBytes),
      ("-01", .trailingBytes), ("1.", .unexpectedEnd), (".5", .unexpectedByte), ("1.e1", .invalidNumber),
      ("1e", .unexpectedEnd), ("1e+", .unexpectedEnd), ("1ea", .invalidNumber), ("0x10", .trailingBytes),
      ("1 2", .trailingBytes), ("1,", .trailingBytes), ("[1.]", .invalidNumber), ("[-]", .invalidNumber),
      ("\"", .unexpectedEnd), ("\"a", .unexpectedEnd), ("\"a\\", .unexpectedEnd), ("'a'", .unexpectedByte),
      ("\"\t\"", .invalidString), ("\"\n\"", .invalidString), ("\"\u{0}\"", .invalidString),
      ("\"\u{1F}\"", .invalidString), ("\"\\x\"", .invalidString), ("\"\\a\"", .invalidString),
      ("\"\\U0041\"", .invalidString), ("\"\\u004\"", .invalidString), ("\"\\u00G0\"", .invalidString),
      ("\"\\uD800\"", .invalidString), ("\"\\uDC00\"", .invalidString), ("\"\\uD800\\n\"", .invalidString),
      ("\"\\uD800\\uD800\"", .invalidString), ("\"\\uD800\\u0041\"", .invalidString),
      ("\"\\uDFAC\\uD83C\"", .invalidString),
      ("\"\\uD800x\"", .invalidString), ("\"a\"b", .trailingBytes),
      ("[", .unexpectedEnd), ("[1", .unexpectedEnd), ("[1,", .unexpectedEnd), ("[1,]", .unexpectedByte),
      ("[,1]", .unexpectedByte), ("[1,,2]", .unexpectedByte), ("[1 2]", .unexpectedByte), ("[1}", .unexpectedByte),
      ("]", .unexpectedByte), ("[]]", .trailingBytes), ("[a]", .unexpectedByte), ("[1:2]", .unexpectedByte),
      ("{", .unexpectedEnd), ("{\"a\"", .unexpectedEnd), ("{\"a\":", .unexpectedEnd), ("{\"a\":1", .unexpectedEnd),
      ("{\"a\":1,", .unexpectedEnd), ("{\"a\":1,}", .unexpectedByte), ("{,}", .unexpectedByte),
      ("{1:1}", .unexpectedByte),
      ("{a:1}", .unexpectedByte), ("{\"a\" 1}", .unexpectedByte), ("{\"a\"=1}", .unexpectedByte),
      ("{\"a\",1}", .unexpectedByte),
      ("{\"a\":1]", .unexpectedByte), ("{\"a\":}", .unexpectedByte), ("{\"a\":1 \"b\":2}", .unexpectedByte),
      ("{}}", .trailingBytes), ("/**/1", .unexpectedByte), ("1//", .trailingBytes), ("#", .unexpectedByte),
      ("\u{FEFF}1", .unexpectedByte), ("\u{A0}1", .unexpectedByte), ("\u{B}1", .unexpectedByte),
      ("\u{C}1", .unexpectedByte), ("1\u{0}", .trailingBytes), ("\u{0}", .unexpectedByte), ("[\u{0}]", .unexpectedByte),
    ] as [(String, JSONError.Reason)])
  func invalidTextIsRejectedWithReason(_ text: String, _ reason: JSONError.Reason) {
    #expect(throws: JSONError.self, "\(text)") { try JSONDocument(text) }
    #expect(reasonFor(Array(text.utf8)) == reason, "\(text)")
  }

  /// The bytes are inside a string, where the grammar allows any byte from 128 up.
  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0x81], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0xAF], [0xE2, 0x82],
      [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x9F, 0x8E],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func invalidUTF8IsRejected(_ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(reasonFor([quote] + bytes + [quote]) == .invalidUTF8)
    #expect(reasonFor([quote] + bytes) == .unexpectedEnd)
    #expect(reasonFor(bytes) == .unexpectedByte)
    #expect(reasonFor(Array("{\"a".utf8) + bytes + Array("\":1}".utf8)) == .invalidUTF8)
  }

  @Test func nestingOverMaximumDepthIsRejected() throws {
    let deepest = JSONDocument.maximumDepth
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      _ = try JSONDocument(nested(deepest, open, close))
      #expect(reasonFor(Array(nested(deepest + 1, open, close).utf8)) == .tooDeep)
    }
    #expect(reasonFor(Array(String(repeating: "[", count: 1_000_000).utf8)) == .tooDeep)
    let wide = "[" + String(repeating: "[1],", count: 10_000) + "[1]]"
    #expect(try Array(JSONDocument(wide).root.elements).count == 10_001)
  }

  @Test func truncatedTextIsRejected() throws {
    let whole = Array(
      #" {"a":[1,-2.5e+3,true,false,null],"é🎬":"\u0041\ud83c\udfac\n","o":{"x":{"y":[]}},"t":"x"}"#.utf8)
    _ = try JSONDocument(whole)
    for count in 0..<whole.count {
      #expect(throws: JSONError.self, "the first \(count) bytes") { try JSONDocument(Array(whole.prefix(count))) }
    }
  }

  /// Randomly damaged text must not crash the parser, either.
  @Test func damagedTextIsAcceptedOnlyIfFoundationAcceptsIt() {
    var random = SeededGenerator(seed: 7)
    let whole = Array(#"{"a":[1,-2.5e+3,true,null],"é":"\u0041\ud83c\udfac\n","o":{"x":"y"}}"#.utf8)
    let alphabet = Array("{}[]\":,\\u0eE+-.tfn 19aé".utf8)
    for _ in 0..<4000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = alphabet.randomElement(using: &random) ?? 0x20
        case 1: bytes.remove(at: index)
        default: bytes.insert(alphabet.randomElement(using: &random) ?? 0x20, at: index)
        }
      }
      // Foundation accepts a comma before a closing brace, which the grammar forbids.
      if String(decoding: bytes, as: UTF8.self).contains(",}") { continue }
      let ours = (try? JSONDocument(bytes)) != nil
      let theirs = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private func reasonFor(_ bytes: [UInt8]) -> JSONError.Reason? {
    do throws(JSONError) {
      _ = try JSONDocument(bytes)
      return nil
    } catch {
      return error.reason
    }
  }
}
