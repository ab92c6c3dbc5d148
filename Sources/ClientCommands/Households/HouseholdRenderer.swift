import Console
import MovieNightKit

struct HouseholdRenderer {
  let canvas: Canvas
  let household: Household

  var overview: [String] {
    let top = canvas.spread(household.name, right: "since \(canvas.dateText(household.createdAt))")
    var lines =
      [top] + indented(wrapped(household.members.map(\.displayName), separator: ", ", columns: canvas.columns - 2))
    let services = wrapped(household.streamingServices, separator: " · ", columns: canvas.columns - 2)
    lines += indented(services.map { canvas.styled($0, .accent) })
    return lines + indented([canvas.styled("\(household.id)", .faint)])
  }

  /// A card for each member, in the order in which they joined.
  var members: [String] {
    [canvas.styled(truncated("Members of \(household.name)", to: canvas.columns), .strong)]
      + household.members.flatMap { member in
        let top = canvas.spread(member.displayName, right: "joined \(canvas.dateText(member.joinedAt))")
        return ["", top] + indented([role(of: member), canvas.styled("\(member.id)", .faint)])
      }
  }

  var settings: [String] {
    func count(_ number: Int, _ unit: String) -> String { "\(number) \(number == 1 ? unit : unit + "s")" }
    let settings = household.settings
    let services = household.streamingServices.isEmpty ? ["none"] : household.streamingServices
    return [canvas.styled(truncated("Settings of \(household.name)", to: canvas.columns), .strong)]
      + row("Country", [settings.country])
      + row("Voting", ["expires \(count(settings.votingExpiryHours, "hour")) after the last change"])
      + row("Pick", ["expires after \(count(settings.selectedExpiryDays, "day"))"])
      + row("Ratings", ["close \(count(settings.ratingDays, "day")) after watching"])
      + row("Services", services)
  }

  private func row(_ label: String, _ words: [String]) -> [String] {
    let indent = 12
    let lines = wrapped(words, separator: ", ", columns: canvas.columns - indent)
    return lines.enumerated().map { padded($0 == 0 ? "  \(label)" : "", to: indent) + canvas.styled($1, .accent) }
  }

  private func role(of member: Member) -> String {
    if let parent = member.parentMemberID {
      // A parent who has left the household is not among its members.
      let name = household.members.first { $0.id == parent }?.displayName ?? "a former member"
      return truncated("child of \(name)", to: canvas.columns - 2)
    }
    return member.role == .creator ? canvas.styled("creator", .accent) : "member"
  }

  private func indented(_ lines: [String]) -> [String] { lines.map { "  \($0)" } }
}
