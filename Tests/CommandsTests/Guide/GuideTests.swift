import Domain
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// What a household sets about the series in its guide, and what its members hide.
@Suite struct GuideTests {
  private let asChild = Sender.member(Cast.ann, actingAs: Cast.child)

  /// Returns a night in which Ann has series 1 with a status.
  private func night(_ status: TitleStatus? = .watching, isPrivate: Bool = false) -> Night {
    var night = Night()
    var series = Cast.newSeries(1)
    (series.status, series.isPrivate) = (status, isPrivate)
    night.send(.add(series))
    if status == nil { night.send(.set(.series(1)) { $0.cleared = [.status] }) }
    return night
  }

  private func shown(_ settings: GuideShowSettings, by member: MemberID) -> [Event] {
    [.guide(.showSet(GuideShowSet(tmdbID: 1, settings: settings, setBy: member)))]
  }

  // MARK: Settings of the household

  @Test func eventHasAllSettings() {
    var night = night()
    let starter = Sender.member(Cast.starter)
    let first = night.send(.set(1) { ($0.serviceID, $0.bufferDays) = (8, 7) }, by: starter)
    #expect(first.events == shown(GuideShowSettings(serviceID: 8, bufferDays: 7), by: Cast.starter))
    let second = night.send(.set(1) { $0.shiftDays = -2 })
    #expect(second.events == shown(GuideShowSettings(serviceID: 8, bufferDays: 7, shiftDays: -2), by: Cast.ann))
    let third = night.send(.set(1) { ($0.bufferDays, $0.cleared) = (9, [.serviceID, .shiftDays]) })
    #expect(third.events == shown(GuideShowSettings(bufferDays: 9), by: Cast.ann))
  }

  @Test func settingsAlreadyInForceRecordNothing() {
    var night = night()
    night.send(.set(1) { ($0.serviceID, $0.bufferDays) = (8, 7) })
    #expect(night.send(.set(1) { $0.serviceID = 8 }).types == [])
    #expect(night.send(.set(1) { $0.cleared = [.shiftDays] }).types == [])
  }

  @Test(arguments: TitleStatus.allCases.map(Optional.some) + [nil])
  func onlyWatchedOrPlannedSeriesTakesSettings(status: TitleStatus?) {
    let isInGuide = status == .watching || status == .planned
    for isPrivate in [false, true] {
      var night = night(status, isPrivate: isPrivate)
      // The private title's owner is refused, too, because the others would see the settings.
      for sender in [Cast.ann, Cast.starter] {
        let refused = night.send(.set(1) { $0.bufferDays = 5 }, by: .member(sender)).refused
        #expect(refused == (isInGuide && !isPrivate ? nil : "422 not_in_guide"))
      }
    }
  }

  @Test func movieOfSameNumberIsNoSeries() {
    var night = Night()
    night.send(.add(Cast.newMovie(1)))
    #expect(night.send(.set(1) { $0.bufferDays = 5 }).refused == "422 not_in_guide")
  }

  @Test func childsSeriesCountsAndFormerMembersDoNot() {
    var night = Night()
    let command = GuideCommand.set(1) { $0.bufferDays = 5 }
    var series = Cast.newSeries(1)
    series.status = .watching
    night.send(.add(series), by: asChild)
    #expect(night.send(command, by: .member(Cast.outsider)).refused == nil)
    night.send(.set(1) { $0.cleared = [.bufferDays] })
    night.send(.remove(Cast.child), by: .member(Cast.creator))
    #expect(night.send(command).refused == "422 not_in_guide")
  }

  @Test func seriesThatIsNotWatchedCanBeReset() {
    var night = night()
    night.send(.set(1) { ($0.serviceID, $0.bufferDays) = (8, 7) })
    night.send(.set(.series(1)) { $0.status = .dropped })
    #expect(night.send(.set(1) { $0.bufferDays = 0 }).refused == "422 not_in_guide", "a new setting")
    #expect(night.send(.set(1) { $0.cleared = [.serviceID] }).events == shown(.init(bufferDays: 7), by: Cast.ann))
    #expect(night.send(.set(1) { $0.cleared = [.bufferDays] }).events == shown(.init(), by: Cast.ann))
    #expect(night.guide.shows.isEmpty)
  }

  @Test func refusedCommandHidesNothing() {
    var night = Night()
    #expect(night.send(.set(1) { ($0.bufferDays, $0.isHidden) = (5, true) }).refused == "422 not_in_guide")
    #expect(night.guide == Night().guide)
  }

  // MARK: Hiding

  @Test func memberHidesForThemselfOnly() {
    var night = Night()
    let hidden = Event.guide(.showHidden(GuideShowHidden(memberID: Cast.ann, tmdbID: 1, isHidden: true)))
    #expect(night.send(.hide(1)).events == [hidden], "also without watchers")
    #expect(night.send(.hide(1)).types == [])
    #expect(night.send(.hide(1, false), by: .member(Cast.starter)).types == [])
    night.send(.hide(1), by: asChild)
    #expect(night.guide.shows[1]?.hiddenBy == [Cast.ann, Cast.child])
    night.send(.hide(1, false))
    #expect(night.guide.shows[1]?.hiddenBy == [Cast.child])
    #expect(night.send(.hide(1), by: .member(Cast.starter, actingAs: Cast.child)).refused == "403 cannot_act_as")
    let settings = GuideCommand.set(1) { $0.bufferDays = 5 }
    #expect(night.send(settings, by: asChild).refused == "403 cannot_act_as", "they are the household's")
  }

  @Test func hidingKeepsSettingsAndWatchers() {
    var night = night()
    let both = night.send(.set(1) { ($0.bufferDays, $0.isHidden) = (5, true) })
    #expect(both.types == ["GuideShowSet", "GuideShowHidden"])
    #expect(night.send(.set(1) { $0.bufferDays = 6 }).types == ["GuideShowSet"], "who hides it still watches it openly")
    night.send(.hide(1, false))
    #expect(night.guide.shows[1]?.settings == GuideShowSettings(bufferDays: 6))
  }

  @Test func guideWithoutRoomTakesNoOtherSeries() {
    var night = night()
    for series in 2...GuideLimits.recordedShows { night.send(.hide(series)) }
    #expect(night.send(.hide(1)).refused == nil)
    let full = night
    #expect(night.send(.hide(1_001)).refused == "422 too_many_shows")
    #expect(night.send(.hide(1_001), by: asChild).refused == "422 too_many_shows")
    #expect(night.hasSameStates(as: full))
    #expect(night.send(.set(1) { $0.bufferDays = 5 }).refused == nil, "a series that the guide has")
    night.send(.hide(2, false))
    #expect(night.send(.hide(1_001)).refused == nil)
  }
}
