import Stores
import EventStore
import Foundation
import MovieNightKit
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Console

/// A server that is killed repeatedly, both while it executes many kinds of commands and while it starts.
///
/// `make torture KILLS=200` sets the total number of kills, which are divided among the kinds of stores.
@Suite struct TortureTests {
  private static let kills =
    ProcessInfo.processInfo.environment["MOVIENIGHT_TORTURE_KILLS"].flatMap { Int($0) } ?? 21
  private static let households = 2

  /// Returns the number of kills for a kind of store.
  private static func kills(of kind: StoreKind) -> Int {
    let (place, count) = (StoreKind.durable.firstIndex(of: kind) ?? 0, StoreKind.durable.count)
    return kills * (place + 1) / count - kills * place / count
  }

  @Test(arguments: StoreKind.durable)
  func commandsAreRecordedOnceAcrossKills(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try kind.address(in: folder)
    let server = try ServerProcess(store, in: folder)
    let households = try (0..<Self.households).map { try server.createHousehold("Films \($0)") }
    let load = TortureLoad(households, at: server.socketPath)
    let outcome = try load.run { load in
      try Self.torture(server, store, folder, load, kills: Self.kills(of: kind))
    }
    let verified = try Run("verify", "--store", "\(store)", in: folder)
    #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    let opened = try openStore(store, mode: .readOnly)
    defer { opened.close() }
    let events = try opened.readAll(after: 0, limit: .max, owner: nil)
    #expect(events.map(\.position) == Array(1...events.count))
    outcome.check(against: events)
    for (household, received) in zip(households, outcome.received) {
      #expect(received == events.filter { "\($0.owner)" == household.id }.map(\.position), "a feed has a gap")
    }
    #expect(try rows(of: opened) == replayedRows(of: opened), "the read models equal a replay")
  }

  /// Kills the server, mostly while it executes commands. Every fourth time, also kills the next server while it
  /// starts. Finally shuts the last server down with SIGTERM.
  private static func torture(
    _ first: ServerProcess, _ store: StoreAddress, _ folder: TemporaryFolder, _ load: TortureLoad, kills: Int
  ) throws {
    var (server, random) = (first, SeededGenerator(seed: UInt64(kills)))
    for kill in 1...max(1, kills) {
      if kill % 4 == 0 {
        try server.kill()
        let starting = try ChildProcess(ServerProcess.arguments(store, in: folder), in: folder)
        usleep(.random(in: 0...150_000, using: &random))
        starting.send(SIGKILL)
        try starting.waitForEnd()
      } else {
        load.waitForAnswers(.random(in: 1...60, using: &random))
        usleep(.random(in: 0...3000, using: &random))
        try server.kill()
      }
      server = try ServerProcess(store, in: folder)
    }
    load.waitForAnswers(20)
    load.end()
    #expect(try server.terminate() == 0)
  }
}
