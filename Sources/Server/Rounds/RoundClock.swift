import Platform
import Projections
import WritePath

extension Committer {
  /// Tells the clock when each round is due that is not over. May read the store, and takes a while where there are many.
  func watchAllRounds(_ readModels: ReadModels, _ log: Log) {
    do {
      schedule(try readModels.deadlines())
    } catch {
      log.error("deadlines_unknown", ["error": .string("\(error)")])
    }
  }
}
