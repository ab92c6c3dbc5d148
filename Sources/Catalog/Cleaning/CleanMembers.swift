import MovieNightPrimitives

/// Members of an upstream's object: nil where they are missing, of another type, or out of their bounds.
extension JSONValue {
  func member<Value: FieldValue>(_ name: StaticString, _ bounds: FieldBounds<Value>) -> Value? {
    guard let value = (try? optional(name) as Value?) ?? nil, bounds.contains(value) else { return nil }
    return value
  }

  /// What somebody or something is called.
  func name(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.cut($0, longest: CleanText.longestName) }
  }

  func overview(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.cut($0, longest: CleanText.longestOverview) }
  }

  /// For whom it is.
  func rating(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.whole($0, longest: CleanText.longestRating) }
  }

  func id(_ name: StaticString) -> Int? { member(name, Bounds.id) }
  func date(_ name: StaticString) -> CalendarDate? { member(name, Bounds.date) }
  func imagePath(_ name: StaticString) -> String? { member(name, Bounds.imagePath) }

  var popularity: Double? { member("popularity", Bounds.popularity) }
  var voteCount: Int? { member("vote_count", Bounds.count) }

  /// Nil without votes: TMDb says 0 then.
  var voteAverage: Double? {
    guard let average = member("vote_average", Bounds.voteAverage) else { return nil }
    return voteCount.map { $0 > 0 } ?? (average > 0) ? average : nil
  }

  /// Not for children.
  var isAdult: Bool { self["adult"]?.bool == true }
}
