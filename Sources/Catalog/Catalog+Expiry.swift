// Removes expired entries, even those that are never asked for again (`docs/catalog.md`, "TMDb's terms").
extension Catalog {
  /// Checks a number of entries and removes the expired ones. Regular calls check all entries once a day.
  public func removeExpired() {
    guard isCached else { return }
    let now = environment.clock()
    let (begins, cursor) = state.withLock { state in
      let begins = state.expiry.begin(at: now)
      if begins, state.expiry.cursor == nil { state.stateMachine.memory.removeExpired(at: now) }
      return (begins, state.expiry.cursor)
    }
    guard begins else { return }
    let work: StoreWork<String?> = { store, now throws(CatalogStoreError) in
      let page = try store.page(after: cursor, limit: Expiry.entriesAtOnce)
      let expired = page.filter { StoredEntry.isExpired($0.bytes, at: now) }.map(\.key)
      if !expired.isEmpty { try store.remove(expired) }
      return page.count < Expiry.entriesAtOnce ? nil : page.last?.key.text
    }
    perform(work) { result in
      switch result {
      case .success(let next): self.state.withLock { $0.expiry.end(next: next) }
      case .failure(let error):
        self.state.withLock { $0.expiry.fail() }
        if error != .queueFull { self.decide { $0.storeFailed(.read, error, at: $1) } }
      }
    }
  }
}
