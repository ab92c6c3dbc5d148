import CLinux
import Glibc

/// SIGTERM and SIGINT as a readable descriptor.
///
/// Create it before any other thread starts, so that all threads inherit the blocked signals; the signals would end the process
/// through a thread that does not block them.
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

  /// The pending signal; nil if there is none. After the first one the calling thread unblocks them, so that a second one ends
  /// the process at once.
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
