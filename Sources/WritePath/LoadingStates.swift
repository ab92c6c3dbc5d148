import Commands
import Domain
import EventStore

/// The states in memory, and the loader of missing ones. Only commands that need a stream wait for its replay.
final class LoadingStates {
  let memory: States
  let loader: StateLoader
  private let schema: EventSchema

  init(_ memory: States, schema: EventSchema, loader: StateLoader) {
    self.memory = memory
    self.schema = schema
    self.loader = loader
  }

  /// Starts to load streams that are not in memory. `installLoaded` calls `done` when all are loaded, or one fails.
  func load(_ streams: [StreamID], _ done: @escaping (StateLoader.Failure?) -> Void) { loader.load(streams, done) }

  /// Puts loaded states into memory, and calls the `done` closures of the loads that have finished.
  func installLoaded() {
    loader.installFinished { loaded, storeChanges in
      memory.install(loaded.state, for: loaded.stream)
      for event in storeChanges { fold(event) }
      return memory.holds(loaded.stream)
    }
  }

  /// Applies an event that another process recorded, if the stream's state is in memory or being loaded.
  func follow(_ recorded: RecordedEvent) {
    if memory.holds(recorded.stream) { fold(recorded) } else { loader.follow(recorded) }
  }

  private func fold(_ recorded: RecordedEvent) {
    do throws(EventError) {
      memory.follow(recorded, try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data))
    } catch {
      // The next command that needs the stream loads it again, and reports the unreadable event.
      memory.forget(recorded.stream)
    }
  }

  func forget(_ stream: StreamID) {
    memory.forget(stream)
    loader.forget(stream)
  }

  /// Rolls back or forgets the states after a failed commit.
  func forget(after error: StoreError, isShared: Bool) {
    // If only this process writes, loads in progress stay valid, because the group was not decided on their states.
    guard isShared else { return memory.forgetAll() }
    if error.code == .unavailable { memory.rollBack() } else { forgetAll() }
  }

  /// Forgets the states in memory, and repeats the loads in progress, because the states may no longer match the store.
  func forgetAll() {
    memory.forgetAll()
    loader.forgetAll()
  }
}
