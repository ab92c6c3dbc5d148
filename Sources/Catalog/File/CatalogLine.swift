import MovieNightPrimitives

/// A line of an export: an answer and its question, in JSON. `facts` is null for the answer `notFound`.
///
///     {"kind":"movie","id":"550","language":"en-US","fetched_at":"...","changed_at":"...","facts":{...}}
struct CatalogLine: Equatable, Sendable {
  var question: CatalogQuestion
  var language: String
  var entry: CatalogEntry
}

extension CatalogLine {
  /// Decodes a line that `StoredEntry` has encoded. Ignores unknown members.
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
      throw JSONError(.wrongType(expected: "about the id of the line"), field: "facts")
    }
  }
}

/// The first line of an export, which contains the format and the attribution of the facts.
enum CatalogHeader {
  static let format = 1

  static let line: [UInt8] = {
    JSONWriter.object { json in
      json.field("catalog", format)
      json.field("attribution", CatalogAttribution.tmdb)
    }.bytes
  }()
}

/// The attribution that must appear wherever the facts are shown.
public enum CatalogAttribution {
  /// The wording that TMDb's terms require.
  public static let tmdb = "This product uses the TMDB API but is not endorsed or certified by TMDB."
}
