import MovieNightPrimitives

/// A line of an export: an answer and the question it answers, as a JSON object.
///
///     {"kind":"movie","id":"550","language":"en-US","fetched_at":"...","changed_at":"...","facts":{...}}
///
/// `facts` is null where the source knew no such thing.
struct CatalogLine: Equatable, Sendable {
  var question: CatalogQuestion
  /// The language of its texts: "en-US".
  var language: String
  var entry: CatalogEntry
}

extension CatalogLine {
  /// Reads what `StoredEntry` wrote. Members that it does not know do not matter.
  init(json: JSONValue) throws(JSONError) {
    guard let kind = CatalogQuestion.Kind(rawValue: try json.word("kind", "a kind of answer")) else {
      throw JSONError(.wrongType(expected: "a kind of answer"), field: "kind")
    }
    guard let question = CatalogQuestion(kind: kind, id: try json.string("id")) else {
      throw JSONError(.wrongType(expected: "an id of that kind"), field: "id")
    }
    self.question = question
    language = try json.string("language")
    entry = try CatalogEntry(json: json, answering: question)
    guard entry.facts?.isAbout(question) ?? true else {
      throw JSONError(.wrongType(expected: "about the id of its line"), field: "facts")
    }
  }
}

/// The first line of an export: of which format it is, and whose facts they are.
enum CatalogHeader {
  static let format = 1

  /// Without a line break.
  static let line: [UInt8] = {
    var json = JSONWriter()
    json.object { json in
      json.field("catalog", format)
      json.field("attribution", CatalogAttribution.tmdb)
    }
    return json.bytes
  }()
}

/// What stands wherever the facts are shown.
public enum CatalogAttribution {
  /// Demanded by TMDb's terms, word for word.
  public static let tmdb = "This product uses the TMDB API but is not endorsed or certified by TMDB."
}
