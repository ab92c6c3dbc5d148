import Domain
import MovieNightPrimitives

extension GuideState {
  /// Decides a command (`docs/rules.md`, "Guide").
  /// - Parameters:
  ///   - sender: the independent member who sent the command.
  ///   - actor: the sender, or the managed member they act for.
  ///   - collections: those of the household's members, for a command with new settings.
  func decide(
    _ command: GuideCommand, by sender: MemberID, for actor: MemberID, _ collections: [CollectionState]
  ) throws(Refusal) -> Decision {
    switch command {
    case .setShow(let tmdbID, let changes):
      guard !changes.hasNewSettings || collections.contains(where: { $0.watchesOpenly(tmdbID) }) else {
        throw .notInGuide
      }
      var record = shows[tmdbID] ?? GuideShowRecord()
      var events: [GuideEvent] = []
      let settings = record.settings.changed(by: changes)
      if settings != record.settings {
        events.append(.showSet(GuideShowSet(tmdbID: tmdbID, settings: settings, setBy: sender)))
      }
      if let isHidden = changes.isHidden, isHidden != record.hiddenBy.contains(actor) {
        events.append(.showHidden(GuideShowHidden(memberID: actor, tmdbID: tmdbID, isHidden: isHidden)))
      }
      events.forEach { record.fold($0) }
      guard record.isEmpty || shows[tmdbID] != nil || shows.count < GuideLimits.recordedShows else {
        throw .tooManyShows.saying(
          "The guide has settings of 1,000 series. Clear settings, or show hidden series again.",
          data: [.limit(GuideLimits.recordedShows)])
      }
      return decision(events)
    case .setReminder(var reminder):
      guard reminder.target.episode == nil || !reminder.premieresOnly else {
        throw .badParameter("premieres_only", "is only for a whole series")
      }
      let own = reminders[actor] ?? []
      let old = own.first { $0.target == reminder.target }
      guard old != nil || own.count < GuideLimits.reminders else { throw .tooManyReminders }
      if let old { reminder.id = old.id }
      // Recorded even if nothing changes, so that a resent command finds the id of its reminder.
      return decision([.reminderSet(ReminderSet(memberID: actor, reminder: reminder))])
    case .removeReminder(let id):
      guard (reminders[actor] ?? []).contains(where: { $0.id == id }) else { throw .unknownReminder }
      return decision([.reminderRemoved(ReminderRemoved(memberID: actor, reminderID: id))])
    }
  }

  private func decision(_ events: [GuideEvent]) -> Decision {
    events.reduce(into: Decision()) { $0.record(.guide($1), in: .guide(household)) }
  }
}

extension GuideState: DepartureEffects {
  /// Ends what a departing member hides, and their reminders.
  package mutating func memberLeft(
    _ member: MemberID, from household: inout HouseholdState, at now: Timestamp
  ) -> Decision {
    let hidden = shows.filter { $0.value.hiddenBy.contains(member) }.keys.sorted()
    return decision(
      hidden.map { .showHidden(GuideShowHidden(memberID: member, tmdbID: $0, isHidden: false)) }
        + (reminders[member] ?? []).map { .reminderRemoved(ReminderRemoved(memberID: member, reminderID: $0.id)) })
  }
}

extension CollectionState {
  /// Whether the member watches or plans a series, and lets the household see that.
  fileprivate func watchesOpenly(_ tmdbID: Int) -> Bool {
    guard let settings = titles[.series(tmdbID)]?.settings, !settings.isPrivate else { return false }
    return settings.status == .watching || settings.status == .planned
  }
}
