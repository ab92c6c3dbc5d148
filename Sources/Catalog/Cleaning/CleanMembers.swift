import MovieNightPrimitives

/// Functions for members of a source's object. They return nil if one is missing, mistyped or out of bounds.
extension JSONValue {
  func member<Value: FieldValue>(_ name: StaticString, _ bounds: FieldBounds<Value>) -> Value? {
    guard let value = (try? optional(name) as Value?) ?? nil, bounds.contains(value) else { return nil }
    return value
  }

  func name(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.cut($0, longest: CleanText.longestName) }
  }

  func overview(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.cut($0, longest: CleanText.longestOverview) }
  }

  func rating(_ member: StaticString) -> String? {
    self[member]?.string.flatMap { CleanText.whole($0, longest: CleanText.longestRating) }
  }

  func id(_ name: StaticString) -> Int? { member(name, Bounds.id) }
  func date(_ name: StaticString) -> CalendarDate? { member(name, Bounds.date) }
  func imagePath(_ name: StaticString) -> String? { member(name, Bounds.imagePath) }

  var popularity: Double? { member("popularity", Bounds.popularity) }
  var voteCount: Int? { member("vote_count", Bounds.count) }

  /// The average vote. Nil if there are no votes, for which TMDb sends an average of 0.
  var voteAverage: Double? {
    guard let average = member("vote_average", Bounds.voteAverage) else { return nil }
    return voteCount.map { $0 > 0 } ?? (average > 0) ? average : nil
  }

  var isAdult: Bool { self["adult"]?.bool == true }
}
