import Foundation
import Testing

/// Households, members, invites and tokens that are named on the command line, with the real program.
@Suite("Commands: a household by names") struct NamedHouseholdTests {
  private let folder: TemporaryFolder
  private let server: ServerProcess
  private let address: String

  init() throws {
    folder = try TemporaryFolder()
    server = try ServerProcess(.memory, in: folder)
    address = "127.0.0.1:\(server.port)"
  }

  @Test func creatorRunsHouseholdByNames() throws {
    let household = try server.createHousehold(children: ["Max", "Mia"])
    let variables = ["MOVIENIGHT_TOKEN": household.token, "MOVIENIGHT_CONNECT": address]
    func type(_ words: String..., code: Int32 = 0) throws -> Run {
      let run = try Run(words, in: folder, variables: variables)
      #expect(run.code == code, "\(words): \(run.output) \(run.errors)")
      return run
    }
    _ = try type("household", "add-child", "Zoë")
    let child = ["preferences", "set", "--likes", "animation,family", "--as", "Mia"]
    let ceiling = try Run(child + ["--ceiling", "R"], in: folder, variables: variables)
    #expect(ceiling.code == 1 && ceiling.errors.contains("A child's ceiling is always PG"), "\(ceiling.errors)")
    #expect(try type("household", "add-child", "zoe", code: 1).errors.contains("already has a member called Zoë"))
    #expect(try type("household", "rename-member", "zoe", "Zoey").output == "Zoë is now called Zoey.\n")
    let ambiguous = try type("household", "remove", "m", code: 2).errors
    #expect(ambiguous.contains("Max  ") && ambiguous.contains("Mia  "), "\(ambiguous)")
    #expect(try type("household", "remove", "Mxa", code: 1).errors.contains("Did you mean Max?"))
    #expect(try type("household", "remove", "zo").output == "Zoey is no longer in your household.\n")
    #expect(try type("household", "remove", household.children[0]).output.hasPrefix("Max is no longer"))
    #expect(try type("household", "remove", "tim", code: 1).errors.contains("household leave"))

    _ = try type("household", "invite")
    #expect(try type("household", "invites").output.hasPrefix("1  Invite of "))
    #expect(try type("household", "invites", "revoke").output.hasPrefix("The invite is revoked"))
    #expect(try type("household", "invites", "revoke", code: 1).errors.contains("No invite is open"))

    #expect(try type("preferences", "set", "--ceiling", "PG").output.contains("Ceiling   PG\n"))
    #expect(try type("preferences", "set", "--ceiling", "pg13").output.contains("Ceiling   PG-13\n"))
    let settings = try type("household", "settings", "--country", "de", "--voting-hours", "1").output
    #expect(settings.contains("Country   DE\n") && settings.contains("expires 1 hour after"), "\(settings)")

    #expect(try type("token", "issue", "--label", "Lost tablet").output.hasPrefix("export MOVIENIGHT_CONNECT="))
    #expect(try type("token", "revoke", "lost").output == "Revoked Lost tablet.\n")
    #expect(try type("token", "list").output.contains(" revoked "))
    #expect(try type("token", "revoke", "lost", code: 1).errors.contains("There are: First token"))
  }

  @Test func administratorNamesHouseholds() throws {
    let friday = try server.createHousehold("Friday Films", children: [])
    _ = try server.createHousehold("Saturday Films", creator: "Ann", children: [])
    let variables = ["MOVIENIGHT_CONNECT": "unix:\(server.socketPath)"]
    #expect(try Run("household", "show", "sat", in: folder, variables: variables).output.contains("Saturday Films"))
    let ambiguous = try Run("household", "show", "films", in: folder, variables: variables)
    #expect(ambiguous.code == 2 && ambiguous.errors.contains(friday.id), "\(ambiguous.errors)")
    let history = try Run("history", "--household", "friday", "--json", in: folder, variables: variables)
    #expect(history.code == 0, "\(history.errors)")
    let issued = try Run(
      "token", "issue", "--household", "sat", "--member", "ann", "--label", "TV", in: folder, variables: variables)
    #expect(issued.output.hasPrefix("export MOVIENIGHT_CONNECT=\(address)\nexport MOVIENIGHT_TOKEN=mn_"))
    let erased = try Run(
      "household", "erase", "--household", "Saturday", "--member", "Ann", "--confirm", "DELETE", in: folder,
      variables: variables)
    #expect(erased.code == 0 && erased.output == "Erased Ann.\n", "\(erased.output)\(erased.errors)")
  }

  @Test func loginNamesHouseholdToShow() throws {
    for name in ["First", "Second"] {
      let household = try server.createHousehold(name, children: [])
      try folder.write(Array(household.token.utf8), to: "token")
      #expect(try Run("login", "--connect", address, in: folder, input: "\(folder.path)/token").code == 0)
    }
    let shown = try Run("household", "show", "fir", in: folder)
    #expect(shown.code == 0 && shown.output.hasPrefix("First "), "\(shown.errors)")
    let others = try TemporaryFolder()
    let other = try ServerProcess(.memory, in: others)
    _ = try other.createHousehold("First Floor", children: [])
    let administrator = ["MOVIENIGHT_CONNECT": "unix:\(other.socketPath)"]
    let named = try Run("household", "show", "first", in: folder, variables: administrator)
    #expect(named.output.contains("First Floor"), "a named server is asked, not that of the login: \(named.errors)")
  }

  @Test func storeIsNotCreatedByMistake() throws {
    let lines = [
      ["household", "list"], ["household", "show", "Films"], ["token", "list", "--household", "Films"],
      ["events", "--household", "Films"], ["rebuild-projections"],
      ["household", "erase", "--household", "Films", "--member", "Ann", "--confirm", "DELETE"],
    ]
    let empty = try TemporaryFolder()
    for words in lines {
      let run = try Run(words, in: empty, variables: ["XDG_CONFIG_HOME": "\(empty.path)/none"])
      #expect(
        run.code == 1 && run.errors.contains("There is no store at sqlite:./data/movienight.db"),
        "\(words): \(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(empty.path)/data"), "\(words)")
    }
  }

  @Test func onlyAdministratorSeesListenAddress() throws {
    #expect(try server.administrator().result("server.info").string("listen") == address)
    #expect(try server.wire().result("server.info")["listen"]?.isNull == true)
  }

  @Test func openServerCreatesHouseholdOverTCP() throws {
    let folder = try TemporaryFolder()
    let open = try ServerProcess(.memory, in: folder, "--open-registration")
    let words = ["household", "create", "--name", "Films", "--creator", "Ann", "--connect"]
    let created = try Run(words + ["127.0.0.1:\(open.port)"], in: folder)
    let line = "MOVIENIGHT_CONNECT=127.0.0.1:\(open.port)\n"
    #expect(created.code == 0 && created.output.contains(line), "\(created.errors)")
    let refused = try Run(words + [address], in: folder)
    #expect(refused.code == 1 && refused.errors.contains("--connect unix:PATH"), "\(refused.errors)")
    #expect(refused.errors.contains("\(address) takes this command only from its administrator"), "\(refused.errors)")
  }
}
