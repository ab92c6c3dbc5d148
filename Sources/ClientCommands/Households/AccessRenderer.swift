import Console
import MovieNightKit

/// Draws a household's invites and tokens.
package struct AccessRenderer {
  private let canvas: Canvas

  package init(_ environment: Environment) { canvas = Canvas(environment) }

  /// Draws open invites with the numbers by which `household invites revoke` takes them, then the ended ones.
  func lines(_ invites: [Invite]) -> [String] {
    let cards = cards(invites, isOpen: { $0.status == .active }) { invite in
      let state =
        invite.status == .active ? "until \(canvas.dateText(invite.expiresAt))" : invite.status.rawValue
      return ("Invite of \(canvas.dateText(invite.createdAt))", state, "\(invite.id)")
    }
    return cards.isEmpty ? ["No invites yet. Invite others with: movienight household invite"] : cards
  }

  /// Draws valid tokens with the numbers by which `token revoke` takes them, then the ended ones, by their labels and
  /// with the names of their members as far as those are among `members`. `own` is the token of the user's login.
  package func lines(_ tokens: [TokenEntry], of members: [Member], own: TokenID? = nil) -> [String] {
    let cards = cards(tokens, isOpen: { $0.revokedAt == nil }) { token in
      let member = members.first { $0.id == token.memberID }.map { " · \($0.displayName)" } ?? ""
      let state =
        token.revokedAt.map { "revoked \(canvas.dateText($0))" } ?? "issued \(canvas.dateText(token.issuedAt))"
      let mark = token.id == own ? " · this login" : ""
      return ((token.label ?? "(no label)") + member + mark, state, "\(token.id)")
    }
    return cards.isEmpty ? ["No tokens."] : cards
  }

  /// Returns the things with the numbers that name them.
  package static func numbered<Thing>(_ things: [Thing]) -> [(number: String, thing: Thing)] {
    things.enumerated().map { ("\($0.offset + 1)", $0.element) }
  }

  /// Draws a card of two lines for each thing: the open ones with their numbers, then the others.
  private func cards<Thing>(
    _ things: [Thing], isOpen: (Thing) -> Bool, _ text: (Thing) -> (name: String, state: String, id: String)
  ) -> [String] {
    let open = Self.numbered(things.filter(isOpen))
    let ended = things.filter { !isOpen($0) }.map { (number: "", thing: $0) }
    return (open + ended).flatMap { number, thing in
      let (name, state, id) = text(thing)
      let top = canvas.spread(
        "\(padded(number, to: 2)) \(name)", style: number.isEmpty ? nil : .strong, right: state)
      return [top, "   \(canvas.styled(id, .faint))"]
    }
  }
}
