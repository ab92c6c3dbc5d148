import Console
import MovieNightKit
import Platform

/// A command's server and identity, from its options, else the environment, else a login.
package struct ServerAccess: Equatable {
  package let address: ServerAddress
  /// Nil if no identity was given.
  package let token: String?

  /// `logins` is called if the options and the environment leave something open.
  init(_ arguments: Arguments, logins: () throws -> Logins) throws {
    // A login named on the command line overrides the environment.
    func chosen(_ option: CommandOption) -> String? {
      arguments.isGiven(.login) && !arguments.isGiven(option) ? nil : arguments.given(option)
    }
    let given = try chosen(.connect).map { try ServerAddress($0).absolute }
    let token = chosen(.token)
    if let given, let token {
      (address, self.token) = (given, token)
      return
    }
    let login = try logins().login(arguments.given(.login))
    address = given ?? login?.address ?? .standard
    // A login's token is sent only to the server that issued it, and never in a command for the administrator.
    let isForLogin = login?.address == address && arguments.given(ServerConnection.household) == nil
    self.token = token ?? (isForLogin ? login?.token : nil)
    if let login, self.token == nil, arguments.isGiven(.login) {
      throw UsageError("The login '\(login.name)' works only for its own household at \(login.address)")
    }
  }
}

extension CommandOption {
  package static let login = value(
    "login", "NAME", "The login to use; by default, the current one.", variable: "MOVIENIGHT_LOGIN")
}

extension ServerAddress {
  /// The same address, valid in any folder.
  var absolute: ServerAddress {
    if case .unix(let path) = self { return .unix(path: UnixPath.absolute(path)) }
    return self
  }
}
