import Domain
import EventStore
import MovieNightPrimitives

/// The state of a household's guide, on which commands are decided.
public struct GuideState: Equatable, Sendable {
  let household: HouseholdID
  /// The series about which something is set, by their TMDb ids.
  private(set) var shows: [Int: GuideShowRecord] = [:]
  /// The reminders of each member, in order of their ids.
  private(set) var reminders: [MemberID: [Reminder]] = [:]
  /// The revision of the last event; `noRevision` before the first.
  public private(set) var revision: Revision = noRevision
  private var reminderCount = 0

  public init(household: HouseholdID) { self.household = household }

  func reminder(of target: ReminderTarget, for member: MemberID) -> Reminder? {
    reminders[member]?.first { $0.target == target }
  }

  /// Applies the next event of the stream.
  public mutating func evolve(_ domainEvent: GuideEvent) {
    revision += 1
    switch domainEvent {
    case .showSet(let event): change(event.tmdbID, domainEvent)
    case .showHidden(let event): change(event.tmdbID, domainEvent)
    case .reminderSet(let event):
      removeReminder(event.reminder.id, of: event.memberID)
      let own = reminders[event.memberID] ?? []
      reminders[event.memberID, default: []]
        .insert(event.reminder, at: own.partitionIndex { $0.id < event.reminder.id })
      reminderCount += 1
    case .reminderRemoved(let event): removeReminder(event.reminderID, of: event.memberID)
    }
  }

  private mutating func change(_ tmdbID: Int, _ domainEvent: GuideEvent) {
    var record = shows[tmdbID] ?? GuideShowRecord()
    record.fold(domainEvent)
    shows[tmdbID] = record.isEmpty ? nil : record
  }

  private mutating func removeReminder(_ id: ReminderID, of member: MemberID) {
    guard let index = reminders[member]?.firstIndex(where: { $0.id == id }) else { return }
    reminders[member]?.remove(at: index)
    if reminders[member]?.isEmpty ?? false { reminders[member] = nil }
    reminderCount -= 1
  }
}

extension GuideState: AggregateState {
  package init(stream id: Identifier<StreamKind>) { self.init(household: Identifier(id)) }

  package mutating func evolve(_ event: GuideEvent, at time: Timestamp, in household: HouseholdID) { evolve(event) }

  /// An estimate from numbers that are kept, because it is asked for at every event.
  package var byteCount: Int {
    let show = MemoryLayout<GuideShowRecord>.stride + 4 * MemoryLayout<MemberID>.stride + 48
    return MemoryLayout<Self>.size + shows.count * 2 * show + reminderCount * 2 * MemoryLayout<Reminder>.stride
  }
}
