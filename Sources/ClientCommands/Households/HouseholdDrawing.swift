import Console
import MovieNightPrimitives

/// A household, in short or with a card for each member.
struct HouseholdDrawing {
  let canvas: Canvas
  private let id: String
  private let name: String
  private let createdAt: Timestamp
  private let streaming: [String]
  private let people: [ShownMember]

  /// `household` as `households.get` gives it.
  init(canvas: Canvas, household: JSONValue) throws(JSONError) {
    self.canvas = canvas
    id = try household.string("household_id")
    name = printable(try household.string("name"))
    createdAt = try household.timestamp("created_at")
    streaming = try household.array("streaming_services").compactMap { $0.string.map(printable) }
    var people: [ShownMember] = []
    for member in try household.array("members") { people.append(try ShownMember(member)) }
    self.people = people
  }

  /// Name and date, who belongs to it, where it streams.
  var overview: [String] {
    let top = canvas.spread(
      name, style: .strong, right: "since \(canvas.dateText(createdAt))", rightStyle: .faint, in: canvas.columns)
    var lines = [top] + indented(wrapped(people.map(\.name), separator: ", ", columns: canvas.columns - 2))
    if !streaming.isEmpty {
      let services = wrapped(streaming, separator: " · ", columns: canvas.columns - 2)
      lines += indented(services.map { canvas.styled($0, .accent) })
    }
    return lines + indented([canvas.styled(id, .faint)])
  }

  /// A card each, in the order they joined: name and date, role, id.
  var members: [String] {
    [canvas.styled(truncated("Members of \(name)", to: canvas.columns), .strong)]
      + people.flatMap { member in
        let top = canvas.spread(
          member.name, style: .strong, right: "joined \(canvas.dateText(member.joinedAt))", rightStyle: .faint,
          in: canvas.columns)
        return ["", top] + indented([role(of: member), canvas.styled(member.id, .faint)])
      }
  }

  private func role(of member: ShownMember) -> String {
    if let parent = member.parentID {
      // A parent who has left in between is on no list any more.
      let name = people.first { $0.id == parent }?.name ?? "a former member"
      return truncated("child of \(name)", to: canvas.columns - 2)
    }
    return member.isCreator ? canvas.styled("creator", .accent) : "member"
  }

  private func indented(_ lines: [String]) -> [String] { lines.map { "  \($0)" } }
}

private struct ShownMember {
  let id: String
  let name: String
  let isCreator: Bool
  let parentID: String?
  let joinedAt: Timestamp

  init(_ json: JSONValue) throws(JSONError) {
    id = try json.string("member_id")
    name = printable(try json.string("display_name"))
    isCreator = try json.string("role") == "creator"
    parentID = try json.optionalString("parent_member_id")
    joinedAt = try json.timestamp("joined_at")
  }
}
