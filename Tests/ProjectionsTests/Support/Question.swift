import Domain
import EventStore
import MovieNightPrimitives

@testable import Projections

/// A query that read models answer.
enum Question: Hashable {
  case household, access, library
  case round(RoundID)
  case session(RoundID)
  case pastRound(RoundID, at: Position)
  case sessions(limit: Int)
  case watchlist(limit: Int)
  case watched(limit: Int)
  case listedMovie(MovieID)
  case watchedMovie(MovieID)
  case watchedAmong([MovieID])
  case rounds(with: MovieID)
  case nights(limit: Int)
  case watchedYear

  /// Returns the answer as text. Equal rows give equal text.
  func answer(_ household: HouseholdID, _ models: ReadModels) throws -> String {
    switch self {
    case .household: try text(models.household(household))
    case .access: try text(models.access(household))
    case .library: try text(models.library(household))
    case .round(let id): try text(models.round(id))
    case .session(let id): try text(models.session(id, of: household))
    case .pastRound(let id, let position): try text(models.round(id, .asOf(.position(position))))
    case .sessions(let limit): try text(models.sessions(household, after: nil, limit: limit))
    case .watchlist(let limit): try text(models.watchlist(household, after: nil, limit: limit))
    case .watched(let limit): try text(models.watched(household, after: nil, limit: limit))
    case .listedMovie(let id): try text(models.listedMovie(id, in: household))
    case .watchedMovie(let id): try text(models.watchedMovie(id, in: household))
    case .watchedAmong(let ids): try "\(models.watched(among: ids, in: household).sorted())"
    case .rounds(let movie):
      try models.rounds(of: household, with: movie, amongNewest: 50).map(text).joined(separator: ",")
    case .nights(let limit):
      try models.nights(household, in: CalendarDate.moments(ofYear: 2026), limit: limit).map(text)
        .joined(separator: ",")
    case .watchedYear: try text(models.watchedYear(2026, of: household))
    }
  }

  private func text<Model: Projection>(_ model: Model?) -> String {
    model.map { String(decoding: $0.row(at: 0).document, as: UTF8.self) } ?? "none"
  }

  private func text<Model: Projection>(_ page: RowPage<Model>) -> String {
    page.rows.map(text).joined(separator: ",") + " then \(String(describing: page.next))"
  }
}

/// An answer with its dependencies, as a server caches it.
struct CachedAnswer {
  let text: String
  var dependencies: DependencySet

  /// Returns nil if the answer cannot be cached.
  init?(to question: Question, of household: HouseholdID, _ models: ReadModels) throws {
    let notes = models.makeRecorder()
    text = try question.answer(household, models.recordingDependencies(in: notes))
    guard let dependencies = notes.dependencies else { return nil }
    self.dependencies = dependencies
  }

  mutating func holds(_ models: ReadModels) -> Bool { models.confirm(&dependencies) }
}
