import Catalog
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import ProtocolSchema

extension Method {
  static let ofGuideQueries: [Method] = [
    .query(
      "guide.get", "Returns which episodes of the household's series come when, and where.",
      takes: GuideQueryParameters.all, refuses: Refusal.ofGuideQueries
    ) { (parameters, caller) throws(Refusal) -> Lookup<GuideQuery> in
      let request = try GuideRequest(parameters, caller)
      let knownTag = try parameters[GuideQueryParameters.etag]
      let sizes = try caller.requireCatalog().imageSizes(at: caller.now)
      return try caller.guideFacts(request, within: parameters[GuideQueryParameters.wait]).map { facts in
        GuideQuery(request, knownTag: knownTag, facts, sizes)
      }
    },
    .query(
      "guide.calendar", "Returns the guide as an iCalendar file.",
      takes: GuideQueryParameters.all + [GuideQueryParameters.reminders], gives: GuideTypes.calendar,
      refuses: Refusal.ofGuideQueries
    ) { (parameters, caller) throws(Refusal) -> Lookup<TaggedContent<GuideCalendar>> in
      let request = try GuideRequest(parameters, caller)
      let (knownTag, hasReminders) = (
        try parameters[GuideQueryParameters.etag], try parameters[GuideQueryParameters.reminders]
      )
      return try caller.guideFacts(request, within: parameters[GuideQueryParameters.wait]).moved(to: caller.perform)
        .map { (facts) throws(Refusal) in
          try readRows {
            let answering = AnswerContext(caller.queries, caller.readModels.makeRecorder(), mayWait: true)
            let guide = try answering.guide(request, facts.answers, .builtIn)
            let reminders = hasReminders ? try answering.reminders(of: request.reader) : []
            return TaggedContent(
              GuideCalendar(guide, of: request.household, reminders: reminders), as: GuideTypes.calendarContent,
              unless: knownTag)
          }
        }
    },
    .query(
      "reminders.list", "Lists a member's reminders, and when they are due.",
      takes: [
        CollectionParameters.member, GuideQueryParameters.today, PageParameters.limit, PageParameters.cursor,
      ], gives: GuideTypes.reminders, refuses: Refusal.ofCollectionQueries + [.noCatalog]
    ) { (parameters, caller) throws(Refusal) -> Lookup<Page<ReminderView>> in
      let owner = try caller.collectionOwner(parameters)
      let today = try parameters[GuideQueryParameters.today] ?? caller.now.date
      let (limit, cursor) = (try parameters[PageParameters.limit], try parameters[PageParameters.cursor])
      return try caller.reminders(of: owner, on: today, after: cursor, limit: limit)
    },
  ]
}

extension Refusal {
  static let ofGuideQueries = [noMember, notMembers, tooManyShows, noCatalog]
}

extension AnswerContext {
  /// Returns all reminders of a member.
  fileprivate func reminders(of member: MemberID) throws -> [Reminder] {
    try readModels.reminders(of: member, after: nil, limit: GuideLimits.reminders).rows.map(\.reminder)
  }
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
      return try collector.collect(series: targets.keys.sorted(), [], within: Self.reminderTimeout)
        .moved(to: perform).map { (collected) throws(Refusal) in
          try readRows {
            try page.map { rows in
              try rows.map { try answering.view(of: $0.reminder, for: owner, collected.answers, today: today) }
            }
          }
        }
    }
  }

  private static let reminderTimeout = 3000
}

extension AnswerContext {
  fileprivate func view(
    of reminder: Reminder, for owner: CollectionOwner, _ answers: GuideAnswers, today: CalendarDate
  ) throws -> ReminderView {
    let tmdbID = reminder.target.tmdbID
    var series: SeriesFacts?
    if case .success(let answer)? = answers[.series(tmdbID)], case .series(let facts) = answer.facts { series = facts }
    let seasons = series.map { series in
      ReminderView.neededSeasons(of: series, for: reminder.target, today: today)
        .compactMap { answers.season($0, ofSeries: tmdbID) }
    }
    return ReminderView(
      reminder, title: series == nil ? try title(.series(tmdbID), of: owner.member)?.facts.title ?? "" : "",
      series: series, seasons: seasons ?? [],
      settings: try readModels.guideShow(tmdbID, in: owner.household)?.settings ?? GuideShowSettings(),
      today: today)
  }
}
