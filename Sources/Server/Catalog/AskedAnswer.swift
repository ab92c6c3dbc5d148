import Catalog

/// A question and the catalog's answer to it. Two values are equal if they have the same question, fetch time and
/// staleness. Comparing all facts would take longer than writing the answer.
struct AskedAnswer: Hashable, Sendable {
  let question: CatalogQuestion
  let answer: CatalogAnswer

  static func == (left: Self, right: Self) -> Bool {
    left.answer.fetchedAt == right.answer.fetchedAt && left.answer.isStale == right.answer.isStale
      && left.question == right.question
  }

  /// The approximate size of the facts, which this value keeps in memory even if the catalog's cache dropped them.
  var heldBytes: Int { answer.facts.byteCount }

  func hash(into hasher: inout Hasher) {
    hasher.combine(question)
    hasher.combine(answer.fetchedAt)
  }
}

/// Adds nothing to the hash, because image sizes hardly ever differ between two queries. `==` does compare them.
extension ImageSizes: Hashable {
  public func hash(into hasher: inout Hasher) {}
}

protocol AnswerView: SendableMetatype {
  static var result: ResultObject<Self> { get }

  /// Creates the view; nil if the answer contains facts of another kind.
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
