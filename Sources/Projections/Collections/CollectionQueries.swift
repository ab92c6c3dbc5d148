import Domain
import EventStore

// Functions whose names begin with `cached` return `miss` instead of reading the store. All others may read it.

extension ReadModels {
  private func tables<Model>(_ choose: @escaping (CollectionTables) -> Table<Model>) -> (TableSet) -> Table<Model> {
    { choose($0.of(CollectionTables.self)) }
  }

  /// Returns a member's collection; nil if it has no events, or the member is erased.
  public func collection(_ member: MemberID) throws(ProjectionError) -> CollectionDetails? {
    try reader.find(RowKey(member), tables(\.collections))
  }

  public func cachedCollection(_ member: MemberID) throws(ProjectionError) -> Cached<CollectionDetails> {
    try reader.cached(RowKey(member), tables(\.collections))
  }

  // MARK: Titles

  /// Returns a title of a member's collection; nil if it is not in it.
  public func title(_ title: TitleRef, of member: MemberID) throws(ProjectionError) -> CollectedTitle? {
    try reader.find(RowKey(title, of: member), tables(\.titles))
  }

  public func cachedTitle(_ title: TitleRef, of member: MemberID) throws(ProjectionError) -> Cached<CollectedTitle> {
    try reader.cached(RowKey(title, of: member), tables(\.titles))
  }

  /// Returns a page of a member's titles after `sortKey`, the last added first.
  public func titles(of member: MemberID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<CollectedTitle>
  {
    try reader.page(PartitionKey(member), after: sortKey, limit: limit, tables(\.titles))
  }

  /// Returns the entries of all titles of a member, in no particular order.
  public func titleEntries(of member: MemberID) throws(ProjectionError) -> [TitleEntry] {
    try reader.page(PartitionKey(member), after: nil, limit: TitleBucket.count, tables(\.buckets)).rows
      .flatMap(\.entries)
  }

  /// Returns a member's series that are being watched, the last watched one first.
  public func watching(_ member: MemberID) throws(ProjectionError) -> [WatchedSeries] {
    var found: [WatchedSeries] = []
    var sortKey: SortKey?
    repeat {
      let page = try reader.page(PartitionKey(member), after: sortKey, limit: 100, tables(\.watching))
      let open = page.rows.prefix { $0.status == .watching }
      found += open
      sortKey = open.count == page.rows.count ? page.next : nil
    } while sortKey != nil
    return found
  }

  /// Returns at most `limit` of a member's planned series that are included, in a fixed order.
  public func planning(
    _ member: MemberID, atMost limit: Int, where isIncluded: (WatchedSeries) -> Bool
  ) throws(ProjectionError) -> [WatchedSeries] {
    var found: [WatchedSeries] = []
    var sortKey = Optional(WatchedSeries.lastWatching)
    while found.count < limit, let after = sortKey {
      let page = try reader.page(PartitionKey(member), after: after, limit: 100, tables(\.watching))
      let planned = page.rows.prefix { $0.status == .planned }
      found += planned.filter(isIncluded).prefix(limit - found.count)
      sortKey = planned.count == page.rows.count ? page.next : nil
    }
    return found
  }

  // MARK: Plays

  /// Returns a member's plays of a movie, or of a season of a series, by episode and time.
  public func titlePlays(of title: TitleRef, season: Int?, by member: MemberID) throws(ProjectionError) -> [AddedPlay] {
    try reader.find(TitlePlays.key(of: title, season: season, member), tables(\.titlePlays))?.plays ?? []
  }

  /// Returns a page of a member's plays after `sortKey`, the latest first and those of unknown times last.
  public func plays(of member: MemberID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<CollectedPlay>
  {
    try reader.page(PartitionKey(member), after: sortKey, limit: limit, tables(\.plays))
  }

  /// Returns a page of a household's watched rounds after `sortKey`, the last one first.
  public func nightPage(_ household: HouseholdID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<NightTally>
  {
    // Rounds whose movie was not watched come before this sort key.
    let first = SortKey(order: .max, tie: RoundID(high: 0, low: 0))
    return try reader.page(PartitionKey(household), after: sortKey ?? first, limit: limit) { $0.nights }
  }

  // MARK: Lists and notes

  /// Returns a page of a list's titles after `sortKey`, in the list's order.
  public func listedTitles(_ list: ListID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<ListedTitle>
  {
    try reader.page(PartitionKey(list), after: sortKey, limit: limit, tables(\.listTitles))
  }

  public func isListed(_ title: TitleRef, on list: ListID) throws(ProjectionError) -> Bool {
    try reader.find(ListedTitle.key(of: title, on: list), tables(\.listTitles)) != nil
  }

  /// Returns a page of a member's notes after `sortKey`, the newest first.
  public func notes(of member: MemberID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<CollectedNote>
  {
    try reader.page(PartitionKey(member), after: sortKey, limit: limit, tables(\.notes))
  }

  /// Returns a member's note; nil if the member has no such note.
  public func note(_ id: NoteID, of member: MemberID) throws(ProjectionError) -> CollectedNote? {
    try reader.find(CollectedNote.key(of: id, member), tables(\.notes))
  }

  // MARK: Revisions

  /// Returns the last revision of a stream up to a position; `noRevision` if it had no events then. Reads a number of
  /// events that grows with the logarithm of the stream's length.
  public func revision(of stream: StreamID, through position: Position) throws(StoreError) -> Revision {
    func isBefore(_ revision: Revision) throws(StoreError) -> Bool {
      guard let event = try store.read(stream, from: revision, limit: 1).first else { return false }
      return event.position <= position
    }
    var (last, end) = (noRevision, 0)
    while try isBefore(end) { (last, end) = (end, 2 * end + 1) }
    while end - last > 1 {
      let middle = last + (end - last) / 2
      if try isBefore(middle) { last = middle } else { end = middle }
    }
    return last
  }
}
