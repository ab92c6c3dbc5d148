import Glibc
import Testing

/// The commands for logins, run with the real program.
@Suite("Commands: logins") struct LiveLoginTests {
  private let folder: TemporaryFolder
  private let server: ServerProcess
  private let address: String

  init() throws {
    folder = try TemporaryFolder()
    server = try ServerProcess(.memory, in: folder)
    address = "127.0.0.1:\(server.port)"
  }

  private func login(_ token: String, _ words: String...) throws -> Run {
    try folder.write(Array("export MOVIENIGHT_TOKEN=\(token)\n".utf8), to: "token")
    return try Run(["login", "--connect", address] + words, in: folder, input: "\(folder.path)/token")
  }

  @Test func loginReplacesEnvironmentVariables() throws {
    let friday = try server.createHousehold(children: [])
    let work = try server.createHousehold(children: [])
    #expect(try Run("household", in: folder).errors.contains("movienight login"))
    let first = try login(friday.token, "--name", "friday")
    #expect(first.code == 0 && first.output.contains("friday as ") && first.output.contains(address), "\(first.errors)")
    let shown = try Run("household", "--json", in: folder).json()
    #expect(try shown.string("household_id") == friday.id)
    #expect(try Run("tonight", in: folder).output.hasPrefix("No round is open."))

    #expect(try login(work.token, "--name", "work").code == 0)
    #expect(try Run("tonight", in: folder).output.hasPrefix("Films · Tim\nNo round is open."))
    #expect(try Run("household", "--json", in: folder).json().string("household_id") == work.id)
    #expect(try Run("household", "--json", "--login", "fri", in: folder).json().string("household_id") == friday.id)
    #expect(try Run("login", "use", "friday", in: folder).code == 0)
    #expect(try Run("household", "--json", in: folder).json().string("household_id") == friday.id)
    let variables = ["MOVIENIGHT_TOKEN": work.token]
    let fromVariable = try Run("household", "--json", in: folder, variables: variables).json()
    #expect(try fromVariable.string("household_id") == work.id)

    let list = try Run("login", "list", in: folder)
    #expect(list.output.contains("* friday as ") && list.output.contains("  work as "))
    let json = try Run("login", "list", "--json", in: folder)
    #expect(try json.json().string("current") == "friday")
    for run in [first, list, json] { #expect(!(run.output + run.errors).contains("mn_"), "a token is never shown") }

    #expect(try Run("logout", in: folder).output.contains("friday"))
    #expect(try Run("household", "--json", in: folder).json().string("household_id") == work.id)
    #expect(try Run("logout", "work", in: folder).code == 0)
    #expect(try Run("history", in: folder, variables: ["MOVIENIGHT_CONNECT": address]).code == 1)
  }

  @Test func unknownTokenIsNotStored() throws {
    let refused = try login("mn_" + String(repeating: "A", count: 86))
    #expect(refused.code == 1)
    #expect(refused.errors.contains("This token is not valid") && !refused.errors.contains("mn_A"))
    #expect(try Run("login", "list", in: folder).output.contains("No logins yet"))
  }

  @Test func leavingHouseholdRemovesLogin() throws {
    let household = try server.createHousehold(children: [])
    #expect(try login(household.token).code == 0)
    let unconfirmed = try Run("household", "leave", in: folder)
    #expect(unconfirmed.code == 2 && unconfirmed.errors.contains("You are the only adult"), "\(unconfirmed.errors)")
    let left = try Run("household", "leave", "--confirm", "LEAVE", in: folder)
    #expect(left.code == 0, "\(left.errors)")
    #expect(left.output == "You have left the household.\nYou have no other login.\n", "\(left.output)")
    #expect(try Run("login", "list", in: folder).output.contains("No logins yet"))
  }

  @Test func newcomerWithTakenNameIsAskedForAnother() throws {
    let household = try server.createHousehold(creator: "Sarah", children: [])
    let invite = try server.wire(token: household.token).result("invites.create").string("invite_token")
    let words = ["household", "join", invite, "--name", "sarah", "--connect", address]
    let terminal = try PseudoTerminal()
    let join = try ChildProcess(words, in: folder, input: terminal.path)
    eventually("the question") { join.errors.contains("Another name for you: ") }
    terminal.type("Sarah Lee\n")
    #expect(try join.waitForEnd() == 0, "\(join.errors)")
    #expect(join.output.hasSuffix("You are now called Sarah Lee.\n"), "\(join.output)")
    #expect(try Run("login", "list", in: folder).output.contains("as Sarah Lee, at "))
    let piped = try Run(words, in: folder)
    #expect(piped.code == 0 && piped.errors.contains("Another member is called sarah, too."), "\(piped.errors)")
    #expect(piped.output.hasSuffix("You are now called sarah 2.\n"), "\(piped.output)")
    #expect(piped.errors.contains("movienight household rename-member 'sarah 2' NAME\n"), "\(piped.errors)")
    #expect(try Run(words, in: folder).output.hasSuffix("You are now called sarah 3.\n"))
  }

  @Test func loginIsFoundUnderNewNameOfHousehold() throws {
    let household = try server.createHousehold(children: [])
    #expect(try login(household.token).code == 0)
    #expect(try Run("household", "rename", "Sunday", in: folder).code == 0)
    #expect(try Run("login", "use", "sun", in: folder).output.hasPrefix("Switched to Sunday as "))
  }

  @Test func ownTokenIsNotRevokedByName() throws {
    let household = try server.createHousehold(children: [])
    #expect(try login(household.token).code == 0)
    #expect(try Run("token", "list", in: folder).output.hasPrefix("1  First token · this login "))
    #expect(try Run("token", "revoke", "first", in: folder).code == 1)
    #expect(try Run("tonight", in: folder).code == 0)
    #expect(try Run("token", "revoke", "1", "--force", in: folder).output == "Revoked First token.\n")
    #expect(try Run("tonight", in: folder).code == 1)
  }

  @Test func tokenIsNotEchoedInTerminal() throws {
    let household = try server.createHousehold(children: [])
    let terminal = try PseudoTerminal()
    let login = try ChildProcess(["login", "--connect", address], in: folder, input: terminal.path)
    eventually("the prompt") { login.errors.contains("The token for \(address): ") }
    terminal.type(household.token + "\n")
    #expect(try login.waitForEnd() == 0, "\(login.errors)")
    #expect(!terminal.echoedText().contains("mn_"))
    #expect(terminal.isEchoEnabled, "echo is enabled again")
    #expect(try Run("household", "--json", in: folder).json().string("household_id") == household.id)
  }
}

/// A pseudo-terminal through which a test types.
private final class PseudoTerminal {
  // The requests TIOCSPTLCK and TIOCGPTN, whose macros Swift cannot import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let controller: Int32
  private let terminal: Int32
  let path: String

  init() throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard controller >= 0, ioctl(controller, Self.setLock, &isLocked) == 0,
      ioctl(controller, Self.getNumber, &number) == 0
    else { throw TestFailure("no terminal: \(errno)") }
    path = "/dev/pts/\(number)"
    // This descriptor stays open, because a terminal loses its settings when the last descriptor is closed.
    terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  deinit {
    close(terminal)
    close(controller)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
  }

  /// Returns the typed text that the terminal has echoed.
  func echoedText() -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    let count = read(controller, &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
  }

  var isEchoEnabled: Bool {
    var settings = termios()
    return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }
}
