#if Postgres
  import MovieNightPrimitives

  /// Where streams stand, as far as it is remembered: true as of the position `known`.
  ///
  /// What others record reaches it by `note`. A gap between what it knows and what it is told empties it.
  struct StreamHeads {
    private(set) var known: Position = 0
    private var heads = RecentlyUsed<StreamID, StreamHead>(capacity: 16_384)

    mutating func head(of stream: StreamID) -> StreamHead? { heads.value(for: stream) }

    /// Remembers what was read when the head was `known`.
    mutating func remember(_ head: StreamHead, of stream: StreamID) {
      heads.set(head, for: stream)
      heads.age()
    }

    /// Takes in all events after `position`, without a gap, through `end`.
    mutating func note(_ events: some Collection<RecordedEvent>, after position: Position, through end: Position) {
      guard end > known else { return }
      if position > known { forget() }
      for event in events where event.position > known {
        heads.set(StreamHead(owner: event.owner, revision: event.revision), for: event.stream)
      }
      heads.age()
      known = end
    }

    /// The same of news. Where one of the events is damaged, nobody knows what stands.
    mutating func note(_ news: News, after position: Position, through end: Position) {
      note(news.events, after: position, through: end)
      if !news.damaged.isEmpty { forget() }
    }

    /// Forgets all, since nobody knows what stands.
    mutating func forget() { heads.removeAll() }
  }
#endif
