import MovieNightPrimitives

/// What went wrong with the store since the last report.
public struct StoreReport: Equatable, Sendable {
  public var failedReads = 0
  public var failedWrites = 0
  /// Of the last of them.
  public var message = ""
}

/// What the store was to do.
public enum StoreOperation: Sendable { case read, write }

/// Counts what the store fails at, and says when it is time to tell of it: a store that is gone would fill the log.
struct StoreTrouble: Equatable, Sendable {
  private var unreported = StoreReport()
  private var reportedAt: Timestamp?

  static let secondsBetweenReports: Int64 = 60

  /// - Returns: what is to be reported; nil where the last report was less than a minute ago.
  mutating func note(_ operation: StoreOperation, _ message: String, at now: Timestamp) -> StoreReport? {
    switch operation {
    case .read: unreported.failedReads += 1
    case .write: unreported.failedWrites += 1
    }
    unreported.message = message
    if let reportedAt, now >= reportedAt, now < reportedAt.advanced(bySeconds: Self.secondsBetweenReports) {
      return nil
    }
    reportedAt = now
    defer { unreported = StoreReport() }
    return unreported
  }
}
