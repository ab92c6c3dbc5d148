#if TMDb
  import MovieNightPrimitives

  /// TMDb over the network: a source, and the client that carries its requests out.
  public final class TMDbConnection: Sendable {
    public let source: TMDbSource
    private let client: HTTPClient

    /// Whether libcurl is on this machine; without it every request fails.
    public static var isPossible: Bool { Libcurl.functions != nil }

    /// - Parameters:
    ///   - certificates: a file with certificates to trust instead of the system's; nil for these.
    ///   - schedule: calls something after so many milliseconds, on whatever thread.
    public init(
      _ options: TMDbOptions, language: String, userAgent: String, certificates: String?,
      clock: @escaping @Sendable () -> Timestamp,
      schedule: @escaping Schedule
    ) {
      let client = HTTPClient(HTTPClientOptions(userAgent: userAgent, certificateFile: certificates))
      self.client = client
      source = TMDbSource(
        options, language: language,
        TMDbSource.Surroundings(clock: clock, schedule: schedule, send: { client.get($0, $1) }))
    }

    /// All that is under way fails, and the thread ends. Any thread.
    public func stop() { client.stop() }
  }
#endif
