import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct CommandLineArgumentsTests {
  @Test func optionsReplaceTheEnvironmentAndTheEnvironmentReplacesDefaults() throws {
    let settings = try parsed(
      ["serve", "--listen", "[::1]:0", "--data=/srv/web"],
      ["MOVIENIGHT_WEB_LISTEN": "10.0.0.1:80", "MOVIENIGHT_WEB_CONNECT": "films.example:7000"])
    #expect(settings.listen == HostAndPort(host: "::1", port: 0))
    #expect(settings.connect == .tcp(host: "films.example", port: 7000))
    #expect(settings.data == "/srv/web")
  }

  @Test func listsAreRepeatedOrSeparatedByCommas() throws {
    let settings = try parsed(
      ["serve", "--trusted-proxy", "10.0.0.1", "--trusted-proxy", "2001:DB8:0::2"],
      ["MOVIENIGHT_WEB_ALLOW_ORIGIN": "https://a.example,https://b.example"])
    #expect(settings.trustedProxies == ["10.0.0.1", "2001:db8::2"])
    #expect(settings.allowedOrigins == ["https://a.example", "https://b.example"])
  }

  @Test(arguments: [
    (["srve"], "There is no command srve. Did you mean serve?"),
    (["serve", "--lisen", "x"], "There is no option --lisen. Did you mean --listen?"),
    (["serve", "--quux"], "There is no option --quux. Try movienight-web --help."),
    (["serve", "--data"], "--data needs a value: --data FOLDER"),
    (["serve", "--listen", "8080"], "--listen takes HOST:PORT, not 8080"),
    (
      ["serve", "--trusted-proxy", "proxy.example"],
      "--trusted-proxy takes an IP address, such as 127.0.0.1, not proxy.example"
    ),
    (
      ["serve", "--allow-origin", "https://app.example/"],
      "--allow-origin takes a scheme and a host, such as https://app.example, not https://app.example/"
    ),
    (["serve", "now"], "serve takes no now. Try movienight-web --help."),
  ])
  func mistakesAreExplained(arguments: [String], message: String) throws {
    let error = #expect(throws: UsageError.self) { try parsed(arguments) }
    #expect(error?.message == message)
  }

  @Test func aUnixSocketIsRefusedBecauseItsUserIsTheAdministrator() throws {
    let error = #expect(throws: UsageError.self) { try parsed(["serve", "--connect", "unix:/run/movienight.sock"]) }
    #expect(error?.message.contains("administrator") == true)
    let variable = #expect(throws: UsageError.self) {
      try parsed(["serve"], ["MOVIENIGHT_WEB_CONNECT": "unix:/run/movienight.sock"])
    }
    #expect(variable?.message.hasPrefix("MOVIENIGHT_WEB_CONNECT: ") == true)
  }

  @Test func helpNamesEveryOptionAndVariable() throws {
    guard case .help = try CommandLineArguments.parse(["serve", "--help"], environment: [:]) else {
      Issue.record("--help does not show the help")
      return
    }
    for word in ["--listen", "--connect", "--trusted-proxy", "--allow-origin", "--data", "MOVIENIGHT_WEB_LISTEN"] {
      #expect(CommandLineArguments.help.contains(word))
    }
  }

  private func parsed(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Settings {
    guard case .serve(let settings) = try CommandLineArguments.parse(arguments, environment: environment) else {
      throw UsageError("not serve")
    }
    return settings
  }
}
