import CommandLineSupport
import Testing

@testable import Console
@testable import movienight

/// The candidates that the program gives to the shells' scripts.
@Suite("Commands: completion") struct CompletionTests {
  private let server: LocalServer
  private let folder: TemporaryFolder
  private let variables: [String: String]
  private let token: String

  init() throws {
    server = try LocalServer()
    folder = try TemporaryFolder()
    token = try server.createHousehold().token
    variables = [
      "MOVIENIGHT_CONNECT": "unix:\(server.socketPath)", "MOVIENIGHT_TOKEN": token, "XDG_CONFIG_HOME": folder.path,
    ]
    let movies = "\(movie(1, title: "Paddington 2")),\(movie(2, title: "My Neighbor Totoro"))"
    try server.wire(token: token).result("rounds.start", #""movies":[\#(movies)],"open_voting":true"#)
  }

  private func candidates(
    _ words: [String], for shell: Shell = .bash, _ variables: [String: String]? = nil
  ) -> [String] {
    let run = TestRun(
      ["completions", shell.rawValue, "--complete", "--"] + words, variables: variables ?? self.variables)
    #expect(run.exitCode(of: .movienight()) == .success && run.errors.text.isEmpty, "\(run.errors.text)")
    return run.output.text.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    (["hou"], ["household"]), (["help", "expo"], ["export"]), (["help", "household", "add"], ["add-child"]),
    (["household", "jo"], ["join"]), (["close", ""], ["voting", "ratings"]), (["login", "list", ""], []),
    (["household", "join", "mi_x", "--n"], ["--name"]), (["household", "members", "--n"], []),
    (["household", "--n"], ["--name"]), (["preferences", "set", "--likes", "drama", "--dis"], ["--dislikes"]),
    (["rate", ""], ["loved", "liked", "did_not_like"]), (["vote", "1", "d"], ["down"]),
    (["call", "rounds.vo"], ["rounds.vote"]), (["protocol", "rounds.vo"], ["rounds.vote"]),
    (["call", "rounds.vote", ""], []), (["rebuild-projections", "sessions", "roun"], ["rounds"]),
    (["completions", "z"], ["zsh"]), (["lists", "c"], ["create", "change"]), (["titles", "list", "--so"], ["--sort"]),
    (["collection", "import", "t"], ["trakt", "tvtime"]), (["export", "--store", ""], []), (["nothing", ""], []),
  ])
  func declaredWordsAreCandidates(_ words: [String], _ expected: [String]) {
    #expect(candidates(words) == expected, "\(words)")
  }

  @Test(arguments: [
    (["vote", ""], ["Paddington 2", "My Neighbor Totoro"]), (["pick", "my n"], ["My Neighbor Totoro"]),
    (["vote", "\"My"], ["My Neighbor Totoro"]), (["vote", #"My\ N"#], ["My Neighbor Totoro"]),
    (["vote", "totoro", ""], ["Paddington 2", "My Neighbor Totoro", "up", "down", "none"]),
    (["propose", ""], []), (["vote", "totoro", "up", "--as", "m"], ["Max", "Mia"]),
    (["start", "--with", "Tim,M"], ["Tim,Max", "Tim,Mia"]), (["unsuggest", "pad"], ["Paddington 2"]),
    (["attendees", "Tim", "M"], ["Max", "Mia"]), (["household", "remove", "m"], ["Max", "Mia"]),
    (["household", "rename-member", "M"], ["Max", "Mia"]), (["household", "add-child", "M"], []),
  ])
  func moviesAndMembersComeFromServer(_ words: [String], _ expected: [String]) {
    #expect(candidates(words) == expected, "\(words)")
    let unreachable = ["MOVIENIGHT_CONNECT": "unix:\(folder.path)/nobody", "MOVIENIGHT_TOKEN": token]
    let declared = ["up", "down", "none"].filter(expected.contains)
    #expect(candidates(words, for: .bash, unreachable) == declared, "no error is shown")
  }

  @Test func listsComeFromServer() throws {
    let wire = try server.wire(token: token)
    for name in ["Rainy days", "Classics"] { try wire.result("lists.create", #""name":"\#(name)""#) }
    #expect(candidates(["lists", "show", ""]).sorted() == ["Classics", "Rainy days"])
    #expect(candidates(["lists", "add", "ra"]) == ["Rainy days"])
    #expect(candidates(["lists", "add", "rainy", ""]) == [])
  }

  @Test func loginsComeFromTheirFile() {
    let login = TestRun(["login", "--name", "Friday Films"], variables: variables, input: token)
    #expect(login.exitCode(of: .movienight()) == .success, "\(login.errors.text)")
    for words in [["login", "use", "fri"], ["logout", ""], ["tonight", "--login", "Fri"]] {
      #expect(candidates(words) == ["Friday Films"], "\(words)")
    }
    let onlyLogin = ["XDG_CONFIG_HOME": folder.path]
    #expect(candidates(["vote", "--login", "friday", "pad"], for: .bash, onlyLogin) == ["Paddington 2"])
  }

  @Test func candidatesHaveTheFormOfTheShell() {
    #expect(candidates(["household", "jo"], for: .zsh) == ["join:Join a household with an invite, and log in."])
    #expect(candidates(["household", "jo"], for: .fish) == ["join\tJoin a household with an invite, and log in."])
    #expect(candidates(["vote", "pad"], for: .zsh) == ["Paddington 2"])
    #expect(Shell.zsh.line((#"M\*A: S"#, "")) == #"M\\*A\: S"#)
  }

  @Test func commandsOfRoundMoviesExist() {
    for name in Completion.commandsOfRoundMovies {
      let command = Subcommands.current.all.first { $0.name == name }
      #expect(command?.positionals.contains("MOVIE") == true, "\(name)")
    }
  }
}
