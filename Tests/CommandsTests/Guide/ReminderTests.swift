import Domain
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Setting and removing reminders, and their end when a member departs.
@Suite struct ReminderTests {
  private let asChild = Sender.member(Cast.ann, actingAs: Cast.child)

  private func set(_ reminder: Reminder, of member: MemberID = Cast.ann) -> [Event] {
    [.guide(.reminderSet(ReminderSet(memberID: member, reminder: reminder)))]
  }

  // MARK: Setting and removing

  @Test func sameTargetIsReplacedUnderItsID() {
    var night = Night()
    #expect(night.send(.setReminder(Cast.reminder(1, of: 7))).events == set(Cast.reminder(1, of: 7)))
    let later = Cast.reminder(2, of: 7, premieresOnly: true, daysBefore: 3)
    #expect(night.send(.setReminder(later)).events == set(Cast.reminder(1, of: 7, premieresOnly: true, daysBefore: 3)))
    let again = night.send(.setReminder(later)).events
    #expect(again == set(Cast.reminder(1, of: 7, premieresOnly: true, daysBefore: 3)), "it has the id, also if resent")
    #expect(night.guide.reminders[Cast.ann]?.count == 1)
  }

  @Test func otherTargetsAndMembersHaveTheirOwn() {
    var night = Night()
    let targets: [EpisodeRef?] = [nil, EpisodeRef(1, 1), EpisodeRef(1, 2), EpisodeRef(0, 1)]
    for (number, episode) in targets.enumerated() {
      let reminder = Cast.reminder(number, of: 7, episode: episode)
      #expect(night.send(.setReminder(reminder)).events == set(reminder))
    }
    #expect(night.send(.setReminder(Cast.reminder(9, of: 7)), by: asChild).types == ["ReminderSet"])
    #expect(night.guide.reminders[Cast.ann]?.count == 4)
    #expect(night.guide.reminders[Cast.child]?.map(\.id) == [Cast.reminder(9, of: 7).id])
  }

  @Test func episodeHasNoPremieres() {
    var night = Night()
    let reminder = Cast.reminder(1, of: 7, episode: EpisodeRef(1, 1), premieresOnly: true)
    #expect(night.send(.setReminder(reminder)).fields == ["premieres_only"])
  }

  @Test func onlyOwnReminderIsRemoved() {
    var night = Night()
    let reminder = Cast.reminder(1, of: 7).id
    night.send(.remind(1, of: 7))
    for sender in [Sender.member(Cast.starter), asChild] {
      #expect(night.send(.removeReminder(reminder), by: sender).refused == "404 unknown_reminder")
    }
    #expect(
      night.send(.removeReminder(reminder)).events
        == [.guide(.reminderRemoved(ReminderRemoved(memberID: Cast.ann, reminderID: reminder)))])
    #expect(night.send(.removeReminder(reminder)).refused == "404 unknown_reminder")
  }

  @Test func memberHasUpTo200Reminders() {
    var night = Night()
    for number in 1...GuideLimits.reminders { night.send(.remind(number, of: number)) }
    #expect(night.send(.remind(201, of: 201)).refused == "422 too_many_reminders")
    #expect(night.send(.setReminder(Cast.reminder(201, of: 1, daysBefore: 1))).refused == nil, "it replaces one")
    #expect(night.send(.remind(201, of: 201), by: asChild).refused == nil)
    night.send(.removeReminder(Cast.reminder(5, of: 5).id))
    #expect(night.send(.remind(201, of: 201)).refused == nil)
  }

  // MARK: Departures

  private func nightOfEverybody() -> Night {
    var night = Night()
    var series = Cast.newSeries(1)
    series.status = .watching
    night.send(.add(series), by: .member(Cast.starter))
    night.send(.set(1) { $0.bufferDays = 5 })
    for (number, sender) in [.member(Cast.ann), .member(Cast.starter), asChild].enumerated() {
      night.send(.hide(1), by: sender)
      night.send(.hide(2), by: sender)
      night.send(.remind(2 * number, of: 1), by: sender)
      night.send(.remind(2 * number + 1, of: 2), by: sender)
    }
    return night
  }

  @Test(arguments: [DepartureReason.left, .removed, .erased])
  func departureEndsWhatMemberSetForThemself(way: DepartureReason) {
    var night = nightOfEverybody()
    let before = night.guide
    let result =
      switch way {
      case .left: night.send(.leave, by: .member(Cast.ann))
      case .removed: night.send(.remove(Cast.ann), by: .member(Cast.creator))
      case .erased: night.send(.erase(Cast.ann, confirmation: "DELETE"), by: .member(Cast.ann))
      }
    let ends = result.events.compactMap { $0.domainEvent as? GuideEvent }
    #expect(
      ends == [
        .showHidden(GuideShowHidden(memberID: Cast.ann, tmdbID: 1, isHidden: false)),
        .showHidden(GuideShowHidden(memberID: Cast.ann, tmdbID: 2, isHidden: false)),
        .reminderRemoved(ReminderRemoved(memberID: Cast.ann, reminderID: Cast.reminder(0, of: 1).id)),
        .reminderRemoved(ReminderRemoved(memberID: Cast.ann, reminderID: Cast.reminder(1, of: 2).id)),
      ])
    #expect(night.guide.reminders == before.reminders.filter { $0.key != Cast.ann })
    #expect(
      night.guide.shows.mapValues(\.hiddenBy) == [1: [Cast.starter, Cast.child], 2: [Cast.starter, Cast.child]])
    #expect(night.guide.shows[1]?.settings == GuideShowSettings(bufferDays: 5), "settings belong to the household")
    let inherited = GuideCommand.removeReminder(Cast.reminder(4, of: 1).id)
    let parent = Sender.member(Cast.creator, actingAs: Cast.child)
    #expect(night.send(inherited, by: parent).types == ["ReminderRemoved"], "the child's next parent")
  }

  @Test func erasureAfterLeavingEndsNothingMore() {
    var night = nightOfEverybody()
    night.send(.leave, by: .member(Cast.ann))
    #expect(night.send(.erase(Cast.ann, confirmation: "DELETE"), by: .administrator).types == ["MemberErased"])
  }

  @Test func closedHouseholdHasNoReminders() {
    var night = nightOfEverybody()
    for member in Cast.independent { night.send(.erase(member, confirmation: "DELETE"), by: .member(member)) }
    #expect(night.household.isClosed && night.guide.reminders.isEmpty)
    #expect(night.guide.shows.mapValues(\.settings) == [1: GuideShowSettings(bufferDays: 5)])
    #expect(night.guide.shows[1]?.hiddenBy == [])
  }
}
