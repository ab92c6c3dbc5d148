import MovieNightPrimitives
import Testing

@testable import ProtocolSchema

/// The OpenRPC document made from declarations.
@Suite struct OpenRPCTests {
  private static let vote = ValueType.enumeration(EnumType("Vote", ["up", "down"]))
  private static let voted = ObjectType(
    "Voted", "A vote.", [.field("vote", vote, "what they said"), .nullable("note", .text(), "what for")])
  private let description = ProtocolDescription(
    number: 1, version: "1.2.3",
    methods: [
      MethodDescription(
        name: "b.vote", summary: "Votes.", kind: .command, access: .authenticated,
        parameters: [
          WireField("vote", Self.vote, isRequired: true, isNullable: true, "null retracts"),
          WireField("limit", .integer(1...9), isRequired: false, isNullable: true, "how many", unit: .hours)
            .customValidated,
          WireField(
            "why", .text(.name(1...30)), isRequired: false, isNullable: true, defaultValue: .text("fun"), "what for"),
          WireField("kind", Self.vote, isRequired: false, isNullable: false, defaultValue: .text("up"), "which"),
          WireField(
            "also", .list(of: .bool), isRequired: false, isNullable: true, defaultValue: .emptyList, "what else"),
        ], alternatives: [["vote", "limit"]], result: Self.voted,
        refusals: [
          Refusal(409, "no_vote", "there is none", "None.", RefusalData(.field("votes", .integer(), "how many")))
        ]),
      MethodDescription(
        name: "a.look", summary: "Looks.", kind: .query, access: .everyone, parameters: [], alternatives: [],
        result: ObjectType(nil, "Nothing.", []), refusals: [],
        notifications: [NotificationDescription("a.seen", "Something.", Self.voted)]),
    ],
    events: [
      EventDescription(
        "VoteDrawn", version: 2, audience: .memberAndParent,
        [
          FieldMember("vote", .enumeration("Vote", ["up", "down"])), FieldMember("at", .optional(.time)),
          FieldMember(
            "by", .optional(.either([.list(.identifier("MemberKind")), .enumeration("Members", ["unknown"])]))),
          FieldMember("odds", .object("Odds", [FieldMember("of", .integer(1...9))])),
        ])
    ], refusalsOfConnections: [Refusal(-32700, "parse_error", "no JSON", "No JSON.")])

  private func document() throws -> JSONValue { try JSONDocument(description.openRPC).root }

  @Test func methodsAreSortedByName() throws {
    let methods = try #require(try document()["methods"]).elements.map { $0["name"]?.string }
    #expect(methods == ["a.look", "b.vote"])
  }

  @Test func methodCarriesItsWholeDeclaration() throws {
    let methods = try #require(try document()["methods"])
    let method = try #require(methods.elements.first { $0["name"]?.string == "b.vote" })
    #expect(method["x-kind"]?.string == "command" && method["x-access"]?.string == "authenticated")
    #expect(
      method["params"]?.text
        == ##"[{"name":"vote","description":"Null retracts.","required":true,"schema":{"anyOf":[{"$ref":"#/components/schemas/Vote"},{"type":"null"}]}},{"name":"limit","description":"How many, in hours.","required":false,"schema":{"anyOf":[{"type":"integer","minimum":1,"maximum":9},{"type":"null"}]},"x-unit":"hours","x-ruled":true},{"name":"why","description":"What for; default: `fun`.","required":false,"schema":{"default":"fun","anyOf":[{"description":"1 to 30 characters after trimming white space.","type":"string","minLength":1,"x-min-characters":1,"x-max-characters":30,"x-max-bytes":2000},{"type":"null"}]}},{"name":"kind","description":"Which; default: `up`.","required":false,"schema":{"default":"up","$ref":"#/components/schemas/Vote"}},{"name":"also","description":"What else; default: none.","required":false,"schema":{"default":[],"anyOf":[{"type":"array","items":{"type":"boolean"}},{"type":"null"}]}}]"##
    )
    #expect(method["result"]?["schema"]?.text == ##"{"$ref":"#/components/schemas/Voted"}"##)
    #expect(method["errors"]?.text == #"[{"code":409,"message":"there is none","data":{"reason":"no_vote"}}]"#)
    #expect(method["x-one-of"]?.text == #"[["vote","limit"]]"#)
  }

  /// A server may hold names that were stored before the limit was introduced.
  @Test func serverSchemaOmitsCharacterLimitsOfNames() throws {
    var json = JSONWriter()
    json.schema(.text(.name(1...30)), by: .server)
    let description = "1 to 30 characters after trimming white space."
    #expect(json.text == #"{"description":"\#(description)","type":"string","x-max-bytes":2000}"#)
  }

  @Test func namedSchemasAndErrorsAreListedAsComponents() throws {
    let components = try #require(try document()["components"])
    #expect(components["schemas"]?["Vote"]?.text == #"{"type":"string","enum":["up","down"]}"#)
    #expect(components["schemas"]?["Voted"]?["required"]?.text == #"["vote","note"]"#)
    #expect(components["errors"]?["409_no_vote"]?["data"]?["reason"]?.string == "no_vote")
    #expect(components["errors"]?["-32700_parse_error"]?["code"]?.integer == -32700)
  }

  @Test func eventSchemaFollowsItsFields() throws {
    let events = Array(try #require(try document()["x-events"]).elements)
    let event = try #require(events.first)
    #expect(event["name"]?.string == "VoteDrawn" && event["version"]?.integer == 2)
    #expect(event["audience"]?.string == "member_and_parent")
    let data = try #require(event["data"])
    #expect(data["title"]?.string == "VoteDrawn" && data["required"]?.text == #"["vote","at","by","odds"]"#)
    let properties = try #require(data["properties"])
    #expect(properties["vote"]?.text == ##"{"$ref":"#/components/schemas/Vote"}"##)
    #expect(properties["at"]?.text == #"{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]}"#)
    #expect(
      properties["by"]?.text
        == ##"{"anyOf":[{"anyOf":[{"type":"array","items":{"type":"string","format":"uuid","x-id-of":"member"}},{"$ref":"#/components/schemas/Members"}]},{"type":"null"}]}"##
    )
    #expect(properties["odds"]?.text == ##"{"$ref":"#/components/schemas/RecordedOdds"}"##)
    let odds = try #require(try document()["components"]?["schemas"]?["RecordedOdds"])
    #expect(odds["properties"]?.text == #"{"of":{"type":"integer","minimum":1,"maximum":9}}"#)
    // Only types that methods use are listed.
    #expect(description.objects.map(\.name) == ["Voted"])
  }

  @Test func countryCodesBecomePattern() throws {
    let codes = WireField.field("country", .text(.country(codes: ["US", "DE", "UY", "AT"])), "which")
    let description = ProtocolDescription(
      number: 1, version: "1.2.3",
      methods: [
        MethodDescription(
          name: "a.look", summary: "Looks.", kind: .query, access: .everyone, parameters: [codes], alternatives: [],
          result: ObjectType(nil, "Nothing.", []), refusals: [])
      ], events: [], refusalsOfConnections: [])
    let text = String(decoding: description.openRPC, as: UTF8.self)
    #expect(text.contains(#""pattern":"^(A[T]|D[E]|U[SY])$""#))
  }

  @Test func fieldDescriptionIncludesDescriptionOfItsFormat() throws {
    let object = ObjectType(nil, "", [.field("entry", .text(.opaque(what: "an id")), "which entry")])
    var json = JSONWriter()
    json.schema(.object(object), by: .server)
    #expect(json.text.contains(#""entry":{"description":"Which entry. Opaque: an id.","type":"string"}"#))
  }

  @Test func methodExampleIsIncluded() throws {
    let example = MethodExample(
      parameters: try JSONDocument(#"{"vote":"up"}"#).root, result: try JSONDocument(#"{"vote":"up","note":null}"#).root
    )
    let lines = String(decoding: try description.openRPCLines(examples: ["b.vote": example]), as: UTF8.self)
    let expected =
      #""examples":[{"name":"b.vote","params":[{"name":"vote","value":"up"}],"#
      + #""result":{"name":"Voted","value":{"vote":"up","note":null}}}]"#
    #expect(lines.contains(expected))
  }

  @Test func streamPatternMatchesExactlyValidValues() throws {
    var json = JSONWriter()
    json.schema(.text(.stream), by: .client)
    let pattern = try JSONDocument(json.bytes).root.string("pattern")
    let id = "01a1fdc9-f4a6-7c66-b69f-3138cc839a84"
    for name in [
      "round-\(id)", "a_2-\(id)", "abcdefghijklmnopqrstuvwxyza-\(id)", "abcdefghijklmnopqrstuvwxyzab-\(id)", "round",
      "-\(id)", "2-\(id)", "a-b-\(id)", "Round-\(id)", "round-\(id.uppercased())", "round-\(id)a",
    ] {
      let matches = try Regex(pattern).wholeMatch(in: name) != nil
      let validationError = ValueType.text(.stream).validationError(
        in: try JSONDocument("\"\(name)\"").root, by: .client)
      #expect(matches == (validationError == nil), "\(name)")
    }
  }

  @Test func documentHasOneLinePerMethodAndSchema() throws {
    let round = ObjectType("Round", "A \"round\": {it}.", [.field("status", .text(.any), "how far")])
    let methods = ["a.look", "a.see"].map { name in
      MethodDescription(
        name: name, summary: "Looks.", kind: .query, access: .everyone, parameters: [], alternatives: [], result: round,
        refusals: [])
    }
    let description = ProtocolDescription(
      number: 1, version: "1.2.3", methods: methods, events: [], refusalsOfConnections: [])
    let lines = String(decoding: try description.openRPCLines(), as: UTF8.self).split(separator: "\n")
    for start in [#"    {"name":"a.look","#, #"    {"name":"a.see","#, #"      "Round": {"#] {
      #expect(lines.count { $0.hasPrefix(start) } == 1, "\(start)")
    }
    let joined = lines.map { line in
      let line = line.drop { $0 == " " }
      return line.hasPrefix("\"") ? line.replacing("\": ", with: "\":", maxReplacements: 1) : line
    }.joined()
    #expect(joined == String(decoding: description.openRPC, as: UTF8.self))
  }
}

extension JSONValue {
  fileprivate var text: String { String(decoding: rawBytes, as: UTF8.self) }
}
