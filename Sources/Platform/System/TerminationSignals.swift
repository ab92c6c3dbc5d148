import CLinux
import Glibc

/// SIGTERM and SIGINT as something to read instead of something that interrupts.
///
/// Make it before any other thread starts: threads inherit that these signals are blocked, and one thread that did not
/// would be ended by them.
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

  /// The signal that came, nil when none has. After the first one the calling thread lets them through again, so that
  /// a second one ends the process at once.
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
