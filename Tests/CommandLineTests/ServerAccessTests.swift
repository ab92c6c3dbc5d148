import MovieNightKit
import Testing

@testable import ClientCommands
@testable import Console

/// The address and the token that a command uses, from its options, else the environment, else the login.
@Suite struct ServerAccessTests {
  private func access(_ words: String..., variables: [String: String] = [:]) throws -> String {
    let parser = ArgumentParser(options: ServerConnection.options + [ServerConnection.household], positionals: "")
    var logins = Logins()
    _ = try logins.keep(LoginTests.login("Work", member: "m2", token: "work", port: 2), as: nil)
    _ = try logins.keep(LoginTests.login("Friday", token: "friday", port: 1), as: nil)
    let access = try ServerAccess(parser.parse(words, variables: variables)) { logins }
    return "\(access.address) \(access.token ?? "-")"
  }

  @Test func loginSuppliesAddressAndToken() throws {
    #expect(try access() == "127.0.0.1:1 friday")
    #expect(try access(variables: ["MOVIENIGHT_LOGIN": "work"]) == "127.0.0.1:2 work")
    #expect(try access("--login", "work", variables: ["MOVIENIGHT_LOGIN": "friday"]) == "127.0.0.1:2 work")
  }

  @Test func optionOverridesEnvironmentAndLogin() throws {
    let variables = ["MOVIENIGHT_TOKEN": "environment", "MOVIENIGHT_CONNECT": "127.0.0.1:3"]
    #expect(try access(variables: variables) == "127.0.0.1:3 environment")
    #expect(try access("--token", "option", variables: variables) == "127.0.0.1:3 option")
    #expect(try access("--connect", "127.0.0.1:4", variables: variables) == "127.0.0.1:4 environment")
    #expect(try access(variables: ["MOVIENIGHT_TOKEN": "environment"]) == "127.0.0.1:1 environment")
    #expect(try access("--login", "work", variables: variables) == "127.0.0.1:2 work")
    #expect(try access("--login", "work", "--token", "option", variables: variables) == "127.0.0.1:2 option")
  }

  @Test func tokenIsNotSentToOtherServer() throws {
    #expect(try access("--connect", "127.0.0.1:3") == "127.0.0.1:3 -")
    #expect(try access("--connect", "unix:/run/movienight.sock") == "unix:/run/movienight.sock -")
    #expect(try access("--connect", "127.0.0.1:1") == "127.0.0.1:1 friday")
    #expect(try access("--household", "h") == "127.0.0.1:1 -", "that is the administrator's word")
    #expect(throws: UsageError.self) { try access("--login", "work", "--connect", "127.0.0.1:3") }
  }

  @Test func loginsAreNotReadWhenOptionsSuffice() throws {
    let parser = ArgumentParser(options: ServerConnection.options, positionals: "")
    let arguments = try parser.parse(["--connect", "127.0.0.1:3", "--token", "t"])
    let access = try ServerAccess(arguments) { throw CommandFailure("unreadable") }
    #expect(access.token == "t")
    #expect(try ServerAccess(parser.parse([]), logins: Logins.init).address == .standard)
  }

  @Test(arguments: [
    ("127.0.0.1:7000", "127.0.0.1:7000", true), ("localhost:7000", "127.0.0.1:7000", true),
    ("127.0.0.1:7000", "0.0.0.0:7000", true), ("10.0.0.5:7000", "10.0.0.5:7000", true),
    ("127.0.0.1:7001", "127.0.0.1:7000", false), ("films.example.org:7000", "127.0.0.1:7000", false),
    ("127.0.0.1:7000", "10.0.0.5:7000", false), ("unix:/s", "127.0.0.1:7000", false),
  ])
  func addressReachesServerThatListensOnIt(_ address: String, _ listen: String, _ reaches: Bool) throws {
    #expect(try ServerAddress(address).reaches(ServerAddress(listen)) == reaches)
  }

  @Test(arguments: [("0.0.0.0:7000", "127.0.0.1:7000"), ("[::]:7000", "[::1]:7000"), ("10.0.0.5:1", "10.0.0.5:1")])
  func serverOnAllAddressesIsReachedLocally(_ listen: String, _ address: String) throws {
    #expect(try ServerAddress(listen).fromThisMachine.description == address)
  }

  // MARK: Invites

  @Test(arguments: [
    ("films.example.org:7000", nil, "films.example.org:7000", false), ("127.0.0.1:7000", nil, "HOST:7000", true),
    ("[::1]:7000", nil, "HOST:7000", true), ("0.0.0.0:7000", nil, "HOST:7000", true),
    ("unix:/run/movienight.sock", nil, "HOST:PORT", true),
    ("127.0.0.1:7000", "films.example.org:1", "films.example.org:1", false),
    ("10.0.0.5:6684", nil, "10.0.0.5:6684", false),
  ])
  func inviteLineShowsReachableAddress(_ reached: String, _ known: String?, _ shown: String, _ isOpen: Bool) throws {
    let line = InviteLine(
      token: "mi_x", reached: try ServerAddress(reached), publicAddress: try known.map { try ServerAddress($0) })
    #expect(line.text == "movienight household join mi_x --name NAME --connect \(shown)")
    #expect((line.note != nil) == isOpen)
  }
}
