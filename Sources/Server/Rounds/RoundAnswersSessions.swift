import Domain
import EventStore
import Primitives
import Projections

extension JSONWriter {
  /// A page of sessions (`docs/protocol.md`, `sessions.list`).
  mutating func sessions(_ page: RowPage<SessionSummary>, in household: HouseholdView) {
    object { json in
      json.key("sessions")
      json.array(page.rows) { $0.session($1, in: household) }
      json.field("next_cursor", page.next?.wireText)
    }
  }

  /// One session, as lists show it.
  private mutating func session(_ session: SessionSummary, in household: HouseholdView) {
    object { $0.sessionMembers(session, in: household) }
  }

  /// One that waits for ratings, with who has yet to give one (`docs/protocol.md`, `rounds.active`).
  mutating func awaitingSession(_ session: SessionSummary, in household: HouseholdView) {
    object { json in
      json.sessionMembers(session, in: household)
      json.field("waiting_for", session.waitingFor(among: household.details.memberIDs))
    }
  }

  private mutating func sessionMembers(_ session: SessionSummary, in household: HouseholdView) {
    field("round_id", session.id)
    field("status", session.status.rawValue)
    field("status_label", session.status.label)
    field("created_at", session.createdAt)
    roundAttendees(session.attendees, in: household)
    key("pick")
    if let pick = session.pick { object { pick.writeMembers(to: &$0) } } else { null() }
    key("ratings_summary")
    ratingsSummary(session.ratingsSummary)
  }
}

/// A place as a cursor on the wire: 16 hexadecimal digits of the order, then the 32 of the tie. Opaque to clients.
extension RowPlace {
  var wireText: String {
    let bytes = Identifier<TieKind>(high: UInt64(bitPattern: order), low: 0).bytes.prefix(8) + tie.bytes
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[2 * index] = Self.digit(byte >> 4)
        buffer[2 * index + 1] = Self.digit(byte & 15)
      }
      return 2 * bytes.count
    }
  }

  /// Nil for a text that `wireText` does not write.
  init?(wireText: String) {
    let digits = wireText.utf8.compactMap(hexDigitValue)
    guard wireText.utf8.count == 48, digits.count == 48 else { return nil }
    func word(_ range: Range<Int>) -> UInt64 { digits[range].reduce(0) { $0 << 4 | UInt64($1) } }
    self.init(
      order: Int64(bitPattern: word(0..<16)), tie: Identifier<TieKind>(high: word(16..<32), low: word(32..<48)))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
