import Console
import MovieNightKit

/// Names that shells complete, from the saved logins and from the server.
package enum CompletedValues: Sendable {
  case logins, members, lists, importFormats
  /// The titles of the open round's movies.
  case roundMovies

  private static let options = MovieNightClient.Options(callTimeout: .seconds(5), reconnectTimeout: .zero)

  /// Returns the names; none if they cannot be read, because a shell could not show the error.
  package func read(_ arguments: Arguments, _ environment: Environment) async -> [String] {
    do {
      switch self {
      case .logins: return try environment.logins().all.map { printable($0.name) }
      case .importFormats: return ImportFormat.allCases.map(\.rawValue)
      case .members:
        let client = try await ServerConnection.open(arguments, environment, Self.options)
        return try await client.households.get().members.map { printable($0.displayName) }
      case .lists:
        let client = try await ServerConnection.open(arguments, environment, Self.options)
        return try await client.lists.list().lists.map { printable($0.name) }
      case .roundMovies:
        let client = try await ServerConnection.open(arguments, environment, Self.options)
        return try await client.rounds.active().round?.suggestions.map { printable($0.title) } ?? []
      }
    } catch {
      return []
    }
  }
}
