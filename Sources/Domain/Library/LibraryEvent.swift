import MovieNightPrimitives

/// The events of a household's watchlist and watched list, in the stream `library-<household id>`.
public indirect enum LibraryEvent: AreaEvent {
  public static let category = "library"
  public static let isOnePerHousehold = true

  case movieWatched(MovieWatched)
  case movieAddedToWatchlist(MovieAddedToWatchlist)
  case movieRemovedFromWatchlist(MovieRemovedFromWatchlist)
  case movieMarkedWatched(MovieMarkedWatched)
  case movieUnmarkedWatched(MovieUnmarkedWatched)

  public var payload: any EventPayload {
    switch self {
    case .movieWatched(let payload): payload
    case .movieAddedToWatchlist(let payload): payload
    case .movieRemovedFromWatchlist(let payload): payload
    case .movieMarkedWatched(let payload): payload
    case .movieUnmarkedWatched(let payload): payload
    }
  }

  public static let types = [
    EventType(movieWatched), EventType(movieAddedToWatchlist), EventType(movieRemovedFromWatchlist),
    EventType(movieMarkedWatched), EventType(movieUnmarkedWatched),
  ]

  public var dueAt: Timestamp? {
    if case .movieWatched(let event) = self { event.dueAt } else { nil }
  }
}

extension Event {
  public static func library(_ domainEvent: LibraryEvent) -> Event { Event(domainEvent) }
}

// MARK: - Upcasters for older versions

extension LibraryEvent {
  public static let upcasters: [String: [EventSchema.Upcaster]] = [
    MovieWatched.type: [Movie.keepYear], MovieAddedToWatchlist.type: [Movie.keepYear],
    MovieMarkedWatched.type: [Movie.keepYear], MovieUnmarkedWatched.type: [Movie.keepYear],
  ]
}
