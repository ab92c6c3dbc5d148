import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// `movienight reminders` against a scripted server. Today is 2026-03-02.
@Suite struct RemindersCommandTests {
  private typealias Titles = CollectedTitles
  private typealias Answers = GuideAnswers

  private static func page(_ reminders: [String], cursor: String = "null") -> String {
    #"{"reminders":[\#(reminders.joined(separator: ","))],"next_cursor":\#(cursor)}"#
  }

  private static let reminders = [
    Answers.reminder(1, of: "Severance", "due", airs: "2026-03-03", due: "2026-03-01", before: 2),
    Answers.reminder(2, of: "Severance", episode: "S2E10", "armed", airs: "2026-03-21", due: "2026-03-21"),
    Answers.reminder(3, of: "Dark", "waiting", before: 1, premieresOnly: true),
    Answers.reminder(4, of: "Lost", episode: "S1E1", "past", airs: "2026-02-14", due: "2026-02-14"),
  ]

  private func server(_ more: [String: String] = [:]) throws -> FakeServer {
    let changed = Titles.changed(#""reminder_id":"\#(Nights.id(1))""#)
    let results = [
      "reminders.list": Self.page(Self.reminders), "titles.list": Titles.page(Titles.series()),
      "reminders.set": changed, "reminders.remove": changed,
    ]
    return try Titles.server(results.merging(more) { _, new in new })
  }

  @Test(arguments: [
    (["reminders", "set"], "set needs SERIES"),
    (["reminders", "remove"], "remove needs REMINDER"),
    (["reminders", "set", "dark", "--episode", "S1"], "'S1' is not an episode like S1E2"),
    (["reminders", "set", "dark", "--before", "15"], "--before takes a number from 0 to 14"),
    (["reminders", "set", "dark", "--episode", "S1E1", "--premieres"], "Use only one of --episode and --premieres"),
    (["reminders", "list", "--before", "1"], "--before works only with set"),
  ])
  func invalidCommandLineIsRefusedWithReason(_ words: [String], _ message: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: \(message)"), "\(run.errors.text)")
  }

  @Test func remindersAreDrawnWithTheirStates() throws {
    let (code, shown) = Titles.run(try server(), ["reminders"])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(
      shown.output.text == """
        Reminders

        Severance                                                due
          2 days before · airs on Mar 3

        Severance S02E10                                      Mar 21
          airs on Mar 21

        Dark                                            date unknown
          first episodes of seasons · 1 day before

        Lost S01E01                                             over
          aired on Feb 14

        """)
  }

  @Test func listWithoutRemindersSaysHowToSetOne() throws {
    let (_, shown) = Titles.run(try server(["reminders.list": Self.page([])]), ["reminders"])
    #expect(shown.output.text == "Reminders\nNo reminders. Set one with: movienight reminders set SERIES\n")
  }

  @Test(arguments: [
    ([], "", ""),
    (["--episode", "s2e10"], " season_number=2 episode_number=10", " S02E10"),
    (["--premieres", "--before", "7"], " premieres_only=true days_before=7", ""),
  ])
  func reminderIsSetAsTyped(_ options: [String], _ sent: String, _ label: String) throws {
    let server = try server()
    let (code, shown) = Titles.run(server, ["reminders", "set", "breaking", "bad"] + options)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == "Set a reminder of Breaking Bad (2008)\(label).\n")
    #expect(try Titles.last("reminders.set", to: server) == "tmdb_id=1396" + sent)
  }

  @Test(arguments: [
    (["severance"], 1, "Severance"), (["severance", "s2e10"], 2, "Severance S02E10"), (["dar"], 3, "Dark"),
    (["lost"], 4, "Lost S01E01"), ([Nights.id(2)], 2, "Severance S02E10"),
  ])
  func reminderIsRemovedByName(_ words: [String], _ number: Int, _ label: String) throws {
    let server = try server()
    let (code, shown) = Titles.run(server, ["reminders", "remove"] + words)
    #expect(code == .success && shown.output.text == "Removed the reminder of \(label).\n", "\(shown.errors.text)")
    #expect(try Titles.last("reminders.remove", to: server) == #"reminder_id="\#(Nights.id(number))""#)
  }

  @Test func reminderOnLaterPageIsFound() throws {
    let server = try FakeServer.answering { request in
      switch request.method {
      case "reminders.remove": request.result(Titles.changed(#""reminder_id":"\#(Nights.id(3))""#))
      case "reminders.list":
        request.result(
          request.parameters?["cursor"] == nil
            ? Self.page([Self.reminders[0]], cursor: #""c""#) : Self.page([Self.reminders[2]]))
      default: Evening.answer(request, Evening.active())
      }
    }
    #expect(Titles.run(server, ["reminders", "remove", "dark"]).run.output.text == "Removed the reminder of Dark.\n")
  }

  @Test func unknownReminderIsRefusedWithNames() throws {
    let server = try server()
    let (code, shown) = Titles.run(server, ["reminders", "remove", "fargo"])
    #expect(code == .failure && shown.errors.text.hasPrefix("error: There is no reminder 'fargo'\n"))
    #expect(shown.errors.text.contains("There are: Severance, Severance S02E10, Dark, Lost S01E01"))
    #expect(try Titles.sent("reminders.remove", to: server).isEmpty)
  }

  @Test func parentActsForChild() throws {
    let server = try server()
    #expect(Titles.run(server, ["reminders", "remove", "dark", "--as", "ben"]).code == .success)
    #expect(try Titles.sent("reminders.list", to: server).last?["member_id"]?.string == Evening.ben)
    #expect(try Titles.sent("reminders.remove", to: server).last?["acting_as"]?.string == Evening.ben)
  }
}
