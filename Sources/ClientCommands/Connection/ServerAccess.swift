import Console
import MovieNightKit
import Platform

/// Which server a command talks to, and as whom: what its options say, else the environment, else a login.
package struct ServerAccess: Equatable {
  package let address: ServerAddress
  /// Nil where nobody said as whom.
  package let token: String?

  /// - Parameter logins: read where the options and the environment leave something open.
  init(_ arguments: Arguments, logins: () throws -> Logins) throws {
    // Whoever names a login on the command line does not mean what the environment says.
    func said(_ option: CommandOption) -> String? {
      arguments.isGiven(.login) && !arguments.isGiven(option) ? nil : arguments.given(option)
    }
    let given = try said(.connect).map { try ServerAddress($0).absolute }
    let token = said(.token)
    if let given, let token {
      (address, self.token) = (given, token)
      return
    }
    let login = try logins().login(arguments.given(.login))
    address = given ?? login?.address ?? .standard
    // A login's token goes to the server that gave it and to no other, and never where an administrator is meant.
    let isForLogin = login?.address == address && arguments.given(ServerConnection.household) == nil
    self.token = token ?? (isForLogin ? login?.token : nil)
    if let login, self.token == nil, arguments.isGiven(.login) {
      throw UsageError("The login '\(login.name)' is for \(login.address) and its own household: name no other")
    }
  }
}

extension CommandOption {
  package static let login = value(
    "login", "NAME", "Which of your logins; the current one by default.", variable: "MOVIENIGHT_LOGIN")
}

extension ServerAddress {
  /// The same address for whoever stands in another folder.
  var absolute: ServerAddress {
    if case .unix(let path) = self { return .unix(path: UnixPath.absolute(path)) }
    return self
  }
}
