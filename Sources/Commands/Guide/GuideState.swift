import Domain
import EventStore
import MovieNightPrimitives

/// The state of a household's guide, on which commands are decided.
public struct GuideState: Equatable, Sendable {
  let household: HouseholdID
  /// The series about which something is set, by their TMDb ids.
  private(set) var shows: [Int: GuideShowRecord] = [:]
  /// The reminders of each member, in the order in which they were last set.
  private(set) var reminders: [MemberID: [Reminder]] = [:]
  /// The revision of the last event; `noRevision` before the first.
  public private(set) var revision: Revision = noRevision

  public init(household: HouseholdID) { self.household = household }

  private mutating func change(_ tmdbID: Int, _ domainEvent: GuideEvent) {
    var record = shows[tmdbID] ?? GuideShowRecord()
    record.fold(domainEvent)
    shows[tmdbID] = record.isEmpty ? nil : record
  }

  private mutating func removeReminder(_ id: ReminderID, of member: MemberID) {
    reminders[member]?.removeAll { $0.id == id }
    if reminders[member]?.isEmpty == true { reminders[member] = nil }
  }
}

extension GuideState: AggregateState {
  package init(stream id: Identifier<StreamKind>) { self.init(household: Identifier(id)) }

  package mutating func evolve(_ domainEvent: GuideEvent, at time: Timestamp, in household: HouseholdID) {
    revision += 1
    switch domainEvent {
    case .showSet(let event): change(event.tmdbID, domainEvent)
    case .showHidden(let event): change(event.tmdbID, domainEvent)
    case .reminderSet(let event):
      removeReminder(event.reminder.id, of: event.memberID)
      reminders[event.memberID, default: []].append(event.reminder)
    case .reminderRemoved(let event): removeReminder(event.reminderID, of: event.memberID)
    }
  }

  package var byteCount: Int {
    let show = MemoryLayout<GuideShowRecord>.stride + 4 * MemoryLayout<MemberID>.stride + 48
    let reminderCount = reminders.values.reduce(0) { $0 + $1.count }
    return MemoryLayout<Self>.size + shows.count * 2 * show + reminderCount * 2 * MemoryLayout<Reminder>.stride
  }
}
