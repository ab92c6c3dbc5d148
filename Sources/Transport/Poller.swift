import CLinux
import Glibc
import Platform

/// The events that a descriptor is watched for, or that have occurred.
package struct Readiness: OptionSet {
  package let rawValue: UInt32

  package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Both directions are closed, or the socket has failed. This event is always reported.
  static let broken = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  /// Edge-triggered: an event is reported once for each change.
  static let once = Readiness(rawValue: EPOLLET.rawValue)

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The tag that identifies the source of an event: a connection's id, or a value that is never a connection's id.
enum PollTag {
  static let wakeup = UInt64.max
  static let signals = UInt64.max - 1
  static let firstListener = UInt64(1) << 63

  static func listener(_ index: Int) -> UInt64 { firstListener + UInt64(index) }

  static func connection(_ id: ConnectionID) -> UInt64 { UInt64(id.index) << 32 | UInt64(id.generation) }

  static func connection(_ tag: UInt64) -> ConnectionID {
    ConnectionID(index: Int32(truncatingIfNeeded: tag >> 32), generation: UInt32(truncatingIfNeeded: tag))
  }
}

package final class Poller {
  private let descriptor: Descriptor
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// Creates a poller whose `wait` returns at most `eventsPerIteration` events.
  package init(eventsPerIteration: Int) throws(SystemError) {
    descriptor = Descriptor(try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    events = .allocate(capacity: eventsPerIteration)
    events.initialize(repeating: epoll_event())
  }

  deinit { events.deallocate() }

  package func add(_ watched: borrowing Descriptor, _ interest: Readiness, tag: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_ADD, watched.number, interest, tag)
  }

  func change(_ watched: borrowing Descriptor, _ interest: Readiness, tag: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_MOD, watched.number, interest, tag)
  }

  /// Waits for events, at most `milliseconds`. Returns the number of events, or 0 if a signal interrupted the call.
  package func wait(milliseconds: Int32) throws(SystemError) -> Int {
    let count = epoll_wait(descriptor.number, events.baseAddress, Int32(events.count), milliseconds)
    if count >= 0 { return Int(count) }
    // Unlike other system calls, this one is not repeated after a signal, because the timeout would start again.
    guard errno == EINTR else { throw SystemError(call: "epoll_wait", code: errno) }
    return 0
  }

  package func event(_ index: Int) -> (tag: UInt64, readiness: Readiness) {
    (events[index].data.u64, Readiness(rawValue: events[index].events))
  }

  private func control(
    _ operation: Int32, _ watched: Int32, _ interest: Readiness, _ tag: UInt64
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = interest.rawValue
    event.data.u64 = tag
    try systemCall("epoll_ctl") { epoll_ctl(descriptor.number, operation, watched, &event) }
  }
}
