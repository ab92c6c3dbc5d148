import Domain

@testable import Commands
@testable import CommandsSupport

extension ScriptedStore {
  /// Returns two committers on this store; the first founds the household.
  func servers() throws -> (ScriptedCommitter, ScriptedCommitter) {
    (try ScriptedCommitter(self), try ScriptedCommitter(self, founding: []))
  }

  /// Returns two committers that have the household and its round in memory.
  func serversInRound() throws -> (ScriptedCommitter, ScriptedCommitter) {
    let (first, second) = try servers()
    _ = first.send(.round(.startVoting))
    _ = second.send(.round(.vote(1, .up)))
    first.checkForChanges()
    return (first, second)
  }

  /// Runs `body` once, while the next group waits for the lock.
  func whileNextGroupWaits(_ body: @escaping () -> Void) {
    onGroupBegin = { [self] in
      onGroupBegin = {}
      body()
    }
  }
}

extension RoundCommand {
  static let startVoting = start(StartRound(movies: Cast.movies(1...2), opensVoting: true))
}
