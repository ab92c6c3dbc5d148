/// An action of the state machine, to be performed in order.
enum CatalogAction: Equatable, Sendable {
  /// Answer an asker; at most once each.
  case answer(CatalogAsker, CatalogQuestion.Kind, Result<CatalogAnswer, CatalogFailure>, CacheUse)
  /// Read the store, then call `storeReturned`.
  case read(CatalogQuestion, flight: UInt64)
  /// Ask the source, then call `sourceAnswered`.
  case ask(CatalogQuestion, CatalogPriority, flight: UInt64, cache: CacheUse)
  /// Raise the priority of a request to the source, because somebody else waits for it too.
  case raisePriority(CatalogQuestion, CatalogPriority)
  case write(CatalogQuestion, CatalogEntry)
  /// Report a use to the store.
  case touch(CatalogQuestion)
  /// Call `timePassed` after this many milliseconds.
  case wait(CatalogQuestion, flight: UInt64, milliseconds: Int)
  /// Cancel that call.
  case endWait(flight: UInt64)
  /// Count a failure of the store, and log the report if there is one.
  case noteFailure(StoreOperation, StoreReport?)
}
