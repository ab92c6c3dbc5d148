/// The members who take part in a round, as recorded in events.
public enum Attendees: Hashable, Sendable {
  /// These members only, not those who join the household later.
  case fixed([MemberID])
  /// Every member of the household, including those who join later.
  case everyone
  /// Unknown, because an older version of the server did not record the attendees.
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
