#if TMDb
  import MovieNightPrimitives

  /// TMDb over the network: a source, and the client that performs its requests.
  public final class TMDbConnection: Sendable {
    public let source: TMDbSource
    private let client: HTTPClient

    /// Whether libcurl is available; without it every request fails.
    public static var isPossible: Bool { Libcurl.functions != nil }

    /// Connects to TMDb. `certificates` is a file of certificates to trust instead of the system's. `schedule` calls a function
    /// after some milliseconds, on any thread.
    public init(
      _ options: TMDbOptions, language: String, userAgent: String, certificates: String?,
      clock: @escaping @Sendable () -> Timestamp,
      schedule: @escaping Schedule
    ) {
      let client = HTTPClient(HTTPClientOptions(userAgent: userAgent, certificateFile: certificates))
      self.client = client
      source = TMDbSource(
        options, language: language,
        TMDbSource.Environment(clock: clock, schedule: schedule, send: { client.get($0, $1) }))
    }

    /// Fails all pending requests and ends the thread. Callable on any thread.
    public func stop() { client.stop() }
  }
#endif
