import CLinux
import Glibc
import MovieNightPrimitives

/// The error of a failed system call, with the name of the call and its `errno`.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  public let call: StaticString
  public let code: Int32

  public init(call: StaticString, code: Int32) {
    self.call = call
    self.code = code
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.call.description == right.call.description
  }

  /// Whether a non-blocking call failed because there is currently nothing to read, or no room to write.
  public var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }

  public var description: String { "\(call): \(String(cString: strerror(code))) (errno \(code))" }
}

/// Makes a system call, repeated while interrupted (EINTR). Throws its name and `errno` if the result is negative.
///
/// Inlinable, because an unspecialized call of this generic function would cost more than the code that it adds.
@inlinable
@inline(__always)
@discardableResult
public func systemCall<Value: SignedInteger>(_ name: StaticString, _ call: () -> Value) throws(SystemError) -> Value {
  while true {
    let value = call()
    if value >= 0 { return value }
    let code = errno
    if code != EINTR { throw SystemError(call: name, code: code) }
  }
}

/// A file descriptor with a single owner. The descriptor is closed when the owner is destroyed.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  // Linux frees the number even if `close` is interrupted, so `close` must not be repeated.
  deinit { close(number) }
}

package enum SystemClock {
  @Sendable package static func wallTime() -> Timestamp {
    let time = read(CLOCK_REALTIME)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Returns the time since an arbitrary start. This time never goes backward.
  @Sendable package static func monotonic() -> Duration {
    let time = read(CLOCK_MONOTONIC)
    return Duration(secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
  }

  /// Returns the monotonic time in nanoseconds.
  package static func nanoseconds() -> Int {
    let time = read(CLOCK_MONOTONIC)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}

/// Raises the process's limit on open descriptors to `wanted`, or to the hard limit. Returns the new limit.
@discardableResult
package func raiseDescriptorLimit(to wanted: Int) -> Int {
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return 0 }
  if limit.rlim_cur < rlim_t(wanted) {
    var raised = limit
    raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
    if setrlimit(resource, &raised) == 0 { limit = raised }
  }
  return Int(clamping: limit.rlim_cur)
}
