#if TMDb
  import MovieNightPrimitives

  /// TMDb as a source, with the client that sends the source's requests.
  public final class TMDbConnection: Sendable {
    public let source: TMDbSource
    private let client: HTTPClient

    /// Whether libcurl is available. Without it, every request fails.
    public static var isPossible: Bool { Libcurl.functions != nil }

    /// Creates a source and its client. `certificates` is the path of a file with certificates to trust instead of the
    /// system's. `schedule` calls a function after a number of milliseconds, on any thread.
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

    /// Ends all pending requests with a failure, and ends the client's thread. May be called on any thread.
    public func stop() { client.stop() }
  }
#endif
