import Domain
import EventStore

/// What deciders know of a household's library.
public struct LibraryState: Equatable, Sendable {
  public private(set) var watched: Set<MovieID> = []
  public private(set) var revision: Revision = noRevision

  public init() {}

  public mutating func evolve(_ event: LibraryEvent) {
    revision += 1
    switch event {
    case .movieWatched(let event): watched.insert(event.movie.tmdbMovieID)
    }
  }
}
