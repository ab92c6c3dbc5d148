import Catalog

/// The catalog's answer to a question. Two are equal if they were fetched at the same time: comparing all facts would take
/// longer than writing the answer.
struct AskedAnswer: Hashable, Sendable {
  let question: CatalogQuestion
  let answer: CatalogAnswer

  static func == (left: Self, right: Self) -> Bool {
    left.answer.fetchedAt == right.answer.fetchedAt && left.answer.isStale == right.answer.isStale
      && left.question == right.question
  }

  /// The size of the facts, which the catalog's own memory may have dropped.
  var heldBytes: Int { answer.facts.byteCount }

  func hash(into hasher: inout Hasher) {
    hasher.combine(question)
    hasher.combine(answer.fetchedAt)
  }
}

/// Hashes to nothing: within a question it is compared, but hardly ever differs.
extension ImageSizes: Hashable {
  public func hash(into hasher: inout Hasher) {}
}

protocol AnswerView: SendableMetatype {
  static var result: ResultObject<Self> { get }

  /// Nil if the answer is to another question.
  init?(_ answer: CatalogAnswer, _ sizes: ImageSizes)
}

/// A query that is answered from a single answer of the catalog.
struct AnswerQuery<View: AnswerView>: ResultQuery {
  let asked: AskedAnswer
  let sizes: ImageSizes

  var isSameForAll: Bool { true }
  var heldBytes: Int { asked.heldBytes }

  static var result: ResultObject<View> { View.result }

  func shown(_ answering: AnswerContext) throws(Refusal) -> View {
    guard let view = View(asked.answer, sizes) else { throw .catalogUnavailable }
    return view
  }
}
