import Domain
import MovieNightPrimitives

/// The events of an area that exists only in tests: snacks for movie nights, in the streams `snacks-<household id>`.
package enum SnackEvent: AreaEvent {
  package static let category = "snacks"
  package static let isOnePerHousehold = true

  case offered(SnackOffered)
  case gone(SnackGone)
  case notesErased(SnackNotesErased)

  package var payload: any EventPayload {
    switch self {
    case .offered(let payload): payload
    case .gone(let payload): payload
    case .notesErased(let payload): payload
    }
  }

  package var dueAt: Timestamp? { if case .gone(let event) = self { event.dueAt } else { nil } }

  package static let types = [
    EventType(offered), EventType(gone), EventType(notesErased),
  ]
}

package enum SnackNoteKind {}
package typealias SnackNoteID = Identifier<SnackNoteKind>

package struct SnackOffered: EventPayload {
  package static let type = "SnackOffered"
  var memberID: MemberID
  var roundID: RoundID
  /// The note on the offer, a personal text; nil if the offer has no note.
  var noteID: SnackNoteID?

  package static let fields = Fields(
    Self.init(memberID:roundID:noteID:), Field("member_id", \.memberID), Field("round_id", \.roundID),
    Field("note_id", \.noteID))
}

/// The end of an offer, one hour after it was made or when the member leaves.
package struct SnackGone: EventPayload {
  package static let type = "SnackGone"
  var memberID: MemberID
  var dueAt: Timestamp?

  package static let fields = Fields(
    Self.init(memberID:dueAt:), Field("member_id", \.memberID), Field("due_at", \.dueAt))
}

/// The deletion of an erased member's notes.
package struct SnackNotesErased: EventPayload {
  package static let type = "SnackNotesErased"
  var memberID: MemberID

  package static let fields = Fields(Self.init(memberID:), Field("member_id", \.memberID))
}
