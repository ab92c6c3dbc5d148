import Domain
import MovieNightPrimitives

struct GuideContext {
  /// The independent member who sent the command.
  let sender: MemberID
  /// The sender, or the managed member they act for.
  let actor: MemberID
  /// The collections of the household's members, for a command that changes its settings.
  let collections: [CollectionState]
}

/// A decision in progress. Each step is checked on the state after the steps before it.
private struct GuideDraft {
  private(set) var state: GuideState
  private(set) var decision = Decision()

  init(_ state: GuideState) { self.state = state }

  mutating func record(_ event: GuideEvent) {
    state.evolve(event)
    decision.record(.guide(event), in: .guide(state.household))
  }

  /// Records an event on a series, unless the guide has no room for another series.
  mutating func record(_ event: GuideEvent, on tmdbID: Int) throws(Refusal) {
    record(event)
    guard state.shows.count <= GuideLimits.recordedShows else {
      throw .tooManyShows.with(data: .limit(GuideLimits.recordedShows))
    }
  }
}

extension GuideState {
  /// Decides a command (`docs/rules.md`, "Guide").
  func decide(_ command: GuideCommand, in context: GuideContext) throws(Refusal) -> Decision {
    var draft = GuideDraft(self)
    switch command {
    case .setShow(let tmdbID, let changes):
      let record = shows[tmdbID] ?? GuideShowRecord()
      let settings = record.settings.changed(by: changes)
      // Anyone may reset settings of a series that is no longer watched, but only openly watched ones get new settings.
      let isOpen = settings.isDefault || context.collections.contains { $0.watchesOpenly(tmdbID) }
      guard isOpen || !changes.changesSettings else { throw .notInGuide }
      if settings != record.settings {
        try draft.record(
          .showSet(GuideShowSet(tmdbID: tmdbID, settings: settings, setBy: context.sender)), on: tmdbID)
      }
      if let isHidden = changes.isHidden, isHidden != record.hiddenBy.contains(context.actor) {
        try draft.record(
          .showHidden(GuideShowHidden(memberID: context.actor, tmdbID: tmdbID, isHidden: isHidden)), on: tmdbID)
      }
    case .setReminder(var reminder):
      guard reminder.target.episode == nil || !reminder.premieresOnly else {
        throw .badParameter("premieres_only", "is only for a whole series")
      }
      let old = self.reminder(of: reminder.target, for: context.actor)
      if let old { reminder.id = old.id }
      guard reminder != old else { break }
      guard old != nil || (reminders[context.actor] ?? []).count < GuideLimits.reminders else {
        throw .tooManyReminders
      }
      draft.record(.reminderSet(ReminderSet(memberID: context.actor, reminder: reminder)))
    case .removeReminder(let id):
      guard (reminders[context.actor] ?? []).contains(where: { $0.id == id }) else { throw .unknownReminder }
      draft.record(.reminderRemoved(ReminderRemoved(memberID: context.actor, reminderID: id)))
    }
    return draft.decision
  }

  /// Decides the end of what a departing member hides, and of their reminders.
  func departed(_ member: MemberID) -> Decision {
    var draft = GuideDraft(self)
    for tmdbID in shows.filter({ $0.value.hiddenBy.contains(member) }).keys.sorted() {
      draft.record(.showHidden(GuideShowHidden(memberID: member, tmdbID: tmdbID, isHidden: false)))
    }
    for reminder in reminders[member] ?? [] {
      draft.record(.reminderRemoved(ReminderRemoved(memberID: member, reminderID: reminder.id)))
    }
    return draft.decision
  }
}

extension CollectionState {
  /// Whether the member watches or plans a series, and lets the household see that.
  fileprivate func watchesOpenly(_ tmdbID: Int) -> Bool {
    guard let settings = titles[.series(tmdbID)]?.settings, !settings.isPrivate else { return false }
    return settings.status == .watching || settings.status == .planned
  }
}
