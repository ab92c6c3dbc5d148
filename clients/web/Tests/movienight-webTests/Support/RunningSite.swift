import Foundation

@testable import movienight_web

/// Runs `body` while a page's server listens on a free port.
func withSite(
  _ settings: Settings = Settings(), limits: RequestLimits = RequestLimits(), _ body: (Int) async throws -> Void
) async throws {
  var settings = settings
  settings.listen = HostAndPort(host: "127.0.0.1", port: 0)
  let folder = TemporaryFolder()
  if settings.data == Settings().data { settings.data = folder.path }
  let site = try Site(settings, limits: limits, log: Log { _ in })
  let (ports, continuation) = AsyncStream<Int>.makeStream()
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { continuation.finish() }
      try await site.serve { continuation.yield($0.port) }
    }
    for await port in ports {
      try await body(port)
      group.cancelAll()
      break
    }
    while let result = await group.nextResult() {
      if case .failure(let error) = result, !(error is CancellationError) { throw error }
    }
  }
}

/// A folder that is removed when it is no longer used.
final class TemporaryFolder: Sendable {
  let path = NSTemporaryDirectory() + "movienight-web-\(UUID())"

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
