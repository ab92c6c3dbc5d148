import MovieNightPrimitives

/// How a catalog is used.
public struct CatalogOptions: Sendable {
  /// Which language the source answers in; part of the key that an answer is kept under.
  public var language: String
  public var policy: CachePolicy
  /// How many answers are kept in memory at most; very long ones count several times.
  public var memoryEntries: Int

  public init(language: String = Self.english, policy: CachePolicy = .standard, memoryEntries: Int = 2000) {
    self.language = language
    self.policy = policy
    self.memoryEntries = memoryEntries
  }

  /// The language that empty texts are filled from.
  public static let english = "en-US"
}

/// What a catalog needs of its surroundings.
public struct CatalogSurroundings: Sendable {
  public var clock: @Sendable () -> Timestamp
  public var schedule: Schedule
  /// Runs work that waits for a disk or a database: on another thread, one after the other in the order of the calls.
  public var perform: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void
  /// Takes what is counted and logged, on whatever thread.
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
