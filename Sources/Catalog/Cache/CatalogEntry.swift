import MovieNightPrimitives

/// A cached answer: the facts from a source, and the time at which the source was asked.
public struct CatalogEntry: Equatable, Sendable {
  /// The facts; nil if the source answered `notFound`.
  public var facts: CatalogFacts?
  public var fetchedAt: Timestamp
  /// The time at which the source's answer last changed.
  public var changedAt: Timestamp

  public var times: CatalogTimes { CatalogTimes(fetchedAt: fetchedAt, changedAt: changedAt) }
}

extension CatalogEntry {
  /// Writes the entry as members of the current JSON object.
  public func writeMembers(to json: inout JSONWriter) {
    json.field("fetched_at", fetchedAt, .microseconds)
    json.field("changed_at", changedAt, .microseconds)
    json.key("facts")
    if let facts { facts.write(to: &json) } else { json.null() }
  }

  /// Decodes an entry that `writeMembers` has written.
  public init(json: JSONValue, answering question: CatalogQuestion) throws(JSONError) {
    fetchedAt = try json.timestamp("fetched_at")
    changedAt = try json.timestamp("changed_at")
    guard let object = try json.optionalObject("facts") else { return }
    facts = try CatalogFacts(json: object, answering: question)
  }
}

/// The times of a source's answer.
public struct CatalogTimes: Equatable, Sendable {
  public var fetchedAt: Timestamp
  public var changedAt: Timestamp
}
