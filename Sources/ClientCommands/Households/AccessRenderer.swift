import Console
import MovieNightKit

/// Draws a household's invites and tokens.
package struct AccessRenderer {
  private let canvas: Canvas

  package init(_ environment: Environment) { canvas = Canvas(environment) }

  /// Draws open invites with the numbers by which `household invites revoke` takes them, then the ended ones.
  func lines(_ invites: [Invite]) -> [String] {
    let open = invites.filter { $0.status == .active }
    let cards = open.enumerated().map { number, invite in
      card("\(number + 1)  \(name(invite))", "until \(canvas.dateText(invite.expiresAt))", "\(invite.id)")
    }
    let ended = invites.filter { $0.status != .active }.map { invite in
      card("   \(name(invite))", invite.status.rawValue, "\(invite.id)", style: nil)
    }
    let all = (cards + ended).flatMap(\.self)
    return all.isEmpty ? ["No invites yet. Invite others with: movienight household invite"] : all
  }

  private func name(_ invite: Invite) -> String { "Invite of \(canvas.dateText(invite.createdAt))" }

  /// Draws tokens by their labels, with the names of their members as far as those are among `members`.
  package func lines(_ tokens: [TokenEntry], of members: [Member]) -> [String] {
    let cards = tokens.map { token in
      let member = members.first { $0.id == token.memberID }.map { " · \($0.displayName)" } ?? ""
      let state =
        token.revokedAt.map { "revoked \(canvas.dateText($0))" } ?? "issued \(canvas.dateText(token.issuedAt))"
      return card(
        (token.label ?? "(no label)") + member, state, "\(token.id)", style: token.revokedAt == nil ? .strong : nil)
    }
    return cards.isEmpty ? ["No tokens."] : cards.flatMap(\.self)
  }

  private func card(_ name: String, _ state: String, _ id: String, style: Style? = .strong) -> [String] {
    [canvas.spread(name, style: style, right: state), "   \(canvas.styled(id, .faint))"]
  }
}
