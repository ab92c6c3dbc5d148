import Domain
import EventStore
import MovieNightPrimitives

/// A member's reminder. Reminders are listed by their ids, the newest first; setting one again does not move it.
public struct GuideReminder: Equatable, Sendable {
  public let key: RowKey
  public let owner: OwnerID
  public let reminder: Reminder
}

extension GuideReminder: Projection {
  public typealias DomainEvent = GuideEvent

  public static let name = "reminders"
  public static let version = 1
  public static let isListed = true

  public var sortKey: SortKey? { SortKey(order: 0, tie: key.item) }
  public var heldBytes: Int { 0 }

  public static func rows(touchedBy domainEvent: GuideEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func key(_ reminder: ReminderID, _ member: MemberID) -> RowKey {
      RowKey(partition: PartitionKey(member), item: ItemID(reminder))
    }
    return switch domainEvent {
    case .reminderSet(let event): .one(.made(key(event.reminder.id, event.memberID)))
    case .reminderRemoved(let event): .one(.ended(key(event.reminderID, event.memberID)))
    case .showSet, .showHidden: .none
    }
  }

  public static func fold(
    _ row: inout GuideReminder?, _ key: RowKey, _ domainEvent: GuideEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    guard case .reminderSet(let event) = domainEvent else { return }
    row = GuideReminder(key: key, owner: envelope.owner, reminder: event.reminder)
  }

  public func writeMembers(to json: inout JSONWriter) { reminder.writeMembers(to: &json) }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(key: key, owner: owner, reminder: try Reminder(json: json))
  }
}
