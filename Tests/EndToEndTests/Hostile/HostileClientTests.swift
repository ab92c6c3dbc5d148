import EventStore
import Foundation
import HostileClients
import Testing

/// Attacks of hostile clients on a real server, while a member of another household pings and votes.
///
/// By default the attacks are small and short. `make torture` runs each of them for `ATTACK_SECONDS`.
/// `scripts/bench-hostile` measures how long the bystander waits.
@Suite(.serialized) struct HostileClientTests {
  /// The duration of each attack in seconds, or 0 for a short run.
  private static let seconds =
    ProcessInfo.processInfo.environment["MOVIENIGHT_ATTACK_SECONDS"].flatMap { Int($0) } ?? 0
  private static let size = seconds > 0 ? AttackSize.full : .small
  private static let bufferMemory = 100_000_000

  @Test(arguments: size.attacks.map(\.name))
  func bystanderIsServedDuringAttack(name: String) throws {
    let folder = try TemporaryFolder()
    let attack = try #require(Self.size.attacks.first { $0.name == name })
    let server = try ServerProcess(
      .journal(directory: "\(folder.path)/journal"), in: folder, "--buffer-memory", "\(Self.bufferMemory)",
      descriptorLimit: attack.descriptorLimit)
    let attacked = AttackedServer(port: server.port, socketPath: server.socketPath, pid: server.process.pid)
    let atStart = attacked.peakBytes
    let report = try AttackRun(attack, on: attacked, seconds: Self.seconds).run()
    #expect(report.problems == [])
    #expect(report.answers > 0 || report.ended > 0 || !attack.readsAnswers, "the attack took place")
    #expect(report.pings.count >= AttackRun.shortCalls && report.votes.count >= AttackRun.shortCalls)
    if Self.seconds > 0 {
      #expect(
        report.peakBytes - atStart <= Self.bufferMemory + AttackReport.memoryBeside, "bytes at the start: \(atStart)")
    }
    #expect(try server.terminate() == 0, "\(server.process.errors)")
  }
}
