import Commands
import EventStore
import MovieNightPrimitives

/// Replays streams beside the committer's thread, each once at a time.
///
/// While a stream is loaded nothing is recorded to it through this server, because that needs its state. What other servers
/// record meanwhile is kept and folded in behind what was read. Where the store was found to be another than was thought,
/// what was read before counts no longer: the load begins anew.
///
/// Used by one thread; only the replays are elsewhere.
final class StateLoader {
  /// A stream that could not be replayed.
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
    /// What others have recorded since it began.
    var news: [RecordedEvent] = []
    var isObsolete = false
    var waits: [Wait] = []
  }

  /// Somebody waits for several streams.
  private final class Wait {
    var missing: Set<StreamID>
    private var done: ((Failure?) -> Void)?

    init(_ missing: Set<StreamID>, _ done: @escaping (Failure?) -> Void) {
      self.missing = missing
      self.done = done
    }

    /// Told once: what it still waits for does not matter after a failure.
    func end(_ failure: Failure?) {
      done?(failure)
      done = nil
    }
  }

  /// Beyond so many events of others a load rather begins anew than keeps them.
  private static let newsLimit = 1000

  private let replay: @Sendable (StreamID) throws(ReplayError) -> any AggregateState
  private let perform: (@escaping @Sendable () -> Void) -> Void
  private let wake: @Sendable () -> Void
  private let finished = Mailbox<Finished>()
  private var loading: [StreamID: Loading] = [:]
  private var toTakeUp: [Finished] = []

  /// - Parameters:
  ///   - replay: makes a stream's state of its events, on any thread.
  ///   - perform: runs a replay on another thread, or at once.
  ///   - wake: told, on that thread, that there is something to take up.
  init(
    replay: @escaping @Sendable (StreamID) throws(ReplayError) -> any AggregateState,
    perform: @escaping (@escaping @Sendable () -> Void) -> Void, wake: @escaping @Sendable () -> Void
  ) {
    self.replay = replay
    self.perform = perform
    self.wake = wake
  }

  /// - Parameter done: called by `takeUp` when all of them are there, or with why the first cannot be.
  func load(_ streams: [StreamID], _ done: @escaping (Failure?) -> Void) {
    let wait = Wait(Set(streams), done)
    let new = streams.filter { loading[$0] == nil }
    for stream in wait.missing { loading[stream, default: Loading()].waits.append(wait) }
    begin(new)
  }

  /// One hand-over for all of them: they are of one command, which needs all.
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

  /// Takes note of an event that another server recorded.
  func follow(_ recorded: RecordedEvent) {
    guard let index = loading.index(forKey: recorded.stream) else { return }
    guard loading.values[index].news.count < Self.newsLimit else { return forget(recorded.stream) }
    loading.values[index].news.append(recorded)
  }

  /// What is being read of the stream may be old.
  func forget(_ stream: StreamID) { loading[stream]?.isObsolete = true }

  func forgetAll() {
    for stream in loading.keys { forget(stream) }
  }

  // MARK: Afterwards

  /// Whether something can be taken up.
  var hasFinished: Bool {
    if !loading.isEmpty { toTakeUp += finished.receive(within: 0) ?? [] }
    return !toTakeUp.isEmpty
  }

  /// Returns when something can be taken up, or nothing is being loaded.
  func wait() {
    if !hasFinished, !loading.isEmpty { toTakeUp += finished.receive() ?? [] }
  }

  /// - Parameter install: puts a state into memory, with what others recorded while it was read.
  ///   - Returns: whether it stands there; where it lacks an event, it is loaded anew.
  func takeUp(_ install: (Loaded, [RecordedEvent]) -> Bool) {
    guard hasFinished else { return }
    let all = toTakeUp
    toTakeUp = []
    var anew: [StreamID] = []
    for one in all {
      let stream = one.stream
      guard let loading = loading.removeValue(forKey: stream) else { continue }
      switch one.result {
      case .success(let state)
      where !loading.isObsolete && install(Loaded(stream: stream, state: state), loading.news):
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
