import Glibc
import Platform

/// The listeners of a loop. Loop thread only.
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

  /// Returns the address with the real port.
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

  /// Gives the connections that wait at a listener to `admit`, a bounded number of them: others are served between.
  func accept(_ index: Int, now: Duration, admit: (consuming Listener.Accepted) -> Void) throws(SystemError) {
    guard pausedUntil == nil, listeners.indices.contains(index) else { return }
    for _ in 0..<limits.acceptsPerWake {
      do {
        guard let accepted = try listeners[index].accept() else { return }
        admit(accepted)
      } catch {
        // That one client has gone again.
        if error.code == ECONNABORTED { continue }
        // Mostly no descriptor or memory is left. The listener stays readable, so that going on would spin.
        log.warning("accept_paused", ["error": .string(error.description)])
        metrics.acceptPauses.add()
        pausedUntil = now + limits.acceptPause
        return try watchAll([])
      }
    }
  }

  /// Ends a pause whose time is over.
  func keepTime(now: Duration) throws(SystemError) {
    guard let pausedUntil, now >= pausedUntil else { return }
    self.pausedUntil = nil
    try watchAll(.readable)
  }

  /// Closes all listeners and takes the socket files away.
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
