import Commands
import Domain
import EventStore

/// The states in memory, and the replays that bring in what is not there: only who needs a stream waits for its replay.
final class LoadingStates {
  let memory: States
  let loader: StateLoader
  private let schema: EventSchema

  init(_ memory: States, schema: EventSchema, loader: StateLoader) {
    self.memory = memory
    self.schema = schema
    self.loader = loader
  }

  /// Has streams loaded that are not in memory.
  ///
  /// - Parameter done: Called by `takeUpLoaded` when all are there, or with why the first cannot be.
  func load(_ streams: [StreamID], _ done: @escaping (StateLoader.Failure?) -> Void) { loader.load(streams, done) }

  /// Puts what was loaded meanwhile into memory, and tells those who wait for it.
  func takeUpLoaded() {
    loader.takeUp { loaded, news in
      memory.install(loaded.state, for: loaded.stream)
      for event in news { fold(event) }
      return memory.holds(loaded.stream)
    }
  }

  /// Takes in an event that another process recorded. A state that is not in memory is not loaded for it.
  func follow(_ recorded: RecordedEvent) {
    if memory.holds(recorded.stream) { fold(recorded) } else { loader.follow(recorded) }
  }

  private func fold(_ recorded: RecordedEvent) {
    do throws(EventError) {
      memory.follow(recorded, try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data))
    } catch {
      // Whoever needs the stream has it loaded, and is told which event it is.
      memory.forget(recorded.stream)
    }
  }

  /// Forgets a stream that cannot be followed.
  func forget(_ stream: StreamID) {
    memory.forget(stream)
    loader.forget(stream)
  }

  /// Undoes what a group did whose commit has failed.
  func forget(after error: StoreError, isShared: Bool) {
    // What is being loaded in a store of this process's own was not decided on, and holds.
    guard isShared else { return memory.forgetAll() }
    if error.code == .unavailable { memory.takeBack() } else { forgetAll() }
  }

  /// Forgets also what is being loaded: the store may be another than it was.
  func forgetAll() {
    memory.forgetAll()
    loader.forgetAll()
  }
}
