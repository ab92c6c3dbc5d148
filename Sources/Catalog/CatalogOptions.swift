import MovieNightPrimitives

public struct CatalogOptions: Sendable {
  /// The language of the source's answers, which is part of the cache key.
  public var language: String
  public var policy: CachePolicy
  /// The maximum number of answers in memory. A very long answer counts as several.
  public var memoryEntries: Int

  public init(language: String = Self.english, policy: CachePolicy = .standard, memoryEntries: Int = 2000) {
    self.language = language
    self.policy = policy
    self.memoryEntries = memoryEntries
  }

  /// The language from which missing texts are filled.
  public static let english = "en-US"
}

/// The dependencies of a catalog.
public struct CatalogEnvironment: Sendable {
  public var clock: @Sendable () -> Timestamp
  public var schedule: Schedule
  /// Runs blocking work on another thread, in the order of the calls.
  public var perform: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void
  /// Receives events for metrics and logs, on any thread.
  public var observe: @Sendable (CatalogEvent) -> Void

  public init(
    clock: @escaping @Sendable () -> Timestamp,
    schedule: @escaping Schedule,
    perform: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) -> Void,
    observe: @escaping @Sendable (CatalogEvent) -> Void = { _ in }
  ) {
    self.clock = clock
    self.schedule = schedule
    self.perform = perform
    self.observe = observe
  }
}
