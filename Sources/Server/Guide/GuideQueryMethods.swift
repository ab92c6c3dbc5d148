import Catalog
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import ProtocolSchema

extension Method {
  /// The methods of `docs/protocol/guide.md`.
  static let ofGuide = ofGuideCommands + ofGuideQueries

  private static let ofGuideQueries: [Method] = [
    .query(
      "guide.get", "Returns which episodes of the household's series come when, and where.",
      takes: GuideParameters.all, refuses: [.noMember, .notMembers, .tooManyShows, .noCatalog]
    ) { (parameters, caller) throws(Refusal) -> Lookup<GuideQuery> in
      let request = try GuideRequest(parameters, caller)
      let knownTag = try parameters[GuideParameters.etag]
      let sizes = try caller.requireCatalog().imageSizes(at: caller.now)
      return try caller.guideFacts(request, within: parameters[GuideParameters.wait]).map { facts in
        GuideQuery(request, knownTag: knownTag, facts, sizes)
      }
    },
    .query(
      "guide.calendar", "Returns the guide as an iCalendar file.",
      takes: GuideParameters.all + [GuideParameters.reminders], gives: GuideTypes.calendar,
      refuses: [.noMember, .notMembers, .tooManyShows, .noCatalog]
    ) { (parameters, caller) throws(Refusal) -> Lookup<TaggedContent<GuideCalendar>> in
      let request = try GuideRequest(parameters, caller)
      let knownTag = try parameters[GuideParameters.etag]
      let hasReminders = try parameters[GuideParameters.reminders]
      return try caller.guideFacts(request, within: parameters[GuideParameters.wait]).moved(to: caller.perform)
        .map { (facts) throws(Refusal) in
          try readRows {
            let answering = AnswerContext(caller.queries, caller.readModels.makeRecorder(), mayWait: true)
            let guide = try answering.guide(request, facts.answers, .builtIn)
            let reminders = hasReminders ? try caller.readModels.reminders(of: request.reader) : []
            return TaggedContent(
              GuideCalendar(guide, of: request.household, reminders: reminders), as: GuideTypes.calendarContent,
              unless: knownTag)
          }
        }
    },
    .query(
      "reminders.list", "Lists a member's reminders, and when they are due.",
      takes: [
        CollectionParameters.member, GuideParameters.today, PageParameters.limit, PageParameters.cursor,
      ], gives: GuideTypes.reminders, refuses: Refusal.ofCollectionQueries + [.noCatalog]
    ) { (parameters, caller) throws(Refusal) -> Lookup<Page<ReminderView>> in
      let owner = try caller.collectionOwner(parameters)
      let today = try parameters[GuideParameters.today] ?? caller.now.date
      let (limit, cursor) = (try parameters[PageParameters.limit], try parameters[PageParameters.cursor])
      return try caller.reminders(of: owner, on: today, after: cursor, limit: limit)
    },
  ]
}

extension Caller {
  /// Returns a page of a member's reminders. What the catalog does not have in time is undated.
  fileprivate func reminders(
    of owner: CollectionOwner, on today: CalendarDate, after cursor: String?, limit: Int
  ) throws(Refusal) -> Lookup<Page<ReminderView>> {
    let catalog = try requireCatalog()
    return try Lookup.known(()).moved(to: perform).then { [self] (_) throws(Refusal) in
      let answering = AnswerContext(queries, readModels.makeRecorder(), mayWait: true)
      let page = try readRows { () throws -> RowPage<GuideReminder> in
        _ = try answering.view(of: owner)
        return try answering.readModels.reminders(of: owner.member, after: answering.cursor(cursor), limit: limit)
      }
      let targets = Dictionary(grouping: page.rows.map(\.reminder.target), by: \.tmdbID)
      let collector = GuideCollector(catalog) { series in
        Set((targets[series.id] ?? []).flatMap { ReminderView.neededSeasons(of: series, for: $0, today: today) })
          .sorted()
      }
      return try collector.collect(series: targets.keys.sorted(), [], within: 3000)
        .moved(to: perform).map { (collected) throws(Refusal) in
          try readRows {
            let recorded = try readModels.guideShows(of: owner.household)
            return try page.map { rows in
              try rows.map { row in
                let tmdbID = row.reminder.target.tmdbID
                return ReminderView(
                  row.reminder, title: try answering.title(.series(tmdbID), of: owner.member)?.facts.title ?? "",
                  collected.answers, shiftDays: recorded[tmdbID]?.settings.shiftDays ?? 0, today: today)
              }
            }
          }
        }
    }
  }
}
