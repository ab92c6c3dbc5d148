import Console
import MovieNightKit

/// A household in which a user can act, with its server, the user's token and a name.
struct Login: Equatable, Sendable {
  /// The name by which the user selects the login; by default, the household's name.
  var name: String
  let address: ServerAddress
  let token: String
  let memberID: String
  /// The name that the member had at the time of the login.
  let memberName: String
}

/// All logins of a user on this machine. A command uses the current one unless another is named.
struct Logins: Equatable, Sendable {
  private(set) var all: [Login] = []
  private var currentName: String?

  init() {}

  var current: Login? { all.first { $0.name == currentName } }

  /// Returns the login that matches `name`, or the current login if `name` is nil; nil if there is no current one.
  func login(_ name: String?) throws -> Login? {
    guard let name else { return current }
    return try matchingLogin(name)
  }

  /// Stores a login, makes it the current one, and returns it with its final name. An earlier login of the same member
  /// at the same server is replaced, and its name is kept unless `name` is given.
  mutating func keep(_ login: Login, as name: String?) throws(CommandFailure) -> Login {
    let earlier = all.firstIndex { $0.memberID == login.memberID && $0.address == login.address }
    var kept = login
    if let name {
      guard !isTaken(name, besides: earlier) else {
        throw CommandFailure(
          "A login is already named '\(name)'",
          hint: "Choose another name, or first: movienight logout \(shellWord(name))")
      }
      kept.name = name
    } else if let earlier {
      kept.name = all[earlier].name
    } else {
      kept.name = defaultName(login, of: login.name, besides: nil)
    }
    if let earlier { all[earlier] = kept } else { all.append(kept) }
    currentName = kept.name
    return kept
  }

  /// Names the login with this token after its renamed household, unless the user chose the login's name.
  mutating func renameHousehold(of token: String, from old: String, to new: String) {
    guard let index = all.firstIndex(where: { $0.token == token }),
      all[index].name == old || all[index].name.hasPrefix("\(old) (\(all[index].memberName)")
    else { return }
    let isCurrent = all[index].name == currentName
    all[index].name = defaultName(all[index], of: new, besides: index)
    if isCurrent { currentName = all[index].name }
  }

  /// Returns the household's name. If another login has it, because it is of another member or of another household
  /// with the same name, the member's name is added and, if necessary, a number.
  private func defaultName(_ login: Login, of household: String, besides index: Int?) -> String {
    guard isTaken(household, besides: index) else { return household }
    let member = freeName(login.memberName) { isTaken("\(household) (\($0))", besides: index) }
    return "\(household) (\(member))"
  }

  private func isTaken(_ name: String, besides index: Int?) -> Bool {
    all.indices.contains { $0 != index && all[$0].name.lowercased() == name.lowercased() }
  }

  mutating func use(_ name: String) throws -> Login {
    let login = try matchingLogin(name)
    currentName = login.name
    return login
  }

  /// Removes the login that matches `name`, or the current one if nil. A single remaining login becomes current.
  mutating func forget(_ name: String?) throws -> Login {
    guard let login = try login(name) else {
      throw CommandFailure(
        "There is no current login", hint: all.isEmpty ? nil : "Name one of your logins: \(names(of: all))")
    }
    forget(token: login.token)
    return login
  }

  /// Removes the login with this token, if there is one. Called after the token has ended.
  mutating func forget(token: String) {
    all.removeAll { $0.token == token }
    if current == nil { currentName = all.count == 1 ? all[0].name : nil }
  }

  /// The sentence about the current login after another one was removed.
  func currentSentence(_ output: Terminal) -> String {
    if let current { return "The current login is now \(LoginCommand.text(current, output))." }
    return all.isEmpty
      ? "You have no other login."
      : "No login is current now. Choose one of \(printable(names(of: all))): movienight login use NAME"
  }

  private func matchingLogin(_ name: String) throws -> Login {
    let lookup = NameLookup(
      ("login", "logins"), among: all, called: \.name, id: { _ in nil }, ifNone: "Log in with: movienight login")
    return try lookup.one(name)
  }

  private func names(of logins: [Login]) -> String { logins.map(\.name).joined(separator: ", ") }
}

/// Returns the name or, if it is taken, the name with the first free number from 2 on, such as `Ben 2`.
func freeName(_ name: String, isTaken: (String) -> Bool) -> String {
  var (free, number) = (name, 2)
  while isTaken(free) { (free, number) = ("\(name) \(number)", number + 1) }
  return free
}

extension Logins {
  init(json: [UInt8]) throws {
    let root = try JSONDocument(json).root
    for login in try root.array("logins") {
      all.append(
        Login(
          name: try login.string("name"), address: try ServerAddress(login.string("connect")),
          token: try login.string("token"), memberID: try login.string("member_id"),
          memberName: try login.string("display_name")))
    }
    currentName = try root.optional("current")
  }

  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.field("current", currentName)
      writer.objects("logins", all) { json, login in
        json.writeMembers(of: login)
        json.field("token", login.token)
      }
    }.bytes + [UInt8(ascii: "\n")]
  }
}

extension Login {
  /// The login as JSON without its token, to be shown.
  var shownJSON: String {
    JSONWriter.object { $0.writeMembers(of: self) }.text
  }
}

extension JSONWriter {
  fileprivate mutating func writeMembers(of login: Login) {
    field("name", login.name)
    field("connect", login.address.description)
    field("member_id", login.memberID)
    field("display_name", login.memberName)
  }
}
