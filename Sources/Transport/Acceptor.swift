import Glibc
import Platform

/// Accepts connections from all listeners of an event loop. Must be used only on the loop's thread.
final class Acceptor {
  private let poller: Poller
  private let limits: TransportLimits
  private let log: Log
  private let metrics: TransportMetrics
  private var listeners: [Listener] = []
  private var pausedUntil: Duration?

  init(poller: Poller, limits: TransportLimits, log: Log, metrics: TransportMetrics) {
    self.poller = poller
    self.limits = limits
    self.log = log
    self.metrics = metrics
  }

  /// Starts listening on `address`, and returns it with the actual port.
  func listen(on address: ListenAddress, trustedProxies: [AddressRange]) throws(ListenError) -> ListenAddress {
    let listener = try Listener(on: address, trustedProxies: trustedProxies)
    do {
      try poller.add(listener.descriptor, .readable, tag: PollTag.listener(listeners.count))
    } catch {
      throw ListenError(address: address, cause: .system(error))
    }
    listeners.append(listener)
    log.info("listening", ["address": .string(listener.address.description)])
    return listener.address
  }

  /// Passes a listener's waiting connections to `admit`: a limited number per call, so that others get their turn.
  func accept(_ index: Int, now: Duration, admit: (consuming Listener.Accepted) -> Void) throws(SystemError) {
    guard pausedUntil == nil, listeners.indices.contains(index) else { return }
    for _ in 0..<limits.acceptsPerIteration {
      do {
        guard let accepted = try listeners[index].accept() else { return }
        admit(accepted)
      } catch {
        // The client disconnected before its connection was accepted.
        if error.code == ECONNABORTED { continue }
        // Usually out of descriptors or memory. The listener stays readable, so retrying at once would spin.
        log.warning("accept_paused", ["error": .string(error.description)])
        metrics.acceptPauses.add()
        pausedUntil = now + limits.acceptPause
        return try watchAll([])
      }
    }
  }

  /// Resumes accepting connections if a pause is over.
  func checkTimers(now: Duration) throws(SystemError) {
    guard let pausedUntil, now >= pausedUntil else { return }
    self.pausedUntil = nil
    try watchAll(.readable)
  }

  /// Closes all listeners and removes the socket files.
  func close() {
    for listener in listeners { listener.removeSocketFile() }
    listeners = []
  }

  private func watchAll(_ interest: Readiness) throws(SystemError) {
    for (index, listener) in listeners.enumerated() {
      try poller.change(listener.descriptor, interest, tag: PollTag.listener(index))
    }
  }
}
