import MovieNightPrimitives

/// A line of an export: an answer and the question it answers, as a JSON object.
///
///     {"kind":"movie","id":"550","language":"en-US","fetched_at":"...","changed_at":"...","facts":{...}}
///
/// `facts` is null where the source knew no such thing.
public struct CatalogLine: Equatable, Sendable {
  public var question: CatalogQuestion
  /// The language of its texts: "en-US".
  public var language: String
  public var entry: CatalogEntry

  public init(question: CatalogQuestion, language: String, entry: CatalogEntry) {
    self.question = question
    self.language = language
    self.entry = entry
  }

  /// Writes the line, without a line break.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("kind", question.kind.rawValue)
      json.field("id", question.id)
      json.field("language", language)
      entry.writeMembers(to: &json)
    }
  }

  /// Reads what `write` wrote. Members that it does not know do not matter.
  public init(json: JSONValue) throws(JSONError) {
    guard let kind = CatalogQuestion.Kind(rawValue: try json.word("kind", "a kind of answer")) else {
      throw JSONError(.wrongType(expected: "a kind of answer"), field: "kind")
    }
    guard let question = CatalogQuestion(kind: kind, id: try json.string("id")) else {
      throw JSONError(.wrongType(expected: "an id of that kind"), field: "id")
    }
    self.question = question
    language = try json.string("language")
    entry = try CatalogEntry(json: json, answering: question)
  }
}

/// The first line of an export: of which format it is, and whose facts they are.
public enum CatalogHeader {
  public static let format = 1

  /// Writes the line, without a line break.
  public static func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("catalog", format)
      json.field("attribution", CatalogAttribution.tmdb)
    }
  }

  /// The format that such a line says. What else is in it does not matter.
  public static func format(json: JSONValue) throws(JSONError) -> Int { try json.integer("catalog") }
}

/// What stands wherever the facts are shown.
public enum CatalogAttribution {
  /// Demanded by TMDb's terms, word for word.
  public static let tmdb = "This product uses the TMDB API but is not endorsed or certified by TMDB."
}
