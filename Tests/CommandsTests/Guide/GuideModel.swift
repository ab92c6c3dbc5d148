import Domain
import MovieNightPrimitives

@testable import Commands
@testable import CommandsSupport

/// A second implementation of the guide's rules, as plain as `docs/rules.md` states them.
struct GuideModel {
  struct Hidden: Hashable { let member: MemberID, series: Int }
  struct Watched: Hashable { let member: MemberID, series: Int }

  /// The members with their parents.
  var members: [MemberID: MemberID?] = [:]
  /// The titles that their owners watch or plan, and do not keep private.
  var open: Set<Watched> = []
  /// The settings by series and field, without those that have the standard value.
  private(set) var settings: [Int: [String: Int]] = [:]
  private(set) var hidden: Set<Hidden> = []
  private(set) var reminders: [MemberID: [Reminder]] = [:]

  /// Carries out a command. Returns the reason of its refusal; nil if it is accepted.
  mutating func send(_ command: GuideCommand, by sender: MemberID, actingAs: MemberID?) -> String? {
    guard let parent = members[sender], parent == nil else { return "not_authenticated" }
    let actor = actingAs ?? sender
    guard actor == sender || members[actor] == .some(sender) else { return "cannot_act_as" }
    switch command {
    case .setShow(let series, let changes):
      var fields = settings[series] ?? [:]
      for (name, value) in [
        ("service_id", changes.serviceID), ("buffer_days", changes.bufferDays), ("shift_days", changes.shiftDays),
      ] {
        if let value { fields[name] = name != "service_id" && value == 0 ? nil : value }
        if changes.cleared.contains(where: { $0.rawValue == name }) { fields[name] = nil }
      }
      let sets = changes.serviceID != nil || changes.bufferDays != nil || changes.shiftDays != nil
      if sets || !changes.cleared.isEmpty, actor != sender { return "cannot_act_as" }
      let isOpen = members.keys.contains { open.contains(Watched(member: $0, series: series)) }
      if sets, !isOpen { return "not_in_guide" }
      settings[series] = fields.isEmpty ? nil : fields
      if changes.isHidden == true { hidden.insert(Hidden(member: actor, series: series)) }
      if changes.isHidden == false { hidden.remove(Hidden(member: actor, series: series)) }
    case .setReminder(var reminder):
      if reminder.premieresOnly, reminder.target.episode != nil { return "bad_parameters" }
      var own = reminders[actor] ?? []
      if let old = own.firstIndex(where: { $0.target == reminder.target }) {
        reminder.id = own[old].id
        own[old] = reminder
      } else {
        own.append(reminder)
      }
      reminders[actor] = own
    case .removeReminder(let id):
      guard let index = reminders[actor]?.firstIndex(where: { $0.id == id }) else { return "unknown_reminder" }
      reminders[actor]?.remove(at: index)
    }
    return nil
  }

  mutating func depart(_ member: MemberID) {
    members[member] = nil
    hidden = hidden.filter { $0.member != member }
    reminders[member] = nil
  }
}
