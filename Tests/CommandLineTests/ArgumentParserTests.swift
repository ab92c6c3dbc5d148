import Testing

@testable import Console

@Suite struct ArgumentParserTests {
  private let parser = ArgumentParser(
    options: [.store, .json, .value("limit", "N", "How many.")], positionals: "METHOD [JSON]")

  @Test func optionsFlagsAndWordsAreReadInAnyOrder() throws {
    let arguments = try parser.parse(["--limit=3", "call", "--json", "--store", "memory", "-"])
    #expect(arguments.positionals == ["call", "-"])
    #expect(arguments.value(.store) == "memory")
    #expect(try arguments.integer(.value("limit", "N", ""), in: 1...3) == 3)
    #expect(arguments.has(.json))
  }

  @Test func optionOverridesVariableAndDefault() throws {
    let variables = ["MOVIENIGHT_STORE": "journal:x"]
    #expect(try parser.parse(["m", "--store", "memory"], variables: variables).value(.store) == "memory")
    #expect(try parser.parse(["m"], variables: variables).value(.store) == "journal:x")
    #expect(try parser.parse(["m"], variables: ["MOVIENIGHT_STORE": ""]).value(.store) == "sqlite:./data/movienight.db")
  }

  @Test func doubleDashEndsOptions() throws {
    #expect(try parser.parse(["m", "--", "--json"]).positionals == ["m", "--json"])
  }

  @Test func emptyAttachedValueIsAccepted() throws {
    #expect(try parser.parse(["m", "--store="]).value(.store) == "")
    #expect(try parser.parse(["m", "--store=a=b"]).value(.store) == "a=b")
  }

  @Test(arguments: [
    (["m", "--stroe", "x"], "Unknown option --stroe. Did you mean --store?"),
    (["m", "--stroe=x"], "Unknown option --stroe. Did you mean --store?"),
    (["m", "--colour"], "Unknown option --colour"),
    (["m", "-x"], "Unknown option -x"),
    (["m", "--store"], "--store needs a value: --store STORE"),
    (["m", "--json=1"], "--json takes no value"),
    ([], "METHOD is missing"),
    (["a", "b", "c"], "Unexpected argument 'c'"),
  ])
  func invalidArgumentsAreRefusedWithReason(_ words: [String], _ message: String) {
    #expect(throws: UsageError(message)) { try parser.parse(words) }
  }

  @Test func helpNeedsNoOtherArguments() throws {
    #expect(try parser.parse(["--help"]).has(.help))
    #expect(try parser.parse(["-h"]).has(.help))
  }

  @Test(arguments: ["0", "101", "x", "", "1.5"])
  func numberOutOfRangeIsRefused(_ text: String) throws {
    let arguments = try parser.parse(["m", "--limit", text])
    #expect(throws: UsageError("--limit takes a number from 1 to 100")) {
      try arguments.integer(.value("limit", "N", ""), in: 1...100)
    }
  }

  // MARK: Actions

  private struct Lists: Subcommand {
    let name = "lists"
    let summary = "Show or change a list."
    let positionals = "[ACTION]"
    let actions = [
      CommandAction("show", "Show it."), CommandAction("add MOVIE...", "Add movies.", [rating]),
      CommandAction("move ID N", "Move one.", [rating, .json]),
    ]
    let options: [CommandOption] = [.store, .json, rating]
    private static let rating = CommandOption.value("rating", "RATING", "The rating.")

    func run(_ arguments: Arguments, _ environment: Environment) -> ExitCode { .success }
  }

  private let lists = ArgumentParser(Lists())

  @Test(arguments: [
    [], ["show"], ["show", "--store", "memory"], ["add", "heat", "up", "--rating", "R"], ["move", "1", "2", "--json"],
    ["shwo", "x", "--help"], ["add", "-v"],
  ])
  func wordsAndOptionsOfActionAreRead(_ words: [String]) {
    #expect(throws: Never.self) { try lists.parse(words) }
  }

  @Test(arguments: [
    (["shwo"], "There is no action 'shwo'. Did you mean show?"), ([""], "An argument is empty"),
    (["show", "x"], "Unexpected argument 'x'"), (["add"], "add needs MOVIE"), (["move", "1"], "move needs N"),
    (["move", "1", "2", "3"], "Unexpected argument '3'"), (["--rating", "R"], "--rating works only with add, move"),
    (["show", "--json"], "--json works only with move"), (["add", "heat", "--json"], "--json works only with move"),
  ])
  func wordOrOptionOfNoActionIsRefused(_ words: [String], _ message: String) {
    #expect(throws: UsageError(message)) { try lists.parse(words) }
  }

  @Test func repeatedPositionalTakesAnyNumber() throws {
    let parser = ArgumentParser(options: [], positionals: "[NAME...]")
    #expect(try parser.parse([]).positionals == [])
    #expect(try parser.parse(["a", "b", "c"]).positionals == ["a", "b", "c"])
  }

  @Test(arguments: [("", "abc", 3), ("history", "histroy", 1), ("serve", "server", 1), ("kitten", "sitting", 3)])
  func editDistanceCountsEdits(_ left: String, _ right: String, _ distance: Int) {
    #expect(editDistance(left, right) == distance)
    #expect(editDistance(right, left) == distance)
  }

  @Test func nearestWordIsSuggested() {
    let words = ["serve", "session", "events", "export"]
    #expect(nearestWord(to: "sesion", among: words) == "session")
    #expect(nearestWord(to: "exp", among: words) == "export")
    #expect(nearestWord(to: "zzz", among: words) == nil)
  }
}
