import MovieNightKit

/// An error in the command line.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// The parser of the command line and of the environment variables with the same meaning.
enum CommandLineArguments {
  enum Action: Sendable {
    case help, version
    case serve(Settings)
  }

  private struct Option {
    let name: String
    let value: String
    let meaning: String
    let apply: @Sendable (String, inout Settings) throws -> Void

    var variable: String { "MOVIENIGHT_WEB_" + name.uppercased().replacing("-", with: "_") }
  }

  private static let options = [
    Option(name: "listen", value: "HOST:PORT", meaning: "The address to listen on; port 0 picks a free port.") {
      $1.listen = try tcpAddress($0, of: "--listen")
    },
    Option(name: "connect", value: "HOST:PORT", meaning: "The address of the movienight server.") {
      let address = try tcpAddress($0, of: "--connect")
      $1.connect = .tcp(host: address.host, port: UInt16(address.port))
    },
    Option(
      name: "trusted-proxy", value: "ADDRESS",
      meaning: "A proxy that sends the browser's address in X-Forwarded-For. Can be repeated."
    ) {
      guard let address = normalizedAddress($0) else {
        throw UsageError("--trusted-proxy takes an IP address, such as 127.0.0.1, not \($0)")
      }
      $1.trustedProxies.append(address)
    },
    Option(
      name: "allow-origin", value: "ORIGIN",
      meaning: "A site whose scripts may use /rpc and /events. Can be repeated."
    ) {
      guard SecurityHeaders.origin($0) == $0 else {
        throw UsageError("--allow-origin takes a scheme and a host, such as https://app.example, not \($0)")
      }
      $1.allowedOrigins.append($0)
    },
    Option(name: "data", value: "FOLDER", meaning: "The folder of the session file.") { $1.data = $0 },
    Option(
      name: "demo-token", value: "FILE",
      meaning: "The token file of movienight serve --demo. Lets everyone sign in to the demo household."
    ) { $1.demoTokenFile = $0 },
  ]

  static var help: String {
    let defaults = Settings()
    let values = ["listen": "\(defaults.listen)", "connect": "\(defaults.connect)", "data": defaults.data]
    let lines = options.map { option in
      let standard = values[option.name].map { ", default \($0)" } ?? ""
      return "  --\(option.name) \(option.value)\n      \(option.meaning) [\(option.variable)\(standard)]"
    }
    return """
      movienight-web – Movie nights in the browser.

      Usage: movienight-web serve [options]

      Options
      \(lines.joined(separator: "\n"))
        --help
            Show this help.
        --version
            Show the version.

      A variable with several values separates them with commas.
      """
  }

  static func parse(_ arguments: [String], environment: [String: String]) throws -> Action {
    if arguments.contains("--help") || arguments.contains("-h") || arguments == ["help"] { return .help }
    if arguments == ["--version"] || arguments == ["version"] { return .version }
    guard let command = arguments.first else { return .help }
    guard command == "serve" else { throw unknown(command, among: ["serve", "help", "version"], kind: "command") }
    var settings = Settings()
    try read(environment, into: &settings)
    try read(arguments.dropFirst(), into: &settings)
    return .serve(settings)
  }

  private static func read(_ environment: [String: String], into settings: inout Settings) throws {
    for option in options {
      guard let text = environment[option.variable], !text.isEmpty else { continue }
      let isList = option.name == "trusted-proxy" || option.name == "allow-origin"
      for value in isList ? text.split(separator: ",").map(String.init) : [text] {
        do { try option.apply(value, &settings) } catch let error as UsageError {
          throw UsageError("\(option.variable): \(error.message)")
        }
      }
    }
  }

  private static func read(_ arguments: ArraySlice<String>, into settings: inout Settings) throws {
    var rest = arguments
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else { throw UsageError("serve takes no \(word). Try movienight-web --help.") }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw unknown("--" + name, among: options.map { "--" + $0.name } + ["--help", "--version"], kind: "option")
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw UsageError("--\(name) needs a value: --\(name) \(option.value)")
      }
      try option.apply(value, &settings)
    }
  }

  private static func tcpAddress(_ text: String, of option: String) throws -> HostAndPort {
    if text.hasPrefix("unix:") {
      throw UsageError(
        "\(option) takes HOST:PORT. The user of a Unix socket is the server's administrator, which the page must not be."
      )
    }
    guard case .tcp(let host, let port)? = try? ServerAddress(text) else {
      throw UsageError("\(option) takes HOST:PORT, not \(text)")
    }
    return HostAndPort(host: host, port: Int(port))
  }

  private static func unknown(_ word: String, among known: [String], kind: String) -> UsageError {
    let nearest = known.map { (word: $0, distance: editDistance(word, $0)) }.min { $0.distance < $1.distance }
    let suggestion =
      nearest.flatMap { $0.distance <= 3 ? "Did you mean \($0.word)?" : nil } ?? "Try movienight-web --help."
    return UsageError("There is no \(kind) \(word). \(suggestion)")
  }

  /// Returns how many characters must be changed, added or removed to turn one text into the other.
  private static func editDistance(_ left: String, _ right: String) -> Int {
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var (diagonal, next) = (row[0], [index + 1])
      for (column, other) in right.enumerated() {
        next.append(min(diagonal + (character == other ? 0 : 1), row[column + 1] + 1, next[column] + 1))
        diagonal = row[column + 1]
      }
      row = next
    }
    return row[right.count]
  }
}
