import MovieNightPrimitives

/// The failures of the store since the last report.
public struct StoreReport: Equatable, Sendable {
  public var failedReads = 0
  public var failedWrites = 0
  /// The last failure's message.
  public var message = ""
}

public enum StoreOperation: Sendable { case read, write }

/// Counts the store's failures and limits how often they are reported, so that they do not fill the log.
struct StoreErrorState: Equatable, Sendable {
  private var unreported = StoreReport()
  private var reportedAt: Timestamp?

  static let secondsBetweenReports: Int64 = 60

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
