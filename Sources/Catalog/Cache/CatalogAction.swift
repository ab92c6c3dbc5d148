/// An action that the state machine returns. Actions must be performed in order.
enum CatalogAction: Equatable, Sendable {
  /// Answer an asker. Each asker is answered at most once.
  case answer(CatalogAsker, CatalogQuestion.Kind, Result<CatalogAnswer, CatalogFailure>, CacheUse)
  /// Read the store, then call `storeReturned`.
  case read(CatalogQuestion, flight: UInt64)
  /// Ask the source, then call `sourceAnswered`.
  case ask(CatalogQuestion, CatalogPriority, flight: UInt64, cache: CacheUse)
  /// Raise the priority of a request to the source, because another asker now waits for it.
  case raisePriority(CatalogQuestion, CatalogPriority)
  case write(CatalogQuestion, CatalogEntry)
  /// Report to the store that an entry was used.
  case touch(CatalogQuestion)
  /// Call `timePassed` after this many milliseconds.
  case wait(CatalogQuestion, flight: UInt64, milliseconds: Int)
  /// Cancel the scheduled call of `timePassed`.
  case endWait(flight: UInt64)
  /// Count a failure of the store, and log the report if there is one.
  case noteFailure(StoreOperation, StoreReport?)
}
