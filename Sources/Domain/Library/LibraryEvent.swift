import MovieNightPrimitives

/// What a household has seen and means to see, in the stream `library-<household id>`.
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

  public static let payloads: [any EventPayload.Type] = [
    MovieWatched.self, MovieAddedToWatchlist.self, MovieRemovedFromWatchlist.self, MovieMarkedWatched.self,
    MovieUnmarkedWatched.self,
  ]

  public var dueAt: Timestamp? {
    if case .movieWatched(let event) = self { event.dueAt } else { nil }
  }

  public init?(type: String, json: JSONValue) throws(JSONError) {
    switch type {
    case MovieWatched.type: self = .movieWatched(try MovieWatched(json: json))
    case MovieAddedToWatchlist.type: self = .movieAddedToWatchlist(try MovieAddedToWatchlist(json: json))
    case MovieRemovedFromWatchlist.type: self = .movieRemovedFromWatchlist(try MovieRemovedFromWatchlist(json: json))
    case MovieMarkedWatched.type: self = .movieMarkedWatched(try MovieMarkedWatched(json: json))
    case MovieUnmarkedWatched.type: self = .movieUnmarkedWatched(try MovieUnmarkedWatched(json: json))
    default: return nil
    }
  }
}

extension Event {
  public static func library(_ fact: LibraryEvent) -> Event { Event(fact) }
}

// MARK: - Older versions

extension LibraryEvent {
  public static let upcasters: [String: [EventSchema.Upcaster]] = [
    MovieWatched.type: [Movie.keepYear], MovieAddedToWatchlist.type: [Movie.keepYear],
    MovieMarkedWatched.type: [Movie.keepYear], MovieUnmarkedWatched.type: [Movie.keepYear],
  ]
}
