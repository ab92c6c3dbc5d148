import Domain

@testable import Commands
@testable import CommandsSupport

extension ScriptedStore {
  /// Two committers on it; the first founds the household.
  func servers() throws -> (ScriptedCommitter, ScriptedCommitter) {
    (try ScriptedCommitter(self), try ScriptedCommitter(self, founding: []))
  }

  /// They have the household and its round in memory, so that only a decision that is made anew could be another one.
  func serversInRound() throws -> (ScriptedCommitter, ScriptedCommitter) {
    let (first, second) = try servers()
    _ = first.send(.round(.startVoting))
    _ = second.send(.round(.vote(1, .up)))
    first.lookForNews()
    return (first, second)
  }

  /// Lets `body` happen once, when the next group has decided and still waits for its turn.
  func whileNextGroupWaits(_ body: @escaping () -> Void) {
    whileGroupBegins = { [self] in
      whileGroupBegins = {}
      body()
    }
  }
}

extension RoundCommand {
  static let startVoting = start(StartRound(movies: Cast.movies(1...2), opensVoting: true))
}
