import Foundation
import MovieNightKit

@testable import movienight_web

/// A page's server on a free port.
struct RunningSite: Sendable {
  let site: Site
  let port: Int

  func browser(headers: [String] = []) -> Browser { Browser(port, headers: headers) }
}

/// The lines that a page's server has logged.
final class LoggedLines: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [String] = []

  var all: [String] { lock.withLock { stored } }
  var log: Log { Log { line in self.lock.withLock { self.stored.append(line) } } }
}

/// Runs `body` while a page's server listens on a free port.
///
/// - Parameter now: The time that stands still for the page; nil for the current time.
func withSite(
  _ settings: Settings = Settings(), limits: RequestLimits = RequestLimits(), log: Log = Log { _ in },
  now: Timestamp? = nil, _ body: (RunningSite) async throws -> Void
) async throws {
  var settings = settings
  settings.listen = HostAndPort(host: "127.0.0.1", port: 0)
  let folder = TemporaryFolder()
  if settings.data == Settings().data { settings.data = folder.path }
  let site =
    try now.map { now in try Site(settings, limits: limits, log: log, now: { now }) }
    ?? Site(settings, limits: limits, log: log)
  let (ports, continuation) = AsyncStream<Int>.makeStream()
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { continuation.finish() }
      try await site.serve { continuation.yield($0.port) }
    }
    for await port in ports {
      do { try await body(RunningSite(site: site, port: port)) } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
      break
    }
    while let result = await group.nextResult() {
      if case .failure(let error) = result, !(error is CancellationError) { throw error }
    }
  }
}

/// Runs `body` while a page's server and a movienight server of its own run.
func withMovieNight(
  _ serverArguments: [String] = [], environment: [String: String] = [:], _ settings: Settings = Settings(),
  limits: RequestLimits = RequestLimits(),
  log: Log = Log { _ in }, now: Timestamp? = nil, _ body: (RunningSite, MovieNightServer) async throws -> Void
) async throws {
  let server = try await MovieNightServer(serverArguments, environment: environment)
  var settings = settings
  settings.connect = server.address
  try await withSite(settings, limits: limits, log: log, now: now) { try await body($0, server) }
}

/// A folder that is removed when it is no longer used.
final class TemporaryFolder: Sendable {
  let path = NSTemporaryDirectory() + "movienight-web-\(UUID())"

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
