@testable import Catalog
import Domain
import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct ReminderViewTests {
  /// Returns the state, air date and due date of a reminder of a series with two seasons, as texts.
  private func state(
    _ today: String, daysBefore: Int = 2, episode: EpisodeRef? = nil, premieresOnly: Bool = false,
    status: String? = "Returning Series", shiftDays: Int = 0, seasonsAreKnown: Bool = true
  ) -> String {
    var show = GuideWorld.Show(id: 1, title: "Known", status: status)
    show.seasons = [
      GuideWorld.Season(
        number: 1, date: "2026-02-10",
        episodes: [
          GuideWorld.Episode(number: 1, date: "2026-02-10"), GuideWorld.Episode(number: 2, date: "2026-02-17"),
          GuideWorld.Episode(number: 3),
        ]), GuideWorld.Season(number: 2, date: "2026-05-01", episodes: [.init(number: 1, date: "2026-05-01")]),
      GuideWorld.Season(number: 0, episodes: [GuideWorld.Episode(number: 1, date: "2026-02-14")]),
    ]
    let series = show.facts(today: today)
    let target = ReminderTarget(tmdbID: 1, episode: episode)
    var answers: GuideAnswers = [.series(1): answered(.series(series))]
    for season in show.seasons where seasonsAreKnown {
      answers[.season(series: 1, season.number)] = answered(.season(season.known(of: 1).facts))
    }
    let view = ReminderView(
      Reminder(
        id: ReminderID(high: 1, low: 1), target: target, premieresOnly: premieresOnly, daysBefore: daysBefore),
      title: "Recorded", answers, shiftDays: shiftDays, today: date(today))
    #expect(view.title == "Known")
    return [view.state.rawValue, view.airDate?.description, view.dueOn?.description].map { $0 ?? "-" }
      .joined(separator: " ")
  }

  @Test func reminderOfASeriesIsAboutItsNextDay() {
    #expect(state("2026-02-07") == "armed 2026-02-10 2026-02-08")
    #expect(state("2026-02-08") == "due 2026-02-10 2026-02-08")
    #expect(state("2026-02-10") == "due 2026-02-10 2026-02-08")
    #expect(state("2026-02-11") == "due 2026-02-10 2026-02-08")
    #expect(state("2026-02-12") == "armed 2026-02-17 2026-02-15")
    #expect(state("2026-02-18") == "due 2026-02-17 2026-02-15")
    #expect(state("2026-02-19") == "armed 2026-05-01 2026-04-29")
  }

  @Test func dueNextDayWinsOverYesterday() {
    #expect(state("2026-02-11", daysBefore: 6) == "due 2026-02-17 2026-02-11")
  }

  @Test func seriesWithoutFurtherEpisodesWaitsUntilItEnds() {
    #expect(state("2026-05-02") == "due 2026-05-01 2026-04-29")
    #expect(state("2026-05-03") == "waiting - -")
    #expect(state("2026-05-03", status: "Ended") == "past - -")
    #expect(state("2026-02-19", status: "Canceled") == "armed 2026-05-01 2026-04-29", "its last season is still to air")
  }

  @Test func premieresOnlyNeedsAFirstEpisode() {
    #expect(state("2026-02-12", premieresOnly: true) == "armed 2026-05-01 2026-04-29")
  }

  @Test func reminderOfAnEpisodePasses() {
    let episode = EpisodeRef(1, 2)
    #expect(state("2026-02-14", episode: episode) == "armed 2026-02-17 2026-02-15")
    #expect(state("2026-02-15", episode: episode) == "due 2026-02-17 2026-02-15")
    #expect(state("2026-02-18", episode: episode) == "due 2026-02-17 2026-02-15")
    #expect(state("2026-02-19", episode: episode) == "past 2026-02-17 2026-02-15")
    #expect(state("2026-02-14", episode: EpisodeRef(1, 3)) == "waiting - -")
    #expect(state("2026-06-14", episode: EpisodeRef(1, 3), status: "Ended") == "past - -")
    #expect(state("2026-02-14", daysBefore: 0, episode: EpisodeRef(0, 1)) == "due 2026-02-14 2026-02-14")
  }

  @Test func sourcesNextEpisodeStandsInForUnknownSeasons() {
    func state(_ today: String, episode: EpisodeRef? = nil, premieresOnly: Bool = false, shiftDays: Int = 0) -> String {
      self.state(
        today, episode: episode, premieresOnly: premieresOnly, shiftDays: shiftDays, seasonsAreKnown: false)
    }
    #expect(state("2026-02-12") == "armed 2026-02-17 2026-02-15")
    #expect(state("2026-02-12", shiftDays: 1) == "armed 2026-02-18 2026-02-16")
    #expect(state("2026-02-12", premieresOnly: true) == "waiting - -")
    #expect(state("2026-04-12", premieresOnly: true) == "armed 2026-05-01 2026-04-29")
    #expect(state("2026-02-12", episode: EpisodeRef(1, 2)) == "armed 2026-02-17 2026-02-15")
    #expect(state("2026-02-12", episode: EpisodeRef(1, 1)) == "waiting - -")
  }

  @Test func shiftMovesTheReminder() {
    #expect(state("2026-02-09", shiftDays: 2) == "armed 2026-02-12 2026-02-10")
    #expect(state("2026-02-13", shiftDays: 2) == "due 2026-02-12 2026-02-10")
  }

  @Test func reminderWithoutFactsWaits() {
    let view = ReminderView(
      Reminder(id: ReminderID(high: 1, low: 1), target: ReminderTarget(tmdbID: 1)), title: "Recorded",
      [:], shiftDays: 0, today: date("2026-02-14"))
    #expect(view.state == .waiting && view.title == "Recorded" && view.airDate == nil)
  }
}
