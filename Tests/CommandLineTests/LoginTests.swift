import Foundation
import MovieNightClient
import Testing

@testable import movienight_api

/// The logins of a person, and the file that keeps them.
@Suite struct LoginTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "movienight-\(UUID().uuidString)").path

  static func login(_ name: String, member: String = "m1", token: String = "mn_1", port: UInt16 = 6684) -> Login {
    Login(
      name: name, address: .tcp(host: "127.0.0.1", port: port), token: token, memberID: member, memberName: "Ann")
  }

  // MARK: All of them

  @Test func theLastOneKeptIsTheCurrentOne() throws {
    var logins = Logins()
    #expect(try logins.login(nil) == nil)
    _ = try logins.keep(Self.login("Friday"), as: nil)
    _ = try logins.keep(Self.login("Work", member: "m2", token: "mn_2"), as: nil)
    #expect(logins.current?.name == "Work")
    #expect(try logins.use("fri").name == "Friday")
    #expect(try logins.login(nil)?.name == "Friday")
    #expect(try logins.login("work")?.name == "Work")
  }

  @Test func theSameMembersIsReplacedAndKeepsItsName() throws {
    var logins = Logins()
    _ = try logins.keep(Self.login("Friday"), as: "home")
    #expect(try logins.keep(Self.login("Friday", token: "mn_2"), as: nil).name == "home")
    #expect(logins.all == [Self.login("home", token: "mn_2")])
  }

  @Test func twoMembersOfAHouseholdAreToldApart() throws {
    var logins = Logins()
    _ = try logins.keep(Self.login("Friday"), as: nil)
    #expect(try logins.keep(Self.login("Friday", member: "m2"), as: nil).name == "Friday (Ann)")
    #expect(throws: CommandFailure.self) { try logins.keep(Self.login("Friday", member: "m3"), as: nil) }
    #expect(throws: CommandFailure.self) { try logins.keep(Self.login("x", member: "m3"), as: "friday") }
    #expect(logins.all.count == 2)
  }

  @Test func whatIsForgottenIsNotTheCurrentOneAnyMore() throws {
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
    ("mn_Films  1 member\nThe token:\nexport MOVIENIGHT_TOKEN='mn_x'\n", "mn_x"), ("  abc \n", "abc"), (" \n", nil),
  ])
  func aTokenIsFoundInWhatWasPasted(_ text: String, _ token: String?) {
    #expect(LoginCommand.token(in: text) == token)
  }

  @Test func aTokenThatWasPipedIsNotLostWhereNoServerAnswers() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = TestRun(
      ["login", "--connect", "unix:\(folder)/nobody.sock"], variables: ["XDG_CONFIG_HOME": folder],
      input: "export MOVIENIGHT_TOKEN=mn_once\n")
    #expect(run.exitCode() == .failure && run.errors.text.contains("mn_once"), "\(run.errors.text)")
  }

  // MARK: The file

  @Test func theFileIsItsOwnersAlone() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(LoginFile(["XDG_CONFIG_HOME": folder, "HOME": "/nowhere"]))
    #expect(file.path == folder + "/movienight/logins.json")
    #expect(try file.read() == Logins())
    // Somebody was careless before.
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

  @Test func aFileOfAnotherFormIsNotOverwritten() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/movienight", withIntermediateDirectories: true)
    let file = try #require(LoginFile(["XDG_CONFIG_HOME": folder]))
    try Data("{}".utf8).write(to: URL(filePath: file.path))
    #expect(throws: CommandFailure.self) { try file.change { try $0.keep(Self.login("Friday"), as: nil) } }
    #expect(try Data(contentsOf: URL(filePath: file.path)) == Data("{}".utf8))
  }

  @Test func thePlaceIsThatOfTheSpecification() {
    #expect(LoginFile(["HOME": "/home/ann"])?.path == "/home/ann/.config/movienight/logins.json")
    #expect(LoginFile(["HOME": "/home/ann", "XDG_CONFIG_HOME": ""])?.path.hasPrefix("/home/ann/.config/") == true)
    #expect(LoginFile(["HOME": "/home/ann", "XDG_CONFIG_HOME": "here"])?.path.hasPrefix("/home/ann/.config/") == true)
    #expect(LoginFile([:])?.path == nil)
  }
}
