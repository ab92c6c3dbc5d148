import MovieNightPrimitives
import Testing

@testable import ProtocolSchema

/// Checks of JSON values against declared types.
@Suite struct ConformanceTests {
  private func validationError(_ text: String, _ type: ValueType, _ author: Author = .client) throws -> ValidationError?
  {
    type.validationError(in: try JSONDocument(Array(text.utf8)).root, by: author)
  }

  @Test(arguments: [
    (ValueType.bool, ["true", "false"], ["0", "\"true\"", "[]"]),
    (.integer(), ["0", "-1", "9007199254740993"], ["1.5", "\"1\"", "true"]),
    (.integer(1...3), ["1", "3"], ["0", "4", "2.5"]), (.number, ["1", "1.5", "-0.25"], ["\"1\""]),
    (.text(), ["\"\"", "\"a\""], ["1", "{}"]),
    (.text(.bytes(1...3)), ["\"a\"", "\"€\""], ["\"\"", "\"abcd\"", "\"€€\""]),
    (.text(.country(codes: ["DE", "US"])), ["\"DE\""], ["\"de\"", "\"XX\"", "\"\"", "1"]),
    (
      .text(.stream),
      ["\"round-01a1fdc9-f4a6-7c66-b69f-3138cc839a84\"", "\"a_2-01a1fdc9-f4a6-7c66-b69f-3138cc839a84\""],
      [
        "\"round\"", "\"-01a1fdc9-f4a6-7c66-b69f-3138cc839a84\"", "\"01a1fdc9-f4a6-7c66-b69f-3138cc839a84\"",
        "\"round-01A1FDC9-f4a6-7c66-b69f-3138cc839a84\"", "\"Round-01a1fdc9-f4a6-7c66-b69f-3138cc839a84\"",
        "\"2-01a1fdc9-f4a6-7c66-b69f-3138cc839a84\"", "\"a-b-01a1fdc9-f4a6-7c66-b69f-3138cc839a84\"",
        "\"abcdefghijklmnopqrstuvwxyzab-01a1fdc9-f4a6-7c66-b69f-3138cc839a84\"", "1",
      ]
    ),
    (.text(.opaque(what: "a place")), ["\"\"", "\"a\""], ["1", "\"\(String(repeating: "a", count: 2001))\""]),
    (.id(of: "round"), ["\"01a1fdc9-f4a6-7c66-b69f-3138cc839a84\""], ["\"01a1fdc9\"", "1"]),
    (.time, ["\"2026-02-14T20:00:00Z\""], ["\"2026-02-14\"", "1"]),
    (.date, ["\"2026-02-14\""], ["\"2026-02-30\"", "\"2026-02-14T20:00:00Z\""]),
    (.enumeration(EnumType("Vote", ["up", "down"])), ["\"up\""], ["\"UP\"", "\"\"", "1"]),
    (.list(of: .integer(), atLeast: 1, atMost: 2), ["[1]", "[1,2]"], ["[]", "[1,2,3]", "[\"1\"]", "1"]),
    (.either([.integer(), .time]), ["1", "\"2026-02-14T20:00:00Z\""], ["\"now\"", "true"]),
    (.document, ["{}", "{\"a\":[]}"], ["[]", "1"]),
  ])
  func validValuesConformAndOthersReportExpectation(_ type: ValueType, _ right: [String], _ wrong: [String]) throws {
    for text in right { #expect(try validationError(text, type) == nil, "\(text)") }
    for text in wrong {
      #expect(try validationError(text, type)?.message == "must be \(type.expectation)" || isListError(text, type))
    }
    #expect(try validationError("null", type) != nil)
  }

  /// Returns whether `type` is a list for which `text` is invalid. Such an error is about the length or an element, and
  /// so has its own message.
  private func isListError(_ text: String, _ type: ValueType) throws -> Bool {
    guard case .list = type else { return false }
    return try validationError(text, type) != nil
  }

  private let pair = ObjectType(
    "Pair", "Two.",
    [
      .field("first", .integer(), "always"), .nullable("second", .integer(), "or null"),
      WireField("third", .integer(), isRequired: false, isNullable: false, "at times"),
    ])

  @Test func missingExtraDuplicateOrMistypedMemberIsReported() throws {
    let type = ValueType.object(pair)
    #expect(try validationError(#"{"first":1,"second":null}"#, type, .server) == nil)
    #expect(try validationError(#"{"first":1,"second":2,"third":3}"#, type, .server) == nil)
    let wrong = [
      (#"{"second":null}"#, ".first"), (#"{"first":1}"#, ".second"), (#"{"first":null,"second":null}"#, ".first"),
      (#"{"first":1,"second":null,"third":null}"#, ".third"), (#"{"first":1,"second":null,"fourth":4}"#, ".fourth"),
      (#"{"first":1,"second":null,"first":1}"#, ".first"), (#"{"first":"1","second":null}"#, ".first"),
    ]
    for (text, path) in wrong { #expect(try validationError(text, type, .server)?.path == path, "\(text)") }
  }

  @Test func faultReportsPathOfNestedValue() throws {
    let type = ValueType.object(ObjectType(nil, "", [.field("pairs", .list(of: .object(pair)), "")]))
    let text = #"{"pairs":[{"first":1,"second":2},{"first":1,"second":"2"}]}"#
    #expect(try validationError(text, type) == ValidationError(at: ".pairs[1].second", "must be a whole number"))
  }

  /// A client may write ids in upper case and times to the microsecond; a server may not.
  @Test func serverValuesMustHaveCanonicalForm() throws {
    let id = "\"01A1FDC9-f4a6-7c66-b69f-3138cc839a84\""
    #expect(
      try validationError(id, .id(of: "round"), .client) == nil && validationError(id, .id(of: "round"), .server) != nil
    )
    let time = "\"2026-02-14T20:00:00.5Z\""
    #expect(try validationError(time, .time, .client) == nil && validationError(time, .time, .server) != nil)
  }

  /// The canonical form of an event's time has microseconds.
  @Test func recordedValuesMustHaveCanonicalForm() throws {
    for (time, isRecorded) in [("20:00:00.500000Z", true), ("20:00:00.5Z", false), ("20:00:00Z", false)] {
      #expect(try (validationError("\"2026-02-14T\(time)\"", .time, .record) == nil) == isRecorded, "\(time)")
    }
    let id = "\"01A1FDC9-f4a6-7c66-b69f-3138cc839a84\""
    #expect(try validationError(id, .id(of: "round"), .record) != nil)
    let more = #"{"first":1,"second":2,"fourth":4}"#
    #expect(
      try validationError(more, .object(pair), .record)
        == ValidationError(at: ".fourth", "is not declared or occurs twice"))
  }

  /// A message that lists all words of a long enumeration would be unreadable.
  @Test func longChoiceIsDescribedByItsName() {
    let words = (0..<21).map { "Word\($0)" }
    #expect(ValueType.enumeration(EnumType("EventType", words)).expectation == "one of the EventType values")
    #expect(
      ValueType.list(of: .enumeration(EnumType("EventType", words)), atMost: 9).expectation
        == "a list of EventType values, at most 9")
    #expect(ValueType.enumeration(EnumType("Vote", ["up", "down"])).expectation == #"one of "up", "down""#)
  }
}
