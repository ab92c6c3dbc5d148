import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

/// Returns all rows that the events produce, by model and key, folded directly without caches or stores.
func foldAllRows(_ events: [RecordedEvent]) throws -> [String: [RowKey: Row]] {
  func fold<Model: Projection>(_: Model.Type) throws -> [RowKey: Row] {
    var models: [RowKey: (model: Model, position: Position)] = [:]
    for recorded in events where recorded.stream.category == Model.category {
      let event = try EventSchema.current.decode(type: recorded.type, version: recorded.version, data: recorded.data)
      let domainEvent = try #require(event.domainEvent as? Model.DomainEvent)
      let envelope = EventEnvelope(recorded)
      let touched: [TouchedRow] =
        switch Model.rows(touchedBy: domainEvent, envelope) {
        case .none: []
        case .one(let row): [row]
        case .several(let rows): rows
        }
      for row in touched {
        switch row {
        case .ended(let key): models[key] = nil
        case .made(let key), .changed(let key):
          var model = row == .made(key) ? nil : models[key]?.model
          try Model.fold(&model, key, domainEvent, envelope)
          models[key] = model.map { ($0, recorded.position) }
        }
      }
    }
    return models.mapValues { $0.model.row(at: $0.position) }
  }
  return [
    "households": try fold(HouseholdDetails.self), "access": try fold(AccessDetails.self),
    "libraries": try fold(LibraryDetails.self),
    "rounds": try fold(RoundDetails.self), "sessions": try fold(SessionSummary.self),
    "nights": try fold(NightTally.self), "watchlist": try fold(ListedMovie.self),
    "watched": try fold(WatchedMovie.self), "watched_years": try fold(WatchedYear.self),
    "collections": try fold(CollectionDetails.self), "titles": try fold(CollectedTitle.self),
    "title_index": try fold(TitleBucket.self), "title_plays": try fold(TitlePlays.self),
    "plays": try fold(CollectedPlay.self), "list_titles": try fold(ListedTitle.self),
    "notes": try fold(CollectedNote.self), "watching": try fold(WatchedSeries.self),
    "guides": try fold(GuideDetails.self), "guide_shows": try fold(GuideShow.self),
    "reminders": try fold(GuideReminder.self),
  ]
}

/// Returns the stored rows if the store keeps rows (flush them first), otherwise the rows in memory.
func rows(of models: ReadModels) throws -> [String: [RowKey: Row]] {
  var rows: [String: [RowKey: Row]] = [:]
  for name in ReadModelAreas.current.names {
    let source: any RowSource = models.store.keepsRows ? StoredRows(store: models.store) : RowsInMemory(models)
    rows[name] = [:]
    try source.forEachRow(name) { rows[name]?[$0.key] = $0 }
  }
  return rows
}

func openModels(_ store: RowStore, rowMemory: Int = 64 << 20) throws
  -> ReadModels
{
  var limits = ReadModels.Limits()
  limits.rowMemory = rowMemory
  limits.eventsBetweenFlushes = 50
  let models = ReadModels(store: store, schema: .current, areas: .current, limits: limits)
  try models.open()
  return models
}

/// Returns the round of `Home` after the events that `play` records.
func homeRound<Model: StreamProjection>(_ play: (inout Recorder) -> Void) throws -> Model {
  var recorder = Recorder()
  play(&recorder)
  let store = RowStore(keepsRows: true)
  store.record(recorder.events)
  let stream = StreamID(category: Model.category, id: Home.round)
  let rows = try StreamFold<Model>(stream: stream, through: .position(.max)).run(store, .current)
  return try #require(rows.values.first?.model)
}
