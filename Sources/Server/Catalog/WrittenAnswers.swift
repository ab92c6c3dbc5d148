import Catalog
import MovieNightPrimitives

/// Results as they were written, of the answers that were asked for lately.
struct WrittenAnswers {
  private struct Written {
    let result: [UInt8]
    let fetchedAt: Timestamp
    let isStale: Bool
    let sizes: ImageSizes
  }

  /// Up to twice as much is kept. Most results have a few thousand bytes.
  private static let bytes = 8 << 20
  private var results = RecentlyUsed<CatalogQuestion, Written>(capacity: bytes) { $0.result.count + bytesBeside }
  /// About so much takes a result beside its bytes.
  private static let bytesBeside = 300

  mutating func result(of question: CatalogQuestion, _ answer: CatalogAnswer, _ sizes: ImageSizes) -> [UInt8]? {
    guard let known = results.value(for: question), known.fetchedAt == answer.fetchedAt,
      known.isStale == answer.isStale, known.sizes == sizes
    else { return nil }
    return known.result
  }

  mutating func keep(_ result: [UInt8], of question: CatalogQuestion, _ answer: CatalogAnswer, _ sizes: ImageSizes) {
    results.set(
      Written(result: result, fetchedAt: answer.fetchedAt, isStale: answer.isStale, sizes: sizes), for: question)
    results.age()
  }
}
