import Console
import MovieNightKit
import Platform

/// The server and the identity that a command uses. They come from its options, else the environment, else a login.
package struct ServerAccess: Equatable {
  package let address: ServerAddress
  package let token: String?

  /// Determines the access. `logins` is called only if options and environment do not give both server and token.
  init(_ arguments: Arguments, logins: () throws -> Logins) throws {
    // Returns the value of an option. If a login is named on the command line, the environment does not count.
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
    // A login's token is sent only to the server that issued it. Commands for the administrator never use it.
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

extension ServerConnection {
  /// Returns the server that an option, the environment or a login names; nil if none does.
  package static func namedAddress(_ arguments: Arguments, _ environment: Environment) throws -> ServerAddress? {
    if let text = arguments.given(.connect), arguments.isGiven(.connect) || !arguments.isGiven(.login) {
      return try ServerAddress(text).absolute
    }
    return try environment.logins().login(arguments.given(.login))?.address
  }
}

extension ServerAddress {
  /// The same address with an absolute path, so that it stays valid in another working directory.
  var absolute: ServerAddress {
    if case .unix(let path) = self { return .unix(path: UnixPath.absolute(path)) }
    return self
  }

  /// The address at which a client on this machine reaches a server that listens on this address.
  package var fromThisMachine: ServerAddress {
    switch self {
    case .tcp("0.0.0.0", let port): .tcp(host: "127.0.0.1", port: port)
    case .tcp("::", let port): .tcp(host: "::1", port: port)
    case .tcp, .unix: self
    }
  }

  /// Whether the address works only on this machine.
  var isLocalOnly: Bool {
    switch self {
    case .unix: true
    case .tcp(let host, _): ["localhost", "::1", "::", "0.0.0.0"].contains(host.lowercased()) || host.hasPrefix("127.")
    }
  }

  /// Whether a client that connects to this address, from this machine, reaches a server that listens on `listen`.
  package func reaches(_ listen: ServerAddress) -> Bool {
    guard case .tcp(_, let port) = self, case .tcp(_, port) = listen else { return self == listen }
    return self == listen || isLocalOnly && listen.isLocalOnly
  }
}
