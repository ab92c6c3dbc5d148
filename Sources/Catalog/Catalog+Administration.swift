extension Catalog {
  public var health: CatalogHealth {
    CatalogHealth(
      source: source.name, language: options.language, counters: state.withLock { $0.stateMachine.counters })
  }

  /// Determines the catalog's status. Calls `done` once, on any thread, and soon even if the store does not respond.
  public func status(_ done: @escaping @Sendable (CatalogStatus) -> Void) {
    guard isCached else {
      return done(CatalogStatus(health: health, size: CatalogStoreSize(entries: 0, bytes: 0)))
    }
    let work: StoreWork<CatalogStoreSize> = { store, _ throws(CatalogStoreError) in try store.size() }
    perform(work, within: Self.sizeTimeout) { result in
      if case .failure(let error) = result { self.decide { $0.storeFailed(.read, error, at: $1) } }
      // The failure has been counted, and the status is useful without the size.
      done(CatalogStatus(health: self.health, size: try? result.get()))
    }
  }

  /// Clears the entries of a kind, the entries with an id ("1396/1/2"), those with both, or all entries. Calls `done`
  /// once, on any thread, with the number of entries removed from the store.
  public func clear(
    kind: CatalogQuestion.Kind? = nil, id: String? = nil,
    _ done: @escaping @Sendable (Result<Int, CatalogStoreError>) -> Void
  ) {
    guard isCached else { return done(.success(0)) }
    forget(kind, id)
    let work: StoreWork<Int> = { store, _ throws(CatalogStoreError) in
      // Lookups may have read entries from the store before they were removed.
      defer { self.forget(kind, id) }
      return try store.remove(kind: kind?.rawValue, id: id)
    }
    perform(work, within: Self.timeout, done)
  }

  private func forget(_ kind: CatalogQuestion.Kind?, _ id: String?) {
    state.withLock { $0.stateMachine.clear(kind: kind, id: id) }
  }

  /// Exports a part of the entries in a fixed order, in the format of catalog files. `notFound` and unreadable entries
  /// are left out. `limit` is clamped to 1 to 500. `cursor` is the `nextCursor` of the previous part; nil for the first
  /// part, which begins with the attribution. Calls `done` once, on any thread.
  public func export(
    after cursor: String? = nil, limit: Int,
    _ done: @escaping @Sendable (Result<CatalogExport, CatalogStoreError>) -> Void
  ) {
    let limit = min(max(limit, 1), 500)
    let first = cursor == nil ? [CatalogHeader.line] : []
    guard isCached else { return done(.success(CatalogExport(lines: first, nextCursor: nil))) }
    let work: StoreWork<CatalogExport> = { store, now throws(CatalogStoreError) in
      let page = try store.page(after: cursor, limit: limit)
      let taken = page.prefix(Self.count(of: page, within: Self.exportBytes))
      let lines = taken.filter { StoredEntry.isExportable($0.bytes, under: $0.key, at: now) }.map(\.bytes)
      let isLast = page.count < limit && taken.count == page.count
      return CatalogExport(lines: first + lines, nextCursor: isLast ? nil : taken.last?.key.text)
    }
    perform(work, within: Self.timeout, done)
  }

  /// The timeout for the store, in milliseconds.
  private static let timeout = 9000
  private static let sizeTimeout = 1500

  /// The maximum size of a part in bytes, unless a single entry is larger.
  private static let exportBytes = 1 << 20

  private static func count(of page: [CatalogStoreEntry], within bytes: Int) -> Int {
    var sum = 0
    let end = page.firstIndex { entry in
      sum += entry.bytes.count
      return sum > bytes
    }
    return max(1, end ?? page.count)
  }
}
