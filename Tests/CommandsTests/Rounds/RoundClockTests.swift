import Domain
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// The deadlines of a round, to the microsecond.
@Suite struct RoundClockTests {
  private let hour = Timestamp.secondsPerHour
  private let day = Timestamp.secondsPerDay

  private func microsecond(before time: Timestamp) -> Timestamp { Timestamp(microseconds: time.microseconds - 1) }

  /// The arguments are a stage, its seconds until the deadline, and the stage after that.
  @Test(arguments: [
    (Stage.draft, 72 * 3600, Stage.expired), (.open, 72 * 3600, .expired), (.closed, 72 * 3600, .expired),
    (.selected, 30 * 86_400, .expired), (.watched, 14 * 86_400, .rated),
  ])
  func stageChangesExactlyAtItsDeadline(stage: Stage, seconds: Int, after: Stage) {
    let due = Cast.evening.advanced(bySeconds: Int64(seconds))
    for (time, expected) in [(microsecond(before: due), stage), (due, after), (due.advanced(bySeconds: 1), after)] {
      var night = Night.at(stage)
      #expect(night.round().dueAt(HouseholdSettings()) == due)
      night.wait(until: time)
      night.expireDueRounds()
      #expect(night.round().stage == expected)
      #expect(night.household.activeRound == (expected.isActive ? Cast.round(1) : nil))
    }
  }

  @Test(arguments: [Stage.none, .rated, .expired])
  func finalOrMissingRoundHasNoDeadline(stage: Stage) {
    var night = Night.at(stage)
    #expect(night.round().dueAt(HouseholdSettings()) == nil)
    let before = night
    night.wait(until: Cast.evening.advanced(bySeconds: 10_000 * day))
    night.expireDueRounds()
    #expect(night.log == before.log)
  }

  @Test func deadlinesFollowHouseholdSettings() {
    var settings = HouseholdSettings()
    (settings.votingExpiryHours, settings.selectedExpiryDays, settings.ratingDays) = (1, 2, 3)
    func due(_ stage: Stage) -> Timestamp? { Night.at(stage).round().dueAt(settings) }
    #expect(due(.draft) == Cast.evening.advanced(bySeconds: hour))
    #expect(due(.closed) == Cast.evening.advanced(bySeconds: hour))
    #expect(due(.selected) == Cast.evening.advanced(bySeconds: 2 * day))
    #expect(due(.watched) == Cast.evening.advanced(bySeconds: 3 * day))
  }

  @Test func expiryEventRecordsDueTime() throws {
    var night = Night.at(.open)
    let due = Cast.evening.advanced(bySeconds: 72 * hour)
    night.wait(until: due.advanced(bySeconds: 5 * day))
    night.expireDueRounds()
    let expected = RoundExpired(
      reason: .timedOut, discardedBy: nil, dueAt: due, attendees: [Cast.creator, Cast.starter, Cast.ann, Cast.child])
    #expect(night.log.map(\.event).contains(.round(.expired(expected))))
  }

  @Test func onlyRecordedVotingEventsMoveDeadline() {
    var night = Night.at(.open)
    let later = Cast.evening.advanced(bySeconds: 71 * hour)
    night.wait(until: later)
    night.send(.vote(1, .up), by: Cast.ann)
    #expect(night.round().dueAt(HouseholdSettings()) == Cast.evening.advanced(bySeconds: 72 * hour), "the same vote")
    night.send(.retract(77), by: Cast.ann)
    #expect(night.round().dueAt(HouseholdSettings()) == Cast.evening.advanced(bySeconds: 72 * hour), "refused")
    night.send(.vote(1, .down), by: Cast.ann)
    #expect(night.round().dueAt(HouseholdSettings()) == later.advanced(bySeconds: 72 * hour))
  }

  @Test func ratingsDoNotMoveDeadlineOfSelectedRound() {
    var night = Night.at(.selected)
    night.wait(until: Cast.evening.advanced(bySeconds: 29 * day))
    night.send(.rate(.liked), by: Cast.ann)
    #expect(night.round().dueAt(HouseholdSettings()) == Cast.evening.advanced(bySeconds: 30 * day))
  }

  @Test func selectedRoundWithRatingBecomesWatchedAtDeadline() {
    var night = Night.at(.selected)
    night.send(.rate(.liked), by: Cast.ann)
    let due = Cast.evening.advanced(bySeconds: 30 * day)
    night.wait(until: due.advanced(bySeconds: 3 * day))
    night.expireDueRounds()
    #expect(night.round().stage == .watched && night.library.watched == [1: .inRound])
    #expect(night.log.map(\.event).contains(.round(.watched(RoundWatched(markedBy: nil, dueAt: due)))))
    #expect(night.round().dueAt(HouseholdSettings()) == due.advanced(bySeconds: 14 * day), "from when it was due")
    #expect(night.send(.rate(.loved), by: Cast.creator).refusal == nil)
  }

  @Test func overdueSelectedRoundPassesThroughWatchedToRated() {
    var night = Night.at(.selected)
    night.send(.rate(.liked), by: Cast.ann)
    let before = night.log.count
    let watched = Cast.evening.advanced(bySeconds: 30 * day)
    night.wait(until: watched.advanced(bySeconds: 14 * day))
    night.expireDueRounds()
    #expect(
      night.log.dropFirst(before).map(\.event).filter { $0.domainEvent is RoundEvent } == [
        .round(.watched(RoundWatched(markedBy: nil, dueAt: watched))),
        .round(.rated(RoundRated(reason: .timedOut, dueAt: watched.advanced(bySeconds: 14 * day)))),
      ])
  }

  @Test func selectedRoundRatedByAllIsRatedAtDeadline() {
    var night = Night.at(.selected)
    for member in [Cast.creator, Cast.starter, Cast.ann] { night.send(.rate(.liked), by: member) }
    night.send(.rate(.liked), by: Cast.ann, as: Cast.child)
    let due = Cast.evening.advanced(bySeconds: 30 * day)
    night.wait(until: due)
    night.expireDueRounds()
    #expect(night.round().stage == .rated)
    #expect(night.log.map(\.event).contains(.round(.rated(RoundRated(reason: .allRated, dueAt: due)))))
    #expect(night.library.watched == [1: .inRound])
  }

  @Test func commandAtDeadlineSeesNewStage() {
    var night = Night.at(.open)
    let due = Cast.evening.advanced(bySeconds: 72 * hour)
    night.wait(until: microsecond(before: due))
    var later = night
    #expect(night.send(.vote(2, .up), by: Cast.ann).types == ["VoteCast"])
    later.wait(until: due)
    let refusal = later.send(.vote(2, .up), by: Cast.ann).refusal
    #expect(refusal?.name == "409 wrong_state" && refusal?.data == [.status(.expired)])
    #expect(later.send(.start(StartRound()), to: Cast.round(2), by: Cast.ann).refusal == nil)
  }
}

extension Stage {
  fileprivate var isActive: Bool { self == .draft || self == .open || self == .closed }
}
