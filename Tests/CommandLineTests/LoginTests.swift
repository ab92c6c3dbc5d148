import CommandLineSupport
import FakeServer
import Foundation
import Glibc
import MovieNightKit
import Testing

@testable import ClientCommands
@testable import Console

/// A person's logins and the file that stores them.
@Suite struct LoginTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "movienight-\(UUID().uuidString)").path

  static func login(_ name: String, member: String = "m1", token: String = "mn_1", port: UInt16 = 6684) -> Login {
    Login(
      name: name, address: .tcp(host: "127.0.0.1", port: port), token: token, memberID: member, memberName: "Ann")
  }

  // MARK: Logins

  @Test func lastLoginBecomesCurrent() throws {
    var logins = Logins()
    #expect(try logins.login(nil) == nil)
    _ = try logins.keep(Self.login("Friday"), as: nil)
    _ = try logins.keep(Self.login("Work", member: "m2", token: "mn_2"), as: nil)
    #expect(logins.current?.name == "Work")
    #expect(try logins.use("fri").name == "Friday")
    #expect(try logins.login(nil)?.name == "Friday")
    #expect(try logins.login("work")?.name == "Work")
  }

  @Test func loginOfSameMemberIsReplacedUnderItsName() throws {
    var logins = Logins()
    _ = try logins.keep(Self.login("Friday"), as: "home")
    #expect(try logins.keep(Self.login("Friday", token: "mn_2"), as: nil).name == "home")
    #expect(logins.all == [Self.login("home", token: "mn_2")])
  }

  @Test func membersOfSameHouseholdGetDistinctNames() throws {
    var logins = Logins()
    _ = try logins.keep(Self.login("Friday"), as: nil)
    #expect(try logins.keep(Self.login("Friday", member: "m2"), as: nil).name == "Friday (Ann)")
    #expect(try logins.keep(Self.login("Friday", member: "m3"), as: nil).name == "Friday (Ann 2)")
    #expect(throws: CommandFailure.self) { try logins.keep(Self.login("x", member: "m4"), as: "friday") }
    #expect(logins.all.count == 3)
  }

  @Test func loginFollowsNewNameOfHouseholdUnlessUserNamedIt() throws {
    var logins = Logins()
    _ = try logins.keep(Self.login("Friday"), as: nil)
    _ = try logins.keep(Self.login("Friday", member: "m2", token: "mn_2"), as: nil)
    _ = try logins.keep(Self.login("Friday", member: "m3", token: "mn_3"), as: "home")
    for token in ["mn_2", "mn_1", "mn_3"] { logins.renameHousehold(of: token, from: "Friday", to: "Sunday") }
    #expect(logins.all.map(\.name) == ["Sunday (Ann)", "Sunday", "home"])
    _ = try logins.use("sunday (a")
    logins.renameHousehold(of: "mn_1", from: "Sunday", to: "Monday")
    #expect(logins.current?.name == "Monday", "it stays current")
  }

  @Test func removedLoginIsFollowedByAdvice() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let variables = ["XDG_CONFIG_HOME": folder]
    func logOut() -> String {
      let run = TestRun(["logout"], variables: variables)
      #expect(run.exitCode() == .success, "\(run.errors.text)")
      return run.output.text
    }
    let file = try #require(LoginFile(variables))
    try file.change { logins in
      for number in 1...3 {
        _ = try logins.keep(Self.login("L\(number)", member: "m\(number)", token: "mn_\(number)"), as: nil)
      }
    }
    #expect(logOut().hasSuffix("No login is current now. Choose one of L1, L2: movienight login use NAME\n"))
    let tonight = TestRun(["tonight"], variables: variables)
    #expect(tonight.exitCode() == .failure)
    #expect(tonight.errors.text.contains("Choose one of L1, L2: movienight login use NAME"), "\(tonight.errors.text)")
    _ = try file.change { try $0.use("L1") }
    #expect(logOut().hasSuffix("The current login is now L2 as Ann, at 127.0.0.1:6684.\n"))
    #expect(logOut().hasSuffix("You have no other login.\n"))
  }

  @Test(arguments: ["hello\n", "", " \n"]) func inputWithoutTokenIsRefusedAtOnce(_ input: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = TestRun(
      ["login", "--connect", "unix:\(folder)/nobody.sock"], variables: ["XDG_CONFIG_HOME": folder], input: input)
    #expect(run.exitCode() == .failure)
    let errors = run.errors.text
    #expect(errors.hasPrefix("error: No token was given\n  A token begins with mn_."), "\(errors)")
    #expect(errors.contains("movienight household join") && !errors.contains("hello"), "\(errors)")
  }

  @Test func wordThatIsNoActionIsTakenForLogin() {
    let run = TestRun(["login", "film"])
    #expect(run.exitCode() == .usage && run.errors.text.contains("movienight login use film\n"), "\(run.errors.text)")
    let misspelled = TestRun(["login", "usee", "film"])
    #expect(misspelled.exitCode() == .usage && misspelled.errors.text.contains("Did you mean use?"))
  }

  @Test func forgottenLoginIsNoLongerCurrent() throws {
    var logins = Logins()
    for number in 1...3 {
      _ = try logins.keep(Self.login("L\(number)", member: "m\(number)", token: "mn_\(number)"), as: nil)
    }
    #expect(try logins.forget(nil).name == "L3")
    #expect(logins.current == nil, "of two only their owner can tell")
    #expect(throws: CommandFailure.self) { try logins.forget(nil) }
    #expect(try logins.forget("l1").name == "L1")
    #expect(logins.current?.name == "L2")
    #expect(throws: CommandFailure.self) { try logins.use("L1") }
  }

  @Test(arguments: [
    ("mn_abc-D_1\n", "mn_abc-D_1"), ("export MOVIENIGHT_TOKEN=mn_x", "mn_x"),
    (#"{"token":"mn_x","position":3}"#, "mn_x"),
    ("mn_Films  1 member\nThe token:\nexport MOVIENIGHT_TOKEN='mn_x'\n", "mn_x"), ("  abc \n", nil), (" \n", nil),
  ])
  func tokenIsExtractedFromPastedText(_ text: String, _ token: String?) {
    #expect(TokenText.token(in: text) == token)
  }

  @Test(arguments: ["127.0.0.1:7000", "[::1]:7000", "unix:/my movies/it's/mn_data.sock"])
  func printedTokenIsFoundWithItsServer(_ address: String) throws {
    let lines = TokenText.lines(token: "mn_x", at: try ServerAddress(address))
    let text = "id  export MOVIENIGHT_CONNECT=x:1\n\(lines.joined(separator: "\n"))\n"
    #expect(TokenText.token(in: text) == "mn_x" && TokenText.address(in: text) == address)
    #expect(TokenText.address(in: TokenText.lines(token: "mn_x", at: nil).joined()) == nil)
  }

  @Test func pipedTokenIsSentToServerThatCameWithIt() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try FakeServer.answering { $0.result(toAllElse: Nights.household("Films")) }
    let input = TokenText.lines(token: "mn_once", at: server.address).joined(separator: "\n")
    let variables = ["XDG_CONFIG_HOME": folder, "MOVIENIGHT_CONNECT": "unix:\(folder)/other.sock"]
    let run = TestRun(["login"], variables: variables, input: input)
    #expect(run.exitCode() == .success && server.received[0].contains(#""token":"mn_once""#), "\(run.errors.text)")
    let other = TestRun(["login", "--connect", "unix:\(folder)/other.sock"], variables: variables, input: input)
    #expect(other.exitCode() == .failure && other.errors.text.contains("other.sock"), "\(other.errors.text)")
  }

  @Test func pipedTokenIsShownWhenServerIsUnreachable() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = TestRun(
      ["login", "--connect", "unix:\(folder)/nobody.sock"], variables: ["XDG_CONFIG_HOME": folder],
      input: "export MOVIENIGHT_TOKEN=mn_once\n")
    #expect(run.exitCode() == .failure && run.errors.text.contains("mn_once"), "\(run.errors.text)")
  }

  @Test func pipedTokenIsShownWhenLoginCannotBeStored() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try FakeServer.answering {
      $0.result(toAllElse: Nights.household("Films"))
    }
    let file = try #require(LoginFile(["XDG_CONFIG_HOME": folder]))
    let kept = try file.change { try $0.keep(Self.login("Friday"), as: nil) }
    let run = TestRun(
      ["login", "--name", "friday", "--connect", server.address.description], variables: ["XDG_CONFIG_HOME": folder],
      input: "mn_once")
    #expect(run.exitCode() == .failure)
    let errors = run.errors.text
    #expect(errors.contains("A login is already named 'friday'") && errors.contains("mn_once"), "\(errors)")
    #expect(try file.read().all == [kept])
  }

  /// The server fails when the token is tried, or when the client then requests the household.
  @Test(arguments: ["auth.authenticate", "households.get"])
  func pipedTokenIsShownWhenServerFails(_ method: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try FakeServer.answering { request in
      request.method == method
        ? request.refusal(503, "store_unavailable")
        : request.result(toAllElse: Nights.household("Films"))
    }
    let run = TestRun(
      ["login", "--connect", server.address.description], variables: ["XDG_CONFIG_HOME": folder], input: "mn_once")
    let (code, errors) = (run.exitCode(), run.errors.text)
    #expect(code == .failure && errors.hasPrefix("error: No.\n"), "\(errors)")
    #expect(errors.contains("mn_once"), "\(errors)")
  }

  @Test func errorWithPipedTokenKeepsRefusalAndAllHints() async {
    let failure = CommandFailure(
      "No.", hints: ["One", "Two"], refusal: Refusal(code: 409, reason: "taken", message: "No."))
    let shown = await #expect(throws: CommandFailure.self) {
      try await LoginCommand.includingTokenInErrors("mn_once") { () async throws -> Void in throw failure }
    }
    #expect(shown?.description == "No." && shown?.refusal == failure.refusal)
    #expect(shown?.hints.prefix(2) == ["One", "Two"] && shown?.hints.last?.contains("mn_once") == true)
  }

  @Test func rejectedPipedTokenIsNotShown() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try FakeServer.answering { $0.refusal(401, "bad_token") }
    let run = TestRun(
      ["login", "--connect", server.address.description], variables: ["XDG_CONFIG_HOME": folder], input: "mn_once")
    let (code, errors) = (run.exitCode(), run.errors.text)
    #expect(code == .failure && errors.contains("This token is not valid at "), "\(errors)")
    #expect(errors.contains("\n  Check that you copied all of it."), "\(errors)")
    #expect(!errors.contains("mn_once"), "\(errors)")
  }

  // MARK: The file

  @Test func loginFileIsPrivateToItsOwner() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(LoginFile(["XDG_CONFIG_HOME": folder, "HOME": "/nowhere"]))
    #expect(file.path == folder + "/movienight/logins.json")
    #expect(try file.read() == Logins())
    // The folder already exists, with permissions that are too open.
    try FileManager.default.createDirectory(
      atPath: folder + "/movienight", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let kept = try file.change { try $0.keep(Self.login("Friday"), as: nil) }
    #expect(try file.read().all == [kept])
    #expect(try mode(file.path) == 0o600)
    #expect(try mode(folder + "/movienight") == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/movienight") == ["logins.json"])
    #expect(throws: CommandFailure.self, "a change that is refused changes nothing") {
      try file.change { try $0.use("x") }
    }
    #expect(try file.read().current == kept)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func fileOfOtherFormatIsNotOverwritten() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/movienight", withIntermediateDirectories: true)
    let file = try #require(LoginFile(["XDG_CONFIG_HOME": folder]))
    try Data("{}".utf8).write(to: URL(filePath: file.path))
    #expect(throws: CommandFailure.self) { try file.change { try $0.keep(Self.login("Friday"), as: nil) } }
    #expect(try Data(contentsOf: URL(filePath: file.path)) == Data("{}".utf8))
  }

  /// Obstacles at the path of the login file.
  enum Obstacle: String, CaseIterable {
    case unreadable, folder, noJSON, otherJSON, link, pipe

    var mending: String {
      switch self {
      case .unreadable: "chmod 600 "
      case .folder, .noJSON, .otherJSON, .pipe: "Move it away, and log in again."
      case .link: "Replace the link with the file itself, or remove the link and log in again."
      }
    }

    fileprivate func put(at path: String) throws {
      switch self {
      case .unreadable:
        try Data(#"{"current":null,"logins":[]}"#.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      case .noJSON: try Data("mn_mine".utf8).write(to: URL(filePath: path))
      case .otherJSON: try Data(#"{"logins":[{"token":"mn_mine"}]}"#.utf8).write(to: URL(filePath: path))
      case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
      case .pipe: try #require(mkfifo(path, 0o600) == 0)
      }
    }
  }

  @Test(arguments: Obstacle.allCases)
  func unreadableLoginFileIsReportedAndKept(_ obstacle: Obstacle) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/movienight", withIntermediateDirectories: true)
    let path = folder + "/movienight/logins.json"
    try obstacle.put(at: path)
    let before = obstacle == .pipe ? nil : FileManager.default.contents(atPath: path)
    for words in [
      ["login", "--connect", "unix:\(folder)/nobody.sock"], ["login", "list"], ["login", "use", "x"], ["logout"],
      ["tonight"], ["watchlist"], ["preferences"], ["history"],
    ] {
      let run = TestRun(words, variables: ["XDG_CONFIG_HOME": folder], input: "mn_once")
      let code = obstacle == .unreadable ? try asOwner(of: folder) { run.exitCode() } : run.exitCode()
      let errors = run.errors.text
      #expect(code == .failure, "\(words)")
      #expect(errors.hasPrefix("error: \(path) cannot be ") && errors.contains(obstacle.mending), "\(words) \(errors)")
      #expect(errors.contains("mn_once") == (words[0] == "login" && words.count == 3 && words[1] != "use"), "\(errors)")
      #expect(errors.contains("Move it away") == obstacle.mending.hasPrefix("Move it away"), "\(errors)")
      #expect(!errors.contains("mn_mine") && run.output.text.isEmpty)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/movienight") == ["logins.json"])
    if obstacle != .pipe { #expect(FileManager.default.contents(atPath: path) == before) }
  }

  /// An administrator runs a command as the server's user, but with their own environment variables.
  @Test func inaccessibleLoginFileCountsAsNotLoggedIn() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let home = folder + "/home"
    try FileManager.default.createDirectory(atPath: home + "/movienight", withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: home)
    let run = TestRun(["tonight"], variables: ["XDG_CONFIG_HOME": home])
    let code = try asOwner(of: folder) { run.exitCode() }
    #expect(code == .failure && run.errors.text.contains("You are not logged in"), "\(run.errors.text)")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home)
  }

  /// Runs `body` as a user who is subject to file permissions. Root gives the folder to the user `nobody` and acts as
  /// that user on this thread (setfsuid(2)).
  private func asOwner<Result>(of folder: String, _ body: () throws -> Result) throws -> Result {
    guard geteuid() == 0 else { return try body() }
    let nobody: uid_t = 65534
    for path in [folder] + (try FileManager.default.subpathsOfDirectory(atPath: folder)).map({ "\(folder)/\($0)" }) {
      try #require(chown(path, nobody, nobody) == 0)
    }
    let symbol = try #require(dlsym(nil, "setfsuid"))
    let setUser = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> Int32).self)
    _ = setUser(nobody)
    defer { _ = setUser(0) }
    return try body()
  }

  @Test func loginFilePathFollowsXDGSpecification() {
    #expect(LoginFile(["HOME": "/home/ann"])?.path == "/home/ann/.config/movienight/logins.json")
    #expect(LoginFile(["HOME": "/home/ann", "XDG_CONFIG_HOME": ""])?.path.hasPrefix("/home/ann/.config/") == true)
    #expect(LoginFile(["HOME": "/home/ann", "XDG_CONFIG_HOME": "here"])?.path.hasPrefix("/home/ann/.config/") == true)
    #expect(LoginFile([:])?.path == nil)
  }
}
