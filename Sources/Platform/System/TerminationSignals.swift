import CLinux
import Glibc

/// Delivers SIGTERM and SIGINT, or other signals, through a readable descriptor.
///
/// Create it before any other thread. A thread that does not block these signals could get one and end the process.
package final class TerminationSignals {
  package let descriptor: Descriptor
  private var watched = sigset_t()

  package init(_ signals: [Int32] = [SIGTERM, SIGINT]) throws(SystemError) {
    sigemptyset(&watched)
    for signal in signals { sigaddset(&watched, signal) }
    let code = pthread_sigmask(SIG_BLOCK, &watched, nil)
    guard code == 0 else { throw SystemError(call: "pthread_sigmask", code: code) }
    var set = watched
    descriptor = Descriptor(
      try systemCall("signalfd") { signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK)) })
  }

  /// Returns the next pending signal, or nil if there is none. After a signal was received, the calling thread unblocks
  /// the signals, so that a second signal ends the process at once.
  package func next() throws(SystemError) -> Int32? {
    var information = signalfd_siginfo()
    do {
      try systemCall("read") { read(descriptor.number, &information, MemoryLayout<signalfd_siginfo>.size) }
    } catch {
      if error.wouldBlock { return nil }
      throw error
    }
    pthread_sigmask(SIG_UNBLOCK, &watched, nil)
    return Int32(information.ssi_signo)
  }
}
