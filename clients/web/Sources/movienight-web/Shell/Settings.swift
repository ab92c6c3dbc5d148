import MovieNightKit

/// The settings of `movienight-web serve`.
struct Settings: Sendable {
  /// The address to listen on. Port 0 picks a free port.
  var listen = HostAndPort(host: "127.0.0.1", port: 8080)
  /// The address of the movienight server.
  var connect = ServerAddress.standard
  /// The addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
  var trustedProxies: [String] = []
  /// The origins whose scripts may use the gateway.
  var allowedOrigins: [String] = []
  /// The folder of the session file.
  var data = "data/web"
  /// The file with the token of `movienight serve --demo`; nil if the page offers no demo.
  var demoTokenFile: String?
}

/// A host name or IP address, and a port.
struct HostAndPort: Hashable, Sendable, CustomStringConvertible {
  var host: String
  var port: Int

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
