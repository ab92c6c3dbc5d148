/// What is to be done for the desk, in this order.
enum CatalogAction: Equatable, Sendable {
  /// Tell one who asked. Nobody is told twice.
  case answer(CatalogAsker, CatalogQuestion.Kind, Result<CatalogAnswer, CatalogFailure>, CacheUse)
  /// Read the store, then `storeSaid`.
  case read(CatalogQuestion, flight: UInt64)
  /// Ask the source, then `sourceSaid`.
  case ask(CatalogQuestion, CatalogUrgency, flight: UInt64, cache: CacheUse)
  /// Tell the source that somebody else waits for what it is asked, too.
  case hurry(CatalogQuestion, CatalogUrgency)
  case write(CatalogQuestion, CatalogEntry)
  /// Tell the store that an entry is used.
  case touch(CatalogQuestion)
  /// Call `timePassed` after so many milliseconds.
  case wait(CatalogQuestion, flight: UInt64, milliseconds: Int)
  /// That needs no call any more.
  case endWait(flight: UInt64)
  /// Count what the store failed at, and tell the operator what is to be told.
  case noteFailure(StoreOperation, StoreReport?)
}
