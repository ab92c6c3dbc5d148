import Domain
import EventStore
import MovieNightPrimitives

struct CollectionContext {
  let household: HouseholdState
  let member: MemberID
  let now: Timestamp
  /// Returns a personal text of the member.
  let text: (TextID) throws(StoreError) -> PersonalText?
  /// The collections of other current members, for a command that names a list or note of theirs.
  var others: [MemberID: CollectionState] = [:]
}

/// A decision in progress. Each step is checked on the state after the steps before it.
struct CollectionDraft {
  private(set) var state: CollectionState
  private(set) var decision = Decision()
  let context: CollectionContext

  var member: MemberID { state.member }
  var household: HouseholdID { context.household.id }

  /// Adds an event that changes no numbers.
  mutating func record<Payload: CollectionPayload>(_ payload: Payload, as event: (Payload) -> CollectionEvent) {
    state.evolve(event(payload), at: context.now)
    decision.record(.collection(event(payload)), in: .collection(member))
  }

  /// Adds an event, with the collection's numbers after it.
  mutating func record<Payload: CountedPayload>(_ payload: Payload, as event: (Payload) -> CollectionEvent) {
    let lists = state.lists(countedIn: event(payload))
    let (before, listsBefore) = (state.counts, lists.compactMap(state.listCounts))
    state.evolve(event(payload), at: context.now)
    var counts = state.counts
    counts.lists = zip(listsBefore, lists.compactMap(state.listCounts)).compactMap { $0 == $1 ? nil : $1 }
    var payload = payload
    payload.counts = counts == before ? nil : counts
    decision.record(.collection(event(payload)), in: .collection(member))
  }

  mutating func put(_ text: PersonalText) { decision.texts.append(.put(text)) }

  mutating func delete(_ text: TextID) { decision.texts.append(.delete(text, owner: OwnerID(household))) }

  func title(_ ref: TitleRef) throws(Refusal) -> CollectionState.Title {
    guard let title = state.titles[ref] else { throw .notInCollection.with(ref.name) }
    return title
  }
}

extension CollectionState {
  /// Returns the lists whose numbers an event can change, in order of their ids. It removes none of them.
  fileprivate func lists(countedIn domainEvent: CollectionEvent) -> [ListID] {
    switch domainEvent {
    case .titleRemoved(let event): event.lists
    case .listTitlesAdded(let event): [event.listID]
    case .listTitlesRemoved(let event): [event.listID]
    default: domainEvent.changedTitle.flatMap { titles[$0]?.lists } ?? []
    }
  }

  fileprivate func listCounts(_ list: ListID) -> ListCounts? {
    lists[list].map { ListCounts(listID: list, titles: $0.places.count, watched: $0.watched) }
  }

  /// Decides the end of the collection of an erased member, with all its texts.
  func erased(in household: HouseholdID) -> Decision {
    var decision = Decision(
      .collection(.collectionErased(CollectionErased(memberID: member, contents: contents))), in: .collection(member))
    decision.texts = namedTexts.map { .delete($0, owner: OwnerID(household)) }
    return decision
  }

  /// Everything in the collection, in ascending order.
  var contents: CollectionContents {
    var contents = CollectionContents()
    var plays: [Int] = []
    for ref in titles.keys.sorted() {
      guard let title = titles[ref] else { continue }
      plays += title.plays.map { Int($0.number) }
      switch ref.mediaType {
      case .movie: contents.movies.append(ref.tmdbID)
      case .tv: contents.series.append(RemovedSeries(tmdbID: ref.tmdbID, seasons: title.seasonNumbers))
      }
    }
    var numbers = RangeSet<Int>()
    // In ascending order, each is added at the end.
    for number in plays.sorted() { numbers.insert(contentsOf: number..<number + 1) }
    contents.plays = numbers.ranges.map { PlayRange(first: $0.lowerBound, last: $0.upperBound - 1) }
    contents.lists = lists.sorted { $0.key < $1.key }.map { id, list in
      let refs = list.places.keys.sorted()
      return RemovedList(
        listID: id, movies: refs.filter { $0.mediaType == .movie }.map(\.tmdbID),
        series: refs.filter { $0.mediaType == .tv }.map(\.tmdbID))
    }
    contents.notes = notes.keys.sorted()
    return contents
  }
}

extension CollectionState.Title {
  /// The numbers of all seasons that were recorded; none for a movie.
  var seasonNumbers: [Int] { progress?.seasons.map(\.number) ?? [] }
}

extension StreamID {
  /// Returns the stream `collection-<id>`. Its id is the member's.
  public static func collection(_ id: MemberID) -> StreamID { StreamID(category: CollectionEvent.category, id: id) }
}
