import Platform
import Projections
import WritePath

extension Committer {
  /// Schedules the deadlines of all rounds that are not over. Reads the store, which takes a while if there are many.
  func watchAllRounds(_ readModels: ReadModels, _ log: Log) {
    do {
      schedule(try readModels.deadlines())
    } catch {
      log.error("deadlines_unknown", ["error": .string("\(error)")])
    }
  }
}
