import MovieNightPrimitives

/// An answer as it is kept: what a source said of a question, and when.
public struct CatalogEntry: Equatable, Sendable {
  /// Nil where the source knew no such thing.
  public var facts: CatalogFacts?
  public var fetchedAt: Timestamp
  /// Since when it says the same.
  public var changedAt: Timestamp

  public var times: CatalogTimes { CatalogTimes(fetchedAt: fetchedAt, changedAt: changedAt) }
}

extension CatalogEntry {
  /// Writes the members of a JSON object.
  public func writeMembers(to json: inout JSONWriter) {
    json.field("fetched_at", fetchedAt, .microseconds)
    json.field("changed_at", changedAt, .microseconds)
    json.key("facts")
    if let facts { facts.write(to: &json) } else { json.null() }
  }

  /// Reads what `writeMembers` wrote as the answer to such a question.
  public init(json: JSONValue, answering question: CatalogQuestion) throws(JSONError) {
    fetchedAt = try json.timestamp("fetched_at")
    changedAt = try json.timestamp("changed_at")
    guard let object = try json.optionalObject("facts") else { return }
    facts = try CatalogFacts(json: object, answering: question)
  }
}

/// When a source said something.
public struct CatalogTimes: Equatable, Sendable {
  public var fetchedAt: Timestamp
  /// Since when it says the same.
  public var changedAt: Timestamp
}
