import MovieNightPrimitives

/// The events of one member's collection, in the stream `collection-<member id>`.
public indirect enum CollectionEvent: AreaEvent {
  public static let category = "collection"

  case titleAdded(TitleAdded)
  case titleRefreshed(TitleRefreshed)
  case titleSet(TitleSet)
  case titleRemoved(TitleRemoved)
  case playsAdded(PlaysAdded)
  case playsRemoved(PlaysRemoved)
  case listCreated(ListCreated)
  case listChanged(ListChanged)
  case listRemoved(ListRemoved)
  case listsOrdered(ListsOrdered)
  case listTitlesAdded(ListTitlesAdded)
  case listTitlesRemoved(ListTitlesRemoved)
  case listTitlesMoved(ListTitlesMoved)
  case noteAdded(NoteAdded)
  case noteChanged(NoteChanged)
  case noteRemoved(NoteRemoved)
  case collectionPreferencesSet(CollectionPreferencesSet)
  case collectionCleared(CollectionCleared)
  case collectionErased(CollectionErased)

  public var payload: any EventPayload {
    switch self {
    case .titleAdded(let payload): payload
    case .titleRefreshed(let payload): payload
    case .titleSet(let payload): payload
    case .titleRemoved(let payload): payload
    case .playsAdded(let payload): payload
    case .playsRemoved(let payload): payload
    case .listCreated(let payload): payload
    case .listChanged(let payload): payload
    case .listRemoved(let payload): payload
    case .listsOrdered(let payload): payload
    case .listTitlesAdded(let payload): payload
    case .listTitlesRemoved(let payload): payload
    case .listTitlesMoved(let payload): payload
    case .noteAdded(let payload): payload
    case .noteChanged(let payload): payload
    case .noteRemoved(let payload): payload
    case .collectionPreferencesSet(let payload): payload
    case .collectionCleared(let payload): payload
    case .collectionErased(let payload): payload
    }
  }

  public static let types = [
    EventType(titleAdded), EventType(titleRefreshed), EventType(titleSet), EventType(titleRemoved),
    EventType(playsAdded), EventType(playsRemoved), EventType(listCreated), EventType(listChanged),
    EventType(listRemoved), EventType(listsOrdered), EventType(listTitlesAdded), EventType(listTitlesRemoved),
    EventType(listTitlesMoved), EventType(noteAdded), EventType(noteChanged), EventType(noteRemoved),
    EventType(collectionPreferencesSet), EventType(collectionCleared), EventType(collectionErased),
  ]
}

/// The payload of a collection's event, which concerns the member whose collection it is.
public protocol CollectionPayload: EventPayload {
  var memberID: MemberID { get }
}

/// The payload of an event that can change the collection's numbers.
public protocol CountedPayload: CollectionPayload {
  /// The collection's numbers after this event; nil if it changes none.
  var counts: CollectionCounts? { get set }
}

extension CollectionEvent {
  /// The collection's numbers after the event; nil if it changes none.
  public var counts: CollectionCounts? { (payload as? any CountedPayload)?.counts }

  /// The title whose settings, facts or plays the event changes; nil for other events, and if the title is removed.
  package var changedTitle: TitleRef? {
    switch self {
    case .titleAdded(let event): event.title
    case .titleRefreshed(let event): event.title
    case .titleSet(let event): event.title
    case .playsAdded(let event): event.title
    case .playsRemoved(let event): event.title
    default: nil
    }
  }
}

extension CollectionPayload {
  public static var audience: Audience { .memberAndParent }
}

extension Event {
  public static func collection(_ domainEvent: CollectionEvent) -> Event { Event(domainEvent) }
}
