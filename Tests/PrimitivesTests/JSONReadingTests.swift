import MovieNightPrimitives
import Testing

/// Reading values and members of a document.
@Suite struct JSONReadingTests {
  private func root(_ text: String) throws -> JSONValue { try JSONDocument(text).root }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("99999999999999999999999", nil), ("1.0", nil),
      ("1e2", nil), ("\"1\"", nil), ("true", nil), ("null", nil),
    ] as [(String, Int?)])
  func integerIsReadExactlyOrNil(_ text: String, _ expected: Int?) throws {
    #expect(try root(text).integer == expected)
  }

  @Test(
    arguments: [
      ("0", 0), ("-2.5", -2.5), ("1e3", 1000), ("0.1", 0.1), ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
      ("5e-324", Double.leastNonzeroMagnitude), ("1e-400", 0), ("1e400", nil), ("-1e400", nil), ("\"1\"", nil),
    ] as [(String, Double?)])
  func doubleIsReadOrNilWhenNotFinite(_ text: String, _ expected: Double?) throws {
    #expect(try root(text).double == expected)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\u0041\u00e9""#, "Aé"), (#""\ud83c\udfac!""#, "🎬!"), (#""🎬é""#, "🎬é"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""a\u0000b""#, "a\u{0}b"),
    (#""\uD834\uDD1E\uFFFF""#, "𝄞\u{FFFF}"),
  ])
  func stringEscapesAreDecoded(_ text: String, _ expected: String) throws {
    #expect(try root(text).string == expected)
  }

  @Test(
    arguments: [
      (#""rounds.vote""#, "rounds.vote"), (#""""#, ""), (#""\u0061""#, "a"), ("1", nil), ("null", nil), (#""é""#, nil),
      (#""\u00e9""#, nil), ("\"a\u{301}\"", nil),
      ("\"\(String(repeating: "a", count: 64))\"", String(repeating: "a", count: 64)),
      ("\"\(String(repeating: "a", count: 65))\"", nil),
      ("\"\(String(repeating: #"\u0061"#, count: 64))\"", String(repeating: "a", count: 64)),
      ("\"\(String(repeating: #"\u0061"#, count: 65))\"", nil),
    ] as [(String, String?)])
  func wordIsNilUnlessShortASCII(_ text: String, _ expected: String?) throws {
    #expect(try root(text).word == expected)
  }

  @Test func readingAnotherKindGivesNilOrEmpty() throws {
    for text in ["null", "1", "[]", "{}", "true"] { #expect(try root(text).string == nil) }
    for text in ["null", "1", "[]", "{}", "\"true\""] { #expect(try root(text).bool == nil) }
    #expect(try Array(root("{\"a\":1}").elements).isEmpty)
    #expect(try Array(root("[1]").members).isEmpty)
    #expect(try root("[1]")["a"] == nil)
  }

  @Test func memberLookupFindsFirstOfItsDecodedName() throws {
    let value = try root(#"{"skip":{"name":[1,{"name":2}]},"name":"first","name":"second","na":1,"n\u0061mes":3}"#)
    #expect(value["name"]?.string == "first")
    #expect(value["na"]?.integer == 1)
    #expect(value["nam"] == nil)
    #expect(value["names"]?.integer == 3, "an escaped name is the same name")
    #expect(value["skip"]?["name"]?.elements.map(\.kind) == [.number, .object])
    #expect(value.members.map(\.name) == ["skip", "name", "name", "na", "names"])
  }

  @Test func valueKeepsItsRawBytesAndOffset() throws {
    let value = try root(#" { "a" : [ 1, 2 ] , "s":"x\ny" } "#)
    #expect(value["a"].map { String(decoding: $0.rawBytes, as: UTF8.self) } == "[ 1, 2 ]")
    #expect(value["s"].map { String(decoding: $0.rawBytes, as: UTF8.self) } == #"x\ny"#)
    #expect(value["a"]?.offset == 9)
  }

  @Test func missingOrMistypedFieldIsReportedByName() throws {
    let value = try root(
      #"{"s":1,"i":"x","b":0,"t":"2026-02-30T00:00:00Z","id":"x","ids":["00000000-0000-7000-8000-000000000001","x"],"a":{},"o":[],"n":null}"#
    )
    func expect(_ field: String, _ reason: JSONError.Reason, _ read: (JSONValue) throws(JSONError) -> Void) {
      #expect(throws: JSONError(reason, field: field)) { try read(value) }
    }
    expect("absent", .missing) { (value) throws(JSONError) in _ = try value.string("absent") }
    expect("absent", .missing) { (value) throws(JSONError) in _ = try value.array("absent") }
    expect("absent", .missing) { (value) throws(JSONError) in _ = try value.object("absent") }
    expect("absent", .missing) { (value) throws(JSONError) in
      _ = try value.identifier("absent") as Identifier<JSONReadingTests>
    }
    expect("s", .wrongType(expected: "a string")) { (value) throws(JSONError) in _ = try value.string("s") }
    expect("n", .wrongType(expected: "a string")) { (value) throws(JSONError) in _ = try value.string("n") }
    expect("i", .wrongType(expected: "a whole number")) { (value) throws(JSONError) in _ = try value.integer("i") }
    expect("t", .wrongType(expected: "a number")) { (value) throws(JSONError) in _ = try value.value("t") as Double }
    expect("b", .wrongType(expected: "true or false")) { (value) throws(JSONError) in _ = try value.bool("b") }
    expect("t", .wrongType(expected: "a time")) { (value) throws(JSONError) in _ = try value.timestamp("t") }
    expect("id", .wrongType(expected: "an id")) { (value) throws(JSONError) in
      _ = try value.identifier("id") as Identifier<JSONReadingTests>
    }
    expect("ids[1]", .wrongType(expected: "an id")) { (value) throws(JSONError) in
      _ = try value.value("ids") as [Identifier<JSONReadingTests>]
    }
    expect("a", .wrongType(expected: "a list")) { (value) throws(JSONError) in _ = try value.value("a") as [Int] }
    expect("a", .wrongType(expected: "a list")) { (value) throws(JSONError) in _ = try value.array("a") }
    expect("o", .wrongType(expected: "an object")) { (value) throws(JSONError) in _ = try value.object("o") }
    expect("s", .wrongType(expected: "a string")) { (value) throws(JSONError) in _ = try value.value("s") as String? }
    #expect(try value.optional("n") as String? == nil)
    #expect(try value.optional("absent") as Int? == nil)
    #expect(try value.value("absent") as Int? == nil)
    #expect(try value.value("n") as Identifier<JSONReadingTests>? == nil)
  }

  @Test func errorNamesItsOffsetOrField() {
    #expect(throws: JSONError(.unexpectedByte, offset: 6)) { try JSONDocument(#"{"a": x}"#) }
    #expect(JSONError(.missing, field: "name").description == "name is missing")
    #expect(JSONError(.wrongType(expected: "a list"), field: "movies").description == "movies is not a list")
    #expect(JSONError(.unexpectedEnd, offset: 3).description == "unexpected end of the text (at byte 3)")
  }
}
