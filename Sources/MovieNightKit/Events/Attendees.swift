/// Who takes part in a round, as events have it.
public enum Attendees: Hashable, Sendable {
  /// These, and nobody who joins later.
  case fixed([MemberID])
  /// Everyone, newcomers too.
  case everyone
  /// The records of an older program do not tell.
  case unknown
}

extension Attendees: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .everyone
    } else if let word = try? container.decode(String.self), word == "unknown" {
      self = .unknown
    } else {
      self = .fixed(try container.decode([MemberID].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .fixed(let members): try container.encode(members)
    case .everyone: try container.encodeNil()
    case .unknown: try container.encode("unknown")
    }
  }
}
