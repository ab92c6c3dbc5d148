import Commands
import EventStore
import MovieNightPrimitives

/// Replays streams beside the committer's thread. A stream has at most one replay at a time.
///
/// While a stream is being loaded, this server records nothing in it, because a decision needs the stream's state.
/// Events that other servers record in the meantime are kept and applied after the replay. If the store turns out to
/// have another history, the load is repeated.
///
/// The loader is used by one thread; only the replays run on other threads.
final class StateLoader {
  struct Failure: Sendable {
    let stream: StreamID
    let error: ReplayError
  }

  struct Loaded: Sendable {
    let stream: StreamID
    let state: any AggregateState
  }

  private struct Finished: Sendable {
    let stream: StreamID
    let result: Result<any AggregateState, ReplayError>
  }

  private struct Loading {
    /// The events that other servers have recorded in the stream since the load began.
    var storeChanges: [RecordedEvent] = []
    var isObsolete = false
    var waiters: [Waiter] = []
  }

  private final class Waiter {
    var missing: Set<StreamID>
    private var done: ((Failure?) -> Void)?

    init(_ missing: Set<StreamID>, _ done: @escaping (Failure?) -> Void) {
      self.missing = missing
      self.done = done
    }

    /// Calls `done`, but only the first time. After a failure, it does not matter whether the other streams are loaded.
    func end(_ failure: Failure?) {
      done?(failure)
      done = nil
    }
  }

  /// The maximum number of other servers' events that are kept for a load. If there are more, the load is repeated.
  private static let changesLimit = 1000

  private let replay: @Sendable (StreamID) throws(ReplayError) -> any AggregateState
  private let perform: (@escaping @Sendable () -> Void) -> Void
  private let wake: @Sendable () -> Void
  private let finished = Mailbox<Finished>()
  private var loading: [StreamID: Loading] = [:]
  private var finishedLoads: [Finished] = []

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - replay: folds a stream's events into its state, on any thread.
  ///   - perform: runs a closure on another thread, or at once.
  ///   - wake: called on that thread when loads have finished.
  init(
    replay: @escaping @Sendable (StreamID) throws(ReplayError) -> any AggregateState,
    perform: @escaping (@escaping @Sendable () -> Void) -> Void, wake: @escaping @Sendable () -> Void
  ) {
    self.replay = replay
    self.perform = perform
    self.wake = wake
  }

  /// Starts to load streams. When all of them are loaded, or at the first failure, `installFinished` calls `done`.
  func load(_ streams: [StreamID], _ done: @escaping (Failure?) -> Void) {
    let wait = Waiter(Set(streams), done)
    let new = streams.filter { loading[$0] == nil }
    for stream in wait.missing { loading[stream, default: Loading()].waiters.append(wait) }
    begin(new)
  }

  /// Replays the streams in a single job, because the same command needs all of them.
  private func begin(_ streams: [StreamID]) {
    guard !streams.isEmpty else { return }
    perform { [replay, finished, wake] in
      finished.send(
        streams.map { stream in
          Finished(stream: stream, result: Result { () throws(ReplayError) in try replay(stream) })
        })
      wake()
    }
  }

  // MARK: Changes during a load

  /// Keeps an event that another server recorded, if its stream is being loaded.
  func follow(_ recorded: RecordedEvent) {
    guard let index = loading.index(forKey: recorded.stream) else { return }
    guard loading.values[index].storeChanges.count < Self.changesLimit else { return forget(recorded.stream) }
    loading.values[index].storeChanges.append(recorded)
  }

  /// Marks the load of a stream as possibly out of date, so that it is repeated.
  func forget(_ stream: StreamID) { loading[stream]?.isObsolete = true }

  func forgetAll() {
    for stream in loading.keys { forget(stream) }
  }

  // MARK: Finished loads

  /// Whether finished loads wait to be installed.
  var hasFinished: Bool {
    if !loading.isEmpty { finishedLoads += finished.receive(within: 0) ?? [] }
    return !finishedLoads.isEmpty
  }

  /// Waits until a load has finished. Returns at once if none is in progress.
  func wait() {
    if !hasFinished, !loading.isEmpty { finishedLoads += finished.receive() ?? [] }
  }

  /// Installs finished loads. `install` puts a state into memory and applies the events of other servers during the
  /// load. It returns false if the state cannot be kept because an event is missing; the stream is then reloaded.
  func installFinished(_ install: (Loaded, [RecordedEvent]) -> Bool) {
    guard hasFinished else { return }
    let all = finishedLoads
    finishedLoads = []
    var repeated: [StreamID] = []
    for load in all {
      let stream = load.stream
      guard let loading = loading.removeValue(forKey: stream) else { continue }
      switch load.result {
      case .success(let state)
      where !loading.isObsolete && install(Loaded(stream: stream, state: state), loading.storeChanges):
        for wait in loading.waiters where wait.missing.remove(stream) != nil && wait.missing.isEmpty { wait.end(nil) }
      case .failure(let error) where !loading.isObsolete:
        for wait in loading.waiters { wait.end(Failure(stream: stream, error: error)) }
      default:
        self.loading[stream] = Loading(waiters: loading.waiters)
        repeated.append(stream)
      }
    }
    begin(repeated)
  }
}
