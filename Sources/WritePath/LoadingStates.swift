import Commands
import Domain
import EventStore

/// The states in memory, and the replays that load missing ones: only commands that need a stream wait for its replay.
final class LoadingStates {
  let memory: States
  let loader: StateLoader
  private let schema: EventSchema

  init(_ memory: States, schema: EventSchema, loader: StateLoader) {
    self.memory = memory
    self.schema = schema
    self.loader = loader
  }

  /// Loads streams that are not in memory. `installLoaded` calls `done` when all are loaded, or with the first failure.
  func load(_ streams: [StreamID], _ done: @escaping (StateLoader.Failure?) -> Void) { loader.load(streams, done) }

  /// Puts loaded states into memory, and notifies those who wait for them.
  func installLoaded() {
    loader.installFinished { loaded, storeChanges in
      memory.install(loaded.state, for: loaded.stream)
      for event in storeChanges { fold(event) }
      return memory.holds(loaded.stream)
    }
  }

  /// Applies an event that another process recorded. Its state is not loaded for that.
  func follow(_ recorded: RecordedEvent) {
    if memory.holds(recorded.stream) { fold(recorded) } else { loader.follow(recorded) }
  }

  private func fold(_ recorded: RecordedEvent) {
    do throws(EventError) {
      memory.follow(recorded, try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data))
    } catch {
      // A command that needs the stream loads it again, and reports the unreadable event.
      memory.forget(recorded.stream)
    }
  }

  func forget(_ stream: StreamID) {
    memory.forget(stream)
    loader.forget(stream)
  }

  /// Rolls back a group whose commit has failed.
  func forget(after error: StoreError, isShared: Bool) {
    // In a store of this process alone, states that are being loaded were not decided on, and stay valid.
    guard isShared else { return memory.forgetAll() }
    if error.code == .unavailable { memory.rollBack() } else { forgetAll() }
  }

  /// Forgets states in memory and those being loaded: the store may not be the one that it was.
  func forgetAll() {
    memory.forgetAll()
    loader.forgetAll()
  }
}
