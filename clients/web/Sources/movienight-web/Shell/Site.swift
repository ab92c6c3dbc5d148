import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The page's server.
final class Site: Sendable {
  let settings: Settings
  let limits: RequestLimits

  init(_ settings: Settings, limits: RequestLimits = RequestLimits()) {
    self.settings = settings
    self.limits = limits
  }

  /// Serves until SIGINT or SIGTERM.
  ///
  /// - Parameter ready: Called with the address once it accepts connections.
  func serve(ready: @escaping @Sendable (HostAndPort) async -> Void = { print("ready http://\($0)") }) async throws {
    var logger = Logger(label: "movienight-web")
    logger.logLevel = .critical
    let router = Router()
    router.get("/") { _, _ in "Movie nights" }
    let application = Application(
      router: router,
      server: HTTPServerBuilder { [limits, settings] responder in
        LimitedHTTPChannel(limits, exempt: Set(settings.trustedProxies.map(clientAddress)), responder: responder)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(settings.listen.host, port: settings.listen.port), serverName: nil),
      onServerRunning: { [settings] channel in
        await ready(HostAndPort(host: settings.listen.host, port: channel.localAddress?.port ?? settings.listen.port))
      },
      logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: application)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = Duration.seconds(10)
    try await ServiceGroup(configuration: configuration).run()
  }
}
