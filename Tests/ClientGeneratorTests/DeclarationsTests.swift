import Testing
import ProtocolSchema

@testable import ClientGenerator

/// The Swift source generated from small declarations.
struct DeclarationsTests {
  private func method(
    _ name: String, _ kind: MethodDescription.Kind = .query, takes parameters: [WireField] = [],
    gives result: ObjectType = ObjectType("Thing", "A thing.", []), refuses refusals: [Refusal] = []
  ) -> MethodDescription {
    MethodDescription(
      name: name, summary: "Does it.", kind: kind, access: .authenticated, parameters: parameters, alternatives: [],
      result: result, adding: [], refusals: refusals)
  }

  private func optional(_ name: StaticString, _ type: ValueType) -> WireField {
    WireField(name, type, isRequired: false, isNullable: true, "it")
  }

  private func file(
    _ path: String, of methods: [MethodDescription], labels: [String: [Wording.Label]] = [:]
  ) throws -> String {
    let declarations = Declarations(methods: methods, wording: Wording(labels: labels, exceptions: [:]))
    let files = try declarations.clientFiles()
    return try #require(files.first { $0.path == path }).text
  }

  private func failure(_ methods: [MethodDescription], _ wording: Wording = Wording(labels: [:], exceptions: [:]))
    -> GeneratorError?
  {
    do throws(GeneratorError) {
      _ = try Declarations(methods: methods, wording: wording).clientFiles()
      return nil
    } catch {
      return error
    }
  }

  @Test func onlySeriesIDsAreNamedSeries() throws {
    let id = WireField.field("tmdb_id", .integer(), "its TMDb id")
    #expect(try file("TV.swift", of: [method("tv.get", takes: [id])]).contains("_ series: SeriesID"))
    #expect(try file("Titles.swift", of: [method("titles.get", takes: [id])]).contains("_ tmdbID: Int"))
  }

  // MARK: Objects

  @Test func objectBecomesStruct() throws {
    let thing = ObjectType(
      "Thing", "A thing.", identityKey: "thing_id",
      [
        .field("thing_id", .id(of: "thing"), "which"), .nullable("made_at", .time, "null before"),
        .field("parts", .list(of: .text()), "its parts"),
        WireField("default", .integer(), isRequired: false, isNullable: false, "what else"),
      ])
    let text = try file("Things.swift", of: [method("things.get", gives: thing)])
    #expect(text.contains("/// A thing.\npublic struct Thing: Identifiable, Hashable, Codable, Sendable {"))
    #expect(text.contains("  /// Which.\n  public var thingID: ThingID\n"))
    #expect(text.contains("  /// Nil before.\n  public var madeAt: Timestamp?\n"))
    #expect(text.contains("  public var `default`: Int?\n"))
    #expect(text.contains("public var id: ThingID { thingID }"))
    #expect(
      text.contains("    case thingID = \"thing_id\", madeAt = \"made_at\", parts, `default`\n"))
    #expect(!text.contains("JSONWritable"))
  }

  /// A union of a list and a word has a handwritten type, which has a case for null.
  @Test func handwrittenTypeIsNotOptional() throws {
    let crew = ValueType.either([.list(of: .id(of: "member")), .enumeration(EnumType("Crew", ["unknown"]))])
    let thing = ObjectType("Thing", "A thing.", [.nullable("crew", crew, "null for everyone")])
    let text = try file("Things.swift", of: [method("things.get", gives: thing)])
    #expect(text.contains("  public var crew: Crew\n"))
  }

  @Test func typesOfParametersAreJSONWritable() throws {
    let inner = ObjectType("Inner", "Inside.", [.field("name", .text(), "its name")])
    let outer = ObjectType("Outer", "Outside.", [.field("inner", .object(inner), "what is in it")])
    let methods = [
      method("things.get", gives: outer), method("things.set", takes: [.field("outer", .object(outer), "it")]),
    ]
    for name in ["Inner", "Outer"] {
      let text = try file("Things.swift", of: methods)
      #expect(text.contains("public struct \(name): Hashable, Codable, Sendable, JSONWritable {"))
      #expect(text.contains("json.field(\"\(name == "Inner" ? "name\", name" : "inner\", inner")"))
    }
  }

  @Test func unnamedResultIsNamedAfterCommand() throws {
    let state = ObjectType(nil, "What it is.", [.field("state", .text(), "it")])
    let text = try file("Things.swift", of: [method("things.make_it", .command, gives: state)])
    #expect(text.contains("-> TypedRequest<CommandResult<ThingsMakeItResult>> {"))
  }

  @Test func membersOfKnownMeaningGetTheirOwnTypes() throws {
    let thing = ObjectType(
      "Thing", "A thing.",
      [
        .field("tmdb_movie_id", .integer(), "which"), .field("genre_ids", .list(of: .integer()), "its genres"),
        .nullable("content_rating", .text(), "its rating"),
        .nullable("runtime", .integer(), "how long", unit: .minutes),
        .field("votes", .integer(), "how many"),
      ])
    let set = method("things.set", takes: [.field("thing", .object(thing), "it")], gives: thing)
    let text = try file("Things.swift", of: [method("things.get", gives: thing), set])
    for property in ["tmdbMovieID: MovieID", "genreIDs: [GenreID]", "contentRating: ContentRating?", "votes: Int"] {
      #expect(text.contains("  public var \(property)\n"), "\(property)")
    }
    #expect(text.contains("  /// How long.\n  @Minutes public var runtime: Duration?\n"))
    #expect(text.contains("json.field(\"runtime\", _runtime)"))
  }

  @Test func memberOfOtherMeaningKeepsItsType() throws {
    func text(_ name: String) throws -> String {
      let type = ObjectType(name, "A thing.", [.field("position", .integer(), "where")])
      return try file("Things.swift", of: [method("things.get", gives: type)])
    }
    #expect(try text("Suggestion").contains("public var position: Int\n"))
    #expect(try text("Thing").contains("public var position: EventPosition\n"))
  }

  @Test func untypedMethodsAndNotificationsHaveNoTypes() throws {
    let kind = ValueType.enumeration(EnumType("Kind", ["in", "out"]))
    let ended = ObjectType(
      "Ended", "An end.", [.field("kind", kind, "how"), .field("end_id", .id(of: "end"), "which")])
    func declared(_ untyped: Set<String>) throws -> String {
      let declarations = Declarations(
        methods: [method("things.get"), method("things.watch", gives: ObjectType("Watch", "A watch.", []))],
        notifications: [NotificationDescription("things.ended", "It ended.", ended)],
        wording: Wording(labels: [:], exceptions: ["things.watch": "it is watched"], untyped: untyped))
      return try (declarations.clientFiles() + declarations.testFiles).map(\.text).joined()
    }
    let names = ["struct Watch:", "struct Ended:", "struct Kind:", "typealias EndID", "\"things.watch\": Watch.self"]
    let (all, typed) = (try declared([]), try declared(["things.watch", "things.ended"]))
    for name in names { #expect(all.contains(name) && !typed.contains(name), "\(name)") }
    #expect(typed.contains("struct Thing:"))
  }

  // MARK: Choices

  @Test func choiceBecomesOpenEnum() throws {
    let enumeration = ValueType.enumeration(EnumType("Kind", ["in", "not_yet", "PG-13"]))
    let text = try file(
      "Things.swift",
      of: [method("things.get", gives: ObjectType("Thing", "A thing.", [.field("kind", enumeration, "what it is")]))])
    #expect(text.contains("/// A value of ``Thing/kind``: what it is.\npublic struct Kind: OpenEnum {\n"))
    #expect(text.contains("  public static let `in` = Self(rawValue: \"in\")\n"))
    #expect(text.contains("  public static let pg13 = Self(rawValue: \"PG-13\")\n"))
    #expect(text.contains("public static let allCases: [Self] = [.in, .notYet, .pg13]"))
  }

  @Test func parameterWithOneWordIsSentImplicitly() throws {
    let confirm = WireField.field("confirm", .enumeration(EnumType("Confirmation", ["DELETE"])), "the word")
    let methods = [method("things.erase", .command, takes: [confirm])]
    #expect(
      try file("Things.swift", of: methods).contains(
        "public func erase(options: CommandOptions = CommandOptions()) async"))
    #expect(
      try file("Things.swift", of: methods).contains("{ $0.field(\"confirm\", \"DELETE\") }\n"))
  }

  // MARK: Methods

  @Test func optionalParametersComeLastAndCommonOnesBecomeOptions() throws {
    let takes = [
      optional("command_id", .id(of: "command")), optional("limit", .integer()),
      .nullable("state", .text(), "null clears"), .field("thing_id", .id(of: "thing"), "which"),
      optional("acting_as", .id(of: "member")), optional("expected_revision", .integer()),
    ]
    let text = try file("Things.swift", of: [method("things.set", .command, takes: takes)])
    #expect(
      text.contains(
        """
          public func set(
            state: String?, thing: ThingID, limit: Int? = nil, options: CommandOptions = CommandOptions()
          ) async throws -> CommandResult<Thing> {
            try await scope.send(ThingsRequests.set(state: state, thing: thing, limit: limit), options: options)
          }
        """))
    #expect(
      text.contains(
        """
          public static func set(state: String?, thing: ThingID, limit: Int? = nil) -> TypedRequest<CommandResult<Thing>> {
            TypedRequest("things.set") { json in
              json.field("state", state)
              json.field("thing_id", thing)
              json.fieldIfPresent("limit", limit)
            }
          }
        """))
  }

  @Test func administratorMethodsGetOwnNamespace() throws {
    let clear = MethodDescription(
      name: "things.clear", summary: "Clears them.", kind: .query, access: .administrator, parameters: [],
      alternatives: [], result: ObjectType("Thing", "A thing.", []), adding: [], refusals: [])
    let text = try file("Things.swift", of: [method("things.get"), clear])
    let administration = try #require(text.firstRange(of: "extension Administration {"))
    #expect(text[..<administration.lowerBound].contains("public func get()"))
    #expect(!text[..<administration.lowerBound].contains("public func clear()"))
    #expect(text[administration.lowerBound...].contains("    public func clear()"))
    #expect(text.contains("public static func clear() -> TypedRequest<Thing>"))
  }

  @Test func commandsWithSecretsAreListed() throws {
    let secret = WireField.field("token", .text(.secret(what: "a token")), "it")
    let inside = ObjectType(
      "Inside", "Inside.", [.nullable("tokens", .list(of: .text(.secret(what: "a token"))), "them")])
    let methods = [
      method("things.open", .command, takes: [secret]),
      method("things.make", .command, gives: ObjectType("Made", "It.", [.field("inside", .object(inside), "it")])),
      method("things.name", .command, takes: [.field("name", .text(), "it")]),
    ]
    let kinds = try file("RequestKinds.swift", of: methods)
    #expect(kinds.contains("static let withSecrets: Set<String> = [\"things.make\", \"things.open\"]"))
  }

  @Test func defaultValueIsDocumented() throws {
    let takes = [
      WireField("limit", .integer(1...9), isRequired: false, isNullable: true, defaultValue: .integer(5), "how many"),
      WireField("quick", .bool, isRequired: false, isNullable: true, defaultValue: .bool(false), "`true`: at once"),
    ]
    let text = try file("Things.swift", of: [method("things.get", takes: takes)])
    #expect(text.contains("///   - limit: How many; default: 5. Must be a whole number from 1 to 9.\n"))
    #expect(text.contains("///   - quick: `true`: at once.\n"))
    #expect(text.contains("public func get(limit: Int? = nil, quick: Bool = false) async throws"))
    #expect(text.contains("      json.fieldIfPresent(\"quick\", quick ? true : nil)\n"))
  }

  @Test func subjectOfMethodHasNoLabel() throws {
    let thing = WireField.field("thing_id", .id(of: "thing"), "which")
    let text = try file("Things.swift", of: [method("things.get", takes: [thing])])
    #expect(text.contains("public func get(_ thing: ThingID) async throws"))
    #expect(text.contains("    try await scope.send(ThingsRequests.get(thing))\n"))
    #expect(text.contains("    TypedRequest(\"things.get\") { $0.field(\"thing_id\", thing) }\n"))
  }

  @Test func configuredLabelsAreUsed() throws {
    let takes = [WireField.field("thing_id", .id(of: "thing"), "which"), .nullable("vote", .text(), "null retracts")]
    let text = try file(
      "Things.swift", of: [method("things.vote", takes: takes)],
      labels: ["things.vote": [("vote", nil), ("thing_id", "on")]])
    #expect(text.contains("public func vote(_ vote: String?, on thing: ThingID) async throws"))
  }

  @Test func pagedListGetsSequenceMethod() throws {
    let page = ObjectType(
      "Page", "Some.",
      [.field("things", .list(of: .text()), "newest first"), .nullable("next_cursor", .text(), "null at the end")])
    let takes = [optional("cursor", .text()), optional("limit", .integer())]
    let text = try file("Things.swift", of: [method("things.list", takes: takes, gives: page)])
    #expect(text.contains("public func all(limit: Int? = nil) -> AllItems<String, String> {"))
    #expect(text.contains("      return (page.things, page.nextCursor)\n"))
  }

  @Test func onlySpecificRefusalsAreDocumented() throws {
    let (common, own) = (
      Refusal(500, "internal", "our fault", "Our fault."), Refusal(409, "no_vote", "there is none", "None.")
    )
    let methods = [
      method("things.get", refuses: [common]), method("things.set", refuses: [common, own]),
    ]
    let text = try file("Things.swift", of: methods)
    #expect(text.contains("Refused with ``RefusalReason/noVote``, and with the refusals of any request.\n"))
    #expect(!text.contains("RefusalReason/internal"))
  }

  @Test func hintOfRefusalBelongsToItsReason() throws {
    let refusals = [
      Refusal(500, "internal", "our fault", "Our fault."),
      Refusal(409, "no_vote", "there is none", "None.", hint: "Vote first."),
    ]
    let declarations = Declarations(methods: [], refusals: refusals, wording: Wording(labels: [:], exceptions: [:]))
    let files = try declarations.clientFiles()
    let text = try #require(files.first { $0.path == "Refusals.swift" }).text
    #expect(text.contains("    case .noVote:\n      \"Vote first.\"\n    default: nil\n"))
    #expect(!text.contains("case .internal"))
  }

  // MARK: Errors

  @Test func differentHintsForOneReasonAreRefused() {
    let refusals = [409, 422].map { Refusal($0, "no_vote", "there is none", "None.", hint: "Vote first, \($0).") }
    let declarations = Declarations(methods: [], refusals: refusals, wording: Wording(labels: [:], exceptions: [:]))
    #expect(throws: GeneratorError.twoHints(reason: "no_vote")) { try declarations.clientFiles() }
  }

  @Test func differentTypesOfSameNameAreRefused() {
    let other = ObjectType("Thing", "A thing.", [.field("name", .text(), "its name")])
    #expect(failure([method("things.get"), method("things.other", gives: other)]) == .twoTypes("Thing"))
    let kinds = [["a"], ["b"]].map { words in
      method("things.\(words[0])", takes: [optional("kind", .enumeration(EnumType("Kind", words + ["c"])))])
    }
    #expect(failure(kinds) == .twoTypes("Kind"))
  }

  @Test func nestedObjectWithoutNameIsRefused() {
    let unnamed = ValueType.object(ObjectType(nil, "It.", [.field("name", .text(), "its name")]))
    #expect(
      failure([method("things.set", takes: [optional("it", unnamed)])]) == .unnamed(at: "`it` of `things.set`"))
  }

  @Test func identityOfMissingFieldIsRefused() {
    let thing = ObjectType("Thing", "A thing.", identityKey: "thing_id", [])
    #expect(
      failure([method("things.get", gives: thing)]) == .unknownIdentity(ofType: "Thing", field: "thing_id"))
  }

  @Test func wordingOfUndeclaredMethodOrParameterIsRefused() {
    #expect(
      failure([], Wording(labels: [:], exceptions: ["things.gone": "it is gone"])) == .notDeclared("things.gone"))
    #expect(
      failure(
        [method("things.get")], Wording(labels: ["things.get": [("gone", nil)]], exceptions: [:]))
        == .notDeclared("gone of things.get"))
  }

  @Test func untypedNameOfNothingDeclaredIsRefused() {
    #expect(
      failure([], Wording(labels: [:], exceptions: [:], untyped: ["things.gone"])) == .notDeclared("things.gone"))
  }

  @Test func unionWithoutTypeIsRefused() {
    #expect(
      failure([method("things.get", takes: [optional("it", .either([.bool, .text()]))])])
        == .noType(at: "`it` of `things.get`"))
  }
}
