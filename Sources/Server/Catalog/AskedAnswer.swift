import Catalog

/// What the catalog has answered to a question. The same answer is known by when it was fetched: comparing all that it says would
/// take longer than writing it.
struct AskedAnswer: Hashable, Sendable {
  let question: CatalogQuestion
  let answer: CatalogAnswer

  static func == (left: Self, right: Self) -> Bool {
    left.answer.fetchedAt == right.answer.fetchedAt && left.answer.isStale == right.answer.isStale
      && left.question == right.question
  }

  /// Of the facts, which the catalog's own memory may have let go of.
  var heldBytes: Int { answer.facts.byteCount }

  func hash(into hasher: inout Hasher) {
    hasher.combine(question)
    hasher.combine(answer.fetchedAt)
  }
}

/// With the rest of a question it is compared, but hardly ever different.
extension ImageSizes: Hashable {
  public func hash(into hasher: inout Hasher) {}
}

/// What a result shows of one answer alone.
protocol AnswerView: SendableMetatype {
  static var result: ResultObject<Self> { get }

  /// Nil where the answer is to another question.
  init?(_ answer: CatalogAnswer, _ sizes: ImageSizes)
}

/// A query that is answered by one answer of the catalog.
struct AnswerQuery<View: AnswerView>: ResultQuery {
  let asked: AskedAnswer
  let sizes: ImageSizes

  var isSameForAll: Bool { true }
  var heldBytes: Int { asked.heldBytes }

  static var result: ResultObject<View> { View.result }

  func shown(_ answering: Answering) throws(Refusal) -> View {
    guard let view = View(asked.answer, sizes) else { throw .catalogUnavailable }
    return view
  }
}
