import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import CommandsSupport
@testable import WritePath

/// Replays beside the committer, and events that arrive during them.
@Suite struct StateLoaderTests {
  private final class Bench {
    let library = StreamID.library(Cast.household)
    let household = StreamID.household(Cast.household)
    let replays = Locked<[StreamID]>([])
    let failing = Locked<Set<StreamID>>([])
    let jobs = Locked<[@Sendable () -> Void]>([])
    /// The installed states, with the revisions of the events that arrived during the replay.
    var installed: [(stream: StreamID, storeChanges: [Revision])] = []
    /// The number of next installations that find an event missing.
    var gaps = 0
    var told: [String] = []
    private(set) lazy var loader = StateLoader(
      replay: { [replays, failing] stream throws(ReplayError) in
        replays.withLock { $0.append(stream) }
        if failing.withLock({ $0.contains(stream) }) { throw .store(StoreError(.unavailable, "the disk is gone")) }
        return LibraryState()
      },
      perform: { [jobs] job in jobs.withLock { $0.append(job) } },
      wake: {})

    func load(_ streams: [StreamID], as name: String) {
      loader.load(streams) { [unowned self] error in told.append(error == nil ? name : "\(name) failed") }
    }

    func runJobs() {
      for job in jobs.withLock({ jobs in
        defer { jobs.removeAll() }
        return jobs
      }) { job() }
    }

    func installFinished() {
      loader.installFinished { loaded, storeChanges in
        if gaps > 0 {
          gaps -= 1
          return false
        }
        installed.append((loaded.stream, storeChanges.map(\.revision)))
        return true
      }
    }

    func follow(_ revision: Revision) {
      loader.follow(
        RecordedEvent(
          position: 1, stream: library, owner: Identifier(Cast.household), revision: revision, type: "", version: 1,
          data: [], metadata: EventMetadata(), recordedAt: Cast.evening))
    }
  }

  @Test func streamIsReplayedOnceForAllWaiters() {
    let bench = Bench()
    bench.load([bench.library], as: "first")
    bench.load([bench.library, bench.household], as: "second")
    bench.runJobs()
    #expect(bench.told.isEmpty, "nobody is told on another thread")
    bench.installFinished()
    #expect(bench.replays.withLock { $0 } == [bench.library, bench.household])
    #expect(bench.told == ["first", "second"] && bench.installed.count == 2)
    #expect(!bench.loader.hasFinished)
  }

  @Test func waiterForSeveralStreamsIsCalledWhenAllAreLoaded() {
    let bench = Bench()
    bench.load([bench.library], as: "first")
    bench.runJobs()
    bench.load([bench.library, bench.household], as: "second")
    bench.installFinished()
    #expect(bench.told == ["first"])
    bench.runJobs()
    bench.installFinished()
    #expect(bench.told == ["first", "second"])
  }

  @Test func eventsFollowedDuringReplayAreInstalledWithState() {
    let bench = Bench()
    bench.follow(6)
    bench.load([bench.library], as: "command")
    bench.follow(7)
    bench.runJobs()
    bench.follow(8)
    bench.installFinished()
    #expect(bench.installed.map(\.storeChanges) == [[7, 8]])
  }

  @Test func stateWithGapIsReplayedAgain() {
    let bench = Bench()
    bench.gaps = 2
    bench.load([bench.library], as: "command")
    for round in 1...3 {
      bench.runJobs()
      bench.installFinished()
      #expect(bench.told == (round == 3 ? ["command"] : []))
    }
    #expect(bench.replays.withLock { $0.count } == 3)
  }

  @Test func tooManyFollowedEventsRestartReplay() {
    let bench = Bench()
    bench.load([bench.library], as: "command")
    for revision in 0...1000 { bench.follow(Revision(revision)) }
    bench.runJobs()
    bench.installFinished()
    #expect(bench.installed.isEmpty && bench.told.isEmpty)
    bench.runJobs()
    bench.installFinished()
    #expect(bench.installed.map(\.storeChanges) == [[]] && bench.told == ["command"])
  }

  @Test(arguments: [false, true])
  func stateReadBeforeForgettingIsReplayedAgain(all: Bool) {
    let bench = Bench()
    bench.load([bench.library], as: "command")
    bench.runJobs()
    if all { bench.loader.forgetAll() } else { bench.loader.forget(bench.library) }
    bench.installFinished()
    #expect(bench.installed.isEmpty && bench.told.isEmpty)
    bench.runJobs()
    bench.installFinished()
    #expect(bench.installed.count == 1 && bench.told == ["command"])
  }

  @Test func failedReplayIsReportedOnceToEachWaiter() {
    let bench = Bench()
    bench.failing.withLock { $0 = [bench.library, bench.household] }
    bench.load([bench.library, bench.household], as: "first")
    bench.load([bench.library], as: "second")
    bench.runJobs()
    bench.installFinished()
    #expect(bench.told.sorted() == ["first failed", "second failed"])
    bench.failing.withLock { $0 = [] }
    bench.load([bench.library], as: "third")
    bench.runJobs()
    bench.installFinished()
    #expect(bench.told.last == "third")
  }
}
