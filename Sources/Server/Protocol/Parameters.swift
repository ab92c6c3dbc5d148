import Domain
import EventStore
import Primitives

/// The parameters of one request: reading one of the wrong shape is an error that names it.
struct Parameters: Sendable {
  /// An object; nil where the request has none.
  private let json: JSONValue?

  /// - Throws: -32602 for a parameter that is not among `names`, or stands there twice.
  init(_ json: JSONValue?, allowing names: [StaticString]) throws(WireError) {
    self.json = json
    if let json { try Self.requireOnly(names, in: json, prefix: "") }
  }

  private init(nested json: JSONValue) {
    self.json = json
  }

  private static func requireOnly(_ names: [StaticString], in json: JSONValue, prefix: String) throws(WireError) {
    if let name = json.memberName(notIn: names) {
      throw .badParameter(prefix + name, "is not a parameter here, or is given twice")
    }
  }

  /// A parameter that is there and not null.
  func value(_ name: StaticString) -> JSONValue? {
    guard let value = json?[name], !value.isNull else { return nil }
    return value
  }

  private func required<Value>(_ name: StaticString, _ value: Value?) throws(WireError) -> Value {
    guard let value else { throw .badParameter("\(name)", "is missing") }
    return value
  }

  private func optional<Value>(_ name: StaticString, _ expected: String, _ read: (JSONValue) -> Value?)
    throws(WireError) -> Value?
  {
    guard let json = value(name) else { return nil }
    guard let value = read(json) else { throw .badParameter("\(name)", "must be \(expected)") }
    return value
  }

  // MARK: Optional

  func optionalString(_ name: StaticString) throws(WireError) -> String? {
    try optional(name, "a string", \.string)
  }
  /// A text that a person gives: bounded, because it stands in every answer about its household.
  func optionalText(_ name: StaticString) throws(WireError) -> String? {
    guard let text = try optionalString(name) else { return nil }
    guard Self.isBounded(text) else { throw .badParameter("\(name)", "has more than \(Self.textBytes) bytes") }
    return text
  }
  func optionalBool(_ name: StaticString) throws(WireError) -> Bool? {
    try optional(name, "true or false", \.bool)
  }
  func optionalInteger(_ name: StaticString, in range: ClosedRange<Int>) throws(WireError) -> Int? {
    try optional(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      $0.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }
  func optionalInteger(_ name: StaticString) throws(WireError) -> Int? {
    try optional(name, "a whole number", \.integer)
  }
  func optionalID<Kind>(_ name: StaticString) throws(WireError) -> Identifier<Kind>? {
    try optional(name, "an id (a UUID)") { $0.identifier() }
  }
  func optionalChoice<Choice: RawRepresentable & CaseIterable>(_ name: StaticString, of: Choice.Type = Choice.self)
    throws(WireError) -> Choice? where Choice.RawValue == String
  {
    let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return try optional(name, "one of \(choices)") { $0.string.flatMap(Choice.init(rawValue:)) }
  }
  func optionalIDs<Kind>(_ name: StaticString, atMost limit: Int) throws(WireError) -> [Identifier<Kind>]? {
    try optionalList(name, atMost: limit, "a list of ids") { $0.identifier() }
  }
  func optionalStrings(_ name: StaticString, atMost limit: Int) throws(WireError) -> [String]? {
    try optionalList(name, atMost: limit, "a list of strings of up to \(Self.textBytes) bytes") { json in
      json.string.flatMap { Self.isBounded($0) ? $0 : nil }
    }
  }
  func optionalIntegers(_ name: StaticString, atMost limit: Int) throws(WireError) -> [Int]? {
    try optionalList(name, atMost: limit, "a list of whole numbers", \.integer)
  }

  private func optionalList<Element>(
    _ name: StaticString, atMost limit: Int, _ expected: String, _ read: (JSONValue) -> Element?
  ) throws(WireError) -> [Element]? {
    try optional(name, "\(expected), at most \(limit)") { json in
      guard json.kind == .array else { return nil }
      var elements: [Element] = []
      for value in json.elements {
        guard elements.count < limit, let element = read(value) else { return nil }
        elements.append(element)
      }
      return elements
    }
  }

  /// The parameters inside an object.
  func optionalObject(_ name: StaticString, allowing names: [StaticString]) throws(WireError) -> Parameters? {
    guard let json = try optional(name, "an object", { $0.kind == .object ? $0 : nil }) else { return nil }
    try Self.requireOnly(names, in: json, prefix: "\(name).")
    return Parameters(nested: json)
  }

  /// Whether the parameter is given, even as null.
  func has(_ name: StaticString) -> Bool { json?[name] != nil }

  // What the domain counts are characters, and one character can have any number of marks.
  private static let textBytes = 2000
  private static func isBounded(_ text: String) -> Bool { text.utf8.count <= textBytes }

  // MARK: Required

  func text(_ name: StaticString) throws(WireError) -> String { try required(name, optionalText(name)) }
  func string(_ name: StaticString) throws(WireError) -> String { try required(name, optionalString(name)) }
  func integers(_ name: StaticString, atMost limit: Int) throws(WireError) -> [Int] {
    try required(name, optionalIntegers(name, atMost: limit))
  }
  func id<Kind>(_ name: StaticString) throws(WireError) -> Identifier<Kind> {
    try required(name, try optionalID(name) as Identifier<Kind>?)
  }
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: StaticString, of: Choice.Type = Choice.self)
    throws(WireError) -> Choice where Choice.RawValue == String
  {
    try required(name, try optionalChoice(name, of: Choice.self))
  }
  func object(_ name: StaticString, allowing names: [StaticString]) throws(WireError) -> Parameters {
    try required(name, try optionalObject(name, allowing: names))
  }
  func movieID(_ name: StaticString = "tmdb_movie_id") throws(WireError) -> MovieID {
    try required(name, try optionalInteger(name, in: 1...Int(Int32.max)))
  }

  // MARK: What every command takes

  static let ofEveryCommand: [StaticString] = ["command_id", "acting_as", "expected_revision"]

  // A fingerprint stands in the events for ever, and a short name could be guessed from it after it was erased. So names
  // are left out: a command sent again with another name counts as the same.
  private static let notFingerprinted = ["command_id", "name", "creator", "display_name", "avatar_key", "label"]

  /// The command's id with the fingerprint of what it asks; nil where it has no id.
  func commandMark(method: String) throws(WireError) -> CommandMark? {
    guard let id: CommandID = try optionalID("command_id"), let json else { return nil }
    var fingerprint = json.fingerprint(ignoring: Self.notFingerprinted)
    for byte in method.utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return CommandMark(id: id, fingerprint: fingerprint)
  }

  func expectedRevision() throws(WireError) -> Revision? {
    try optionalInteger("expected_revision", in: noRevision...Int.max)
  }
}

// MARK: - Movies

extension Parameters {
  private static let movieMembers: [StaticString] = [
    "tmdb_movie_id", "title", "year", "poster_path", "content_rating", "genres", "genre_ids", "runtime", "overview",
    "popularity", "vote_average", "streaming",
  ]

  func movie(_ name: StaticString = "movie") throws(WireError) -> Movie {
    guard let json = value(name) else { throw .badParameter("\(name)", "is missing") }
    return try Self.movie(json, at: "\(name)")
  }

  /// The movies of a list; empty where the parameter is absent.
  func movies(_ name: StaticString = "movies") throws(WireError) -> [Movie] {
    guard let json = value(name) else { return [] }
    guard json.kind == .array else { throw .badParameter("\(name)", "must be a list of movies") }
    var movies: [Movie] = []
    for element in json.elements {
      guard movies.count < 100 else { throw .badParameter("\(name)", "has too many movies") }
      movies.append(try Self.movie(element, at: "\(name)[\(movies.count)]"))
    }
    return movies
  }

  private static func movie(_ json: JSONValue, at path: String) throws(WireError) -> Movie {
    guard json.kind == .object else { throw .badParameter(path, "must be a movie, an object") }
    try requireOnly(movieMembers, in: json, prefix: path + ".")
    if json["tmdb_movie_id"]?.integer != nil, json["title"] == nil {
      // Only a catalog could tell the rest.
      throw .noCatalog
    }
    do throws(JSONError) {
      let movie = try Movie(json: json)
      try check(movie)
      return movie
    } catch {
      throw .badParameter("\(path).\(error.field)", error.expectation)
    }
  }

  /// Bounds that keep one movie from filling a round's row; the domain has no rule here.
  static func check(_ movie: Movie) throws(JSONError) {
    func require(_ holds: Bool, _ field: String, _ expected: String) throws(JSONError) {
      if !holds { throw JSONError(.wrongType(expected: expected), field: field) }
    }
    try require((1...Int(Int32.max)).contains(movie.tmdbMovieID), "tmdb_movie_id", "a positive number")
    try require((1...300).contains(movie.title.utf8.count), "title", "1 to 300 bytes long")
    try require((1870...2200).contains(movie.year ?? 2000), "year", "a year from 1870 to 2200")
    try require((movie.posterPath?.utf8.count ?? 0) <= 300, "poster_path", "at most 300 bytes long")
    try require((movie.contentRating?.utf8.count ?? 0) <= 20, "content_rating", "at most 20 bytes long")
    try require((movie.overview?.utf8.count ?? 0) <= 4000, "overview", "at most 4000 bytes long")
    try require((movie.runtime ?? 1) > 0 && (movie.runtime ?? 1) < 10_000, "runtime", "minutes from 1 to 9999")
    let lists = [("genres", movie.genres), ("streaming", movie.streaming)]
    for (field, texts) in lists {
      try require(texts.count <= 20 && texts.allSatisfy { $0.utf8.count <= 100 }, field, "at most 20 short texts")
    }
    try require(movie.genreIDs.count <= 20, "genre_ids", "at most 20 numbers")
  }
}

extension JSONError {
  /// What a parameter should have been.
  fileprivate var expectation: String {
    if case .wrongType(let expected) = reason { return "must be \(expected)" }
    return "is missing"
  }
}
