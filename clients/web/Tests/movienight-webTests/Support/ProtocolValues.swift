import MovieNightKit

/// Decodes a value of the protocol.
func decoded<Value: Decodable & Sendable>(_ json: String) throws -> Value {
  try RawResult(json: JSONDocument(json).root).value()
}

/// A household of Ann, its creator, Ben, and Ben's child Max.
enum ExampleHousehold {
  static let ann = "01a20c82-3c87-7727-a146-6fd0b1dbb9d0"
  static let max = "01a20c82-3ddd-77ec-9e7b-b5faa2772c79"
  static let ben = "01a20c82-3eee-77ec-9e7b-b5faa2772c79"

  static var value: Household {
    get throws {
      try decoded(
        """
        {"household_id":"01a20c82-3c87-72e9-abec-5a87a9f2fa5c","name":"Films","created_by":"\(ann)",
        "created_at":"2026-11-24T07:43:11Z","streaming_services":[],"settings":{"voting_expiry_hours":72,
        "selected_expiry_days":30,"rating_days":14,"country":"US"},"members":[
        \(person(ann, "Ann", "creator", "null")),\(person(max, "Max", "member", "\"\(ben)\"")),
        \(person(ben, "Ben", "member", "null"))],"revision":3,"library_revision":-1}
        """)
    }
  }

  private static func person(_ id: String, _ name: String, _ role: String, _ parent: String) -> String {
    """
    {"member_id":"\(id)","display_name":"\(name)","avatar_key":"avatar_owl","role":"\(role)",
    "member_type":"\(parent == "null" ? "independent" : "managed")","parent_member_id":\(parent),
    "content_rating_ceiling":null,"joined_at":"2026-11-24T07:43:11Z"}
    """
  }
}
