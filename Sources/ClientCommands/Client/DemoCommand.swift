import Console
import MovieNightConnection
import Primitives

/// `movienight demo`: a whole movie night, played through real connections.
struct DemoCommand: Subcommand {
  let name = "demo"
  let summary = "Play a movie night on a running server, step by step."
  let options: [CommandOption] = [.connect]
  let details = """
    Founds a household of its own and leaves it there, so give it a store for trying things out. A household can be \
    founded by the administrator (connect to the server's Unix socket, which its "ready" line names), or by anybody \
    where the server runs with --open-registration.
    """
  let examples = [
    (line: "movienight demo --connect unix:./data/movienight.db.sock", meaning: "As the administrator"),
    (line: "movienight demo", meaning: "Over TCP, where registration is open"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    environment.output.line(environment.output.styled("A movie night, step by step", .strong))
    let access = try ServerAccess(arguments, logins: Logins.init)
    let registrar = try await ServerConnection.connect(access, environment)
    var isAdministrator = false
    if case .unix = registrar.address {
      try await registrar.authenticateAsAdministrator()
      isAdministrator = true
    }
    var night = DemoNight(
      stage: DemoStage(Canvas(environment)),
      registrar: DemoDevice(name: isAdministrator ? "administrator" : "newcomer", client: registrar),
      phone: DemoDevice(name: "Tim's phone", client: try await ServerConnection.connect(access, environment)),
      tablet: DemoDevice(name: "Max's tablet", client: try await ServerConnection.connect(access, environment)))
    do {
      try await night.play(at: environment.clock.now())
    } catch ClientError.refused(let refusal) where refusal.code == 401 && night.household == nil {
      throw CommandFailure(
        "This server lets nobody found a household here",
        hint: "Connect to its Unix socket (--connect unix:PATH), or serve with --open-registration.")
    }
    if isAdministrator, let household = night.household {
      environment.output.line()
      environment.output.line(
        "See it again: movienight history --connect \(registrar.address) --household \(household)")
    }
    return .success
  }
}
