import Commands
import EventStore
import MovieNightPrimitives

/// Replays streams beside the committer's thread, each once at a time.
///
/// While a stream is loaded, this server records nothing in it, because that needs its state. Events that other servers record
/// meanwhile are kept, and folded in afterwards. If the store is found not to be the one that it was, the load begins again.
///
/// Used by one thread; only the replays run elsewhere.
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
    /// Events recorded by others since it began.
    var storeChanges: [RecordedEvent] = []
    var isObsolete = false
    var waits: [Wait] = []
  }

  private final class Wait {
    var missing: Set<StreamID>
    private var done: ((Failure?) -> Void)?

    init(_ missing: Set<StreamID>, _ done: @escaping (Failure?) -> Void) {
      self.missing = missing
      self.done = done
    }

    /// Calls `done` once: after a failure, the streams still missing do not matter.
    func end(_ failure: Failure?) {
      done?(failure)
      done = nil
    }
  }

  /// The most events of others that are kept for a load; with more, it begins again.
  private static let changesLimit = 1000

  private let replay: @Sendable (StreamID) throws(ReplayError) -> any AggregateState
  private let perform: (@escaping @Sendable () -> Void) -> Void
  private let wake: @Sendable () -> Void
  private let finished = Mailbox<Finished>()
  private var loading: [StreamID: Loading] = [:]
  private var finishedLoads: [Finished] = []

  /// - Parameters:
  ///   - replay: makes a stream's state from its events, on any thread.
  ///   - perform: runs a replay on another thread, or at once.
  ///   - wake: called on that thread when something can be taken up.
  init(
    replay: @escaping @Sendable (StreamID) throws(ReplayError) -> any AggregateState,
    perform: @escaping (@escaping @Sendable () -> Void) -> Void, wake: @escaping @Sendable () -> Void
  ) {
    self.replay = replay
    self.perform = perform
    self.wake = wake
  }

  /// Loads streams. `installFinished` calls `done` when all of them are loaded, or with the first failure.
  func load(_ streams: [StreamID], _ done: @escaping (Failure?) -> Void) {
    let wait = Wait(Set(streams), done)
    let new = streams.filter { loading[$0] == nil }
    for stream in wait.missing { loading[stream, default: Loading()].waits.append(wait) }
    begin(new)
  }

  /// Starts one job for all of them: one command needs them all.
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

  // MARK: Meanwhile

  /// Keeps an event that another server recorded.
  func follow(_ recorded: RecordedEvent) {
    guard let index = loading.index(forKey: recorded.stream) else { return }
    guard loading.values[index].storeChanges.count < Self.changesLimit else { return forget(recorded.stream) }
    loading.values[index].storeChanges.append(recorded)
  }

  /// Marks what is being read of a stream as possibly out of date.
  func forget(_ stream: StreamID) { loading[stream]?.isObsolete = true }

  func forgetAll() {
    for stream in loading.keys { forget(stream) }
  }

  // MARK: Afterwards

  var hasFinished: Bool {
    if !loading.isEmpty { finishedLoads += finished.receive(within: 0) ?? [] }
    return !finishedLoads.isEmpty
  }

  /// Waits until a load can be taken up, or none is in progress.
  func wait() {
    if !hasFinished, !loading.isEmpty { finishedLoads += finished.receive() ?? [] }
  }

  /// Takes up finished loads. `install` puts a state into memory, with the events that others recorded while it was read; it
  /// returns false if that lacks an event, and the stream is loaded again.
  func installFinished(_ install: (Loaded, [RecordedEvent]) -> Bool) {
    guard hasFinished else { return }
    let all = finishedLoads
    finishedLoads = []
    var anew: [StreamID] = []
    for one in all {
      let stream = one.stream
      guard let loading = loading.removeValue(forKey: stream) else { continue }
      switch one.result {
      case .success(let state)
      where !loading.isObsolete && install(Loaded(stream: stream, state: state), loading.storeChanges):
        for wait in loading.waits where wait.missing.remove(stream) != nil && wait.missing.isEmpty { wait.end(nil) }
      case .failure(let error) where !loading.isObsolete:
        for wait in loading.waits { wait.end(Failure(stream: stream, error: error)) }
      default:
        self.loading[stream] = Loading(waits: loading.waits)
        anew.append(stream)
      }
    }
    begin(anew)
  }
}
