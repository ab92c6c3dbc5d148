import Primitives

@testable import Domain

/// What there is to eat on movie nights: an area that exists in these tests only, in the streams `snacks-<household id>`.
enum SnackEvent: AreaEvent {
  static let category = "snacks"

  case offered(SnackOffered)
  case gone(SnackGone)

  var payload: any EventPayload {
    switch self {
    case .offered(let payload): payload
    case .gone(let payload): payload
    }
  }

  var dueAt: Timestamp? { if case .gone(let event) = self { event.dueAt } else { nil } }

  static let payloads: [any EventPayload.Type] = [SnackOffered.self, SnackGone.self]

  init?(type: String, json: JSONValue) throws(JSONError) {
    switch type {
    case SnackOffered.type: self = .offered(try SnackOffered(json: json))
    case SnackGone.type: self = .gone(try SnackGone(json: json))
    default: return nil
    }
  }
}

struct SnackOffered: EventPayload {
  static let type = "SnackOffered"
  var memberID: MemberID
  var roundID: RoundID

  static let fields = Fields(
    Self.init(memberID:roundID:), Field("member_id", \.memberID), Field("round_id", \.roundID))
}

/// Eaten up after an hour, or taken along by who leaves.
struct SnackGone: EventPayload {
  static let type = "SnackGone"
  var memberID: MemberID
  var dueAt: Timestamp?

  static let fields = Fields(
    Self.init(memberID:dueAt:), Field("member_id", \.memberID), Field("due_at", \.dueAt))
}
