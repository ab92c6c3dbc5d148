import Testing

@testable import Catalog

/// The words for failures that `catalog.status`, metrics and logs show.
@Suite struct FailureWordTests {
  @Test func failuresHaveTheWordsThatClientsKnow() {
    let words: [(CatalogFailure, String)] = [
      (.notFound, "not_found"), (.unauthorised(status: 401), "unauthorised"),
      (.limited(retryAfterMilliseconds: 1), "limited"),
      (.unavailable(.status(503)), "status"), (.unavailable(.timeout), "timeout"),
      (.unavailable(.connection), "connection"), (.unavailable(.certificate), "certificate"),
      (.unavailable(.unexpectedBody), "unfitting"), (.unavailable(.queueFull), "crowded"),
      (.unavailable(.circuitOpen), "resting"),
    ]
    for (failure, word) in words { #expect(failure.word == word) }
  }
}
