import Testing

@testable import movienight_api

@Suite struct ProgramTests {
  @Test func theOverviewNamesEveryCommand() {
    let run = TestRun(["help"])
    #expect(run.exitCode() == .success)
    for command in Subcommands.all { #expect(run.output.text.contains("\n  \(command.name) ")) }
  }

  @Test func everyCommandHasHelpThatFitsTheLine() {
    for command in Subcommands.all {
      for words in [["help", command.name], [command.name, "--help"], [command.name, "-h"]] {
        let run = TestRun(words)
        #expect(run.exitCode() == .success)
        #expect(run.output.text.contains("Usage: movienight \(command.name)"))
        #expect(run.output.text.split(separator: "\n").allSatisfy { displayColumns(String($0)) <= 80 })
      }
    }
  }

  @Test func helpKeepsItsParagraphs() {
    let run = TestRun(["import", "--help"])
    #expect(run.exitCode() == .success)
    #expect(run.output.text.contains("\n\nWith --legacy the file"))
  }

  @Test func versionIsOneLine() {
    let run = TestRun(["--version"])
    #expect(run.exitCode() == .success)
    #expect(run.output.text == "movienight \(Version.current)\n")
  }

  @Test func noWordAtAllIsAUsageError() {
    let run = TestRun([])
    #expect(run.exitCode() == .usage)
    #expect(run.output.text.isEmpty)
    #expect(run.errors.text.contains("Usage: movienight COMMAND"))
  }

  @Test func anUnknownWordSuggestsTheNearest() {
    let run = TestRun(["histroy"])
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text == "error: Unknown command 'histroy'. Did you mean 'history'?\n  See: movienight help\n")
  }

  @Test(arguments: [
    ["history", "--lmit", "3"], ["session"], ["session", "no-id"], ["call"], ["call", "m", "{"],
    ["history", "--connect", "nowhere"], ["history", "--limit", "0"], ["help", "nothing"],
  ])
  func aWrongCommandLineExitsWithTwo(_ words: [String]) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: "))
  }

  @Test func aServerThatIsNotThereExitsWithOneAndSaysWhatToDo() {
    let run = TestRun(["history", "--connect", "unix:/tmp/movienight-nobody-listens-here.sock"])
    #expect(run.exitCode() == .failure)
    #expect(run.errors.text.contains("Is the server running? Start it with: movienight serve"))
  }
}
