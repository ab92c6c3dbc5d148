import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import CommandsSupport
@testable import WritePath

/// Replays that run beside the committer, and events that arrive in the meantime.
@Suite struct StateLoaderTests {
  private final class Harness {
    let library = StreamID.library(Cast.household)
    let household = StreamID.household(Cast.household)
    let replays = Locked<[StreamID]>([])
    let failing = Locked<Set<StreamID>>([])
    let jobs = Locked<[@Sendable () -> Void]>([])
    /// The installed states, with the revisions of the events that arrived during the replay.
    var installed: [(stream: StreamID, storeChanges: [Revision])] = []
    /// The number of upcoming installations that fail because an event is missing.
    var gaps = 0
    var notified: [String] = []
    private(set) lazy var loader = StateLoader(
      replay: { [replays, failing] stream throws(ReplayError) in
        replays.withLock { $0.append(stream) }
        if failing.withLock({ $0.contains(stream) }) { throw .store(StoreError(.unavailable, "the disk is gone")) }
        return LibraryState()
      },
      perform: { [jobs] job in jobs.withLock { $0.append(job) } },
      wake: {})

    func load(_ streams: [StreamID], as name: String) {
      loader.load(streams) { [unowned self] error in notified.append(error == nil ? name : "\(name) failed") }
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
    let harness = Harness()
    harness.load([harness.library], as: "first")
    harness.load([harness.library, harness.household], as: "second")
    harness.runJobs()
    #expect(harness.notified.isEmpty, "nobody is told on another thread")
    harness.installFinished()
    #expect(harness.replays.withLock { $0 } == [harness.library, harness.household])
    #expect(harness.notified == ["first", "second"] && harness.installed.count == 2)
    #expect(!harness.loader.hasFinished)
  }

  @Test func waiterForSeveralStreamsIsCalledWhenAllAreLoaded() {
    let harness = Harness()
    harness.load([harness.library], as: "first")
    harness.runJobs()
    harness.load([harness.library, harness.household], as: "second")
    harness.installFinished()
    #expect(harness.notified == ["first"])
    harness.runJobs()
    harness.installFinished()
    #expect(harness.notified == ["first", "second"])
  }

  @Test func eventsFollowedDuringReplayAreInstalledWithState() {
    let harness = Harness()
    harness.follow(6)
    harness.load([harness.library], as: "command")
    harness.follow(7)
    harness.runJobs()
    harness.follow(8)
    harness.installFinished()
    #expect(harness.installed.map(\.storeChanges) == [[7, 8]])
  }

  @Test func stateWithGapIsReplayedAgain() {
    let harness = Harness()
    harness.gaps = 2
    harness.load([harness.library], as: "command")
    for round in 1...3 {
      harness.runJobs()
      harness.installFinished()
      #expect(harness.notified == (round == 3 ? ["command"] : []))
    }
    #expect(harness.replays.withLock { $0.count } == 3)
  }

  @Test func tooManyFollowedEventsRestartReplay() {
    let harness = Harness()
    harness.load([harness.library], as: "command")
    for revision in 0...1000 { harness.follow(Revision(revision)) }
    harness.runJobs()
    harness.installFinished()
    #expect(harness.installed.isEmpty && harness.notified.isEmpty)
    harness.runJobs()
    harness.installFinished()
    #expect(harness.installed.map(\.storeChanges) == [[]] && harness.notified == ["command"])
  }

  @Test(arguments: [false, true])
  func stateReadBeforeForgettingIsReplayedAgain(all: Bool) {
    let harness = Harness()
    harness.load([harness.library], as: "command")
    harness.runJobs()
    if all { harness.loader.forgetAll() } else { harness.loader.forget(harness.library) }
    harness.installFinished()
    #expect(harness.installed.isEmpty && harness.notified.isEmpty)
    harness.runJobs()
    harness.installFinished()
    #expect(harness.installed.count == 1 && harness.notified == ["command"])
  }

  @Test func failedReplayIsReportedOnceToEachWaiter() {
    let harness = Harness()
    harness.failing.withLock { $0 = [harness.library, harness.household] }
    harness.load([harness.library, harness.household], as: "first")
    harness.load([harness.library], as: "second")
    harness.runJobs()
    harness.installFinished()
    #expect(harness.notified.sorted() == ["first failed", "second failed"])
    harness.failing.withLock { $0 = [] }
    harness.load([harness.library], as: "third")
    harness.runJobs()
    harness.installFinished()
    #expect(harness.notified.last == "third")
  }
}
