// Made by `make protocol` from the server's declarations: change those.

extension Administration {
  /// The administrator's methods `projections.…`.
  public var projections: ProjectionsArea { ProjectionsArea(scope: scope) }

  /// The administrator's methods `projections.…`.
  public struct ProjectionsArea: Sendable {
    let scope: ClientScope

    /// Folds read models anew from the first event on, and swaps them in.
    ///
    /// Sends `projections.rebuild`. Refused with ``RefusalReason/notAllowed``, ``RefusalReason/rebuildRunning``,
    /// ``RefusalReason/outcomeUnknown``, and with what refuses any request.
    ///
    /// - Parameters:
    ///   - names: Which read models, all where none is named; none where it is nil. Must be a list of what is one of
    ///     "households", "access", "libraries", "watchlist", "watched", "rounds", "sessions", at most 20.
    /// - Returns: What was folded.
    public func rebuild(_ names: [ReadModel]? = nil) async throws -> Rebuilt {
      try await scope.send(ProjectionsRequests.rebuild(names))
    }
  }
}

/// The requests of the methods `projections.…`. An outbox keeps commands without secrets only.
public enum ProjectionsRequests {
  /// The request `projections.rebuild`: folds read models anew from the first event on, and swaps them in.
  public static func rebuild(_ names: [ReadModel]? = nil) -> TypedRequest<Rebuilt> {
    TypedRequest("projections.rebuild") { $0.fieldIfPresent("names", names) }
  }
}

/// What was folded.
public struct Rebuilt: Hashable, Codable, Sendable {
  /// The read models.
  public var names: [String]
  /// How many were folded.
  public var events: Int
  /// How long it took. In seconds.
  public var seconds: Double
}

/// How far a rebuild is.
public struct RebuildProgress: Hashable, Codable, Sendable {
  /// The last event that was folded.
  public var position: EventPosition
  /// The last event.
  public var head: EventPosition
  /// How fast it has been since it began.
  public var eventsPerSecond: Int

  private enum CodingKeys: String, CodingKey {
    case position, head, eventsPerSecond = "events_per_second"
  }
}

/// What `names` of `projections.rebuild` says: which read models, all where none is named; none where it is nil.
public struct ReadModel: OpenEnum {
  public static let households = Self(rawValue: "households")
  public static let access = Self(rawValue: "access")
  public static let libraries = Self(rawValue: "libraries")
  public static let watchlist = Self(rawValue: "watchlist")
  public static let watched = Self(rawValue: "watched")
  public static let rounds = Self(rawValue: "rounds")
  public static let sessions = Self(rawValue: "sessions")

  public static let allCases: [Self] = [.households, .access, .libraries, .watchlist, .watched, .rounds, .sessions]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
