import CLinux
import Glibc
import Platform

/// What a descriptor is watched for, and what became of it.
package struct Readiness: OptionSet {
  package let rawValue: UInt32

  package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Both directions are closed, or the socket has failed. Always watched for.
  static let broken = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  /// Told once for each change instead of as long as it holds.
  static let once = Readiness(rawValue: EPOLLET.rawValue)

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// What an event is about: a connection, by its id, or something that has an index no connection gets.
enum PollTag {
  static let bell = UInt64.max
  static let signals = UInt64.max - 1
  static let firstListener = UInt64(1) << 63

  static func listener(_ index: Int) -> UInt64 { firstListener + UInt64(index) }

  static func connection(_ id: ConnectionID) -> UInt64 { UInt64(id.index) << 32 | UInt64(id.generation) }

  static func connection(_ tag: UInt64) -> ConnectionID {
    ConnectionID(index: Int32(truncatingIfNeeded: tag >> 32), generation: UInt32(truncatingIfNeeded: tag))
  }
}

/// The epoll descriptor and the events of the last wake.
package final class Poller {
  private let descriptor: Descriptor
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// - Parameter eventsPerWake: how many `wait` returns at most.
  package init(eventsPerWake: Int) throws(SystemError) {
    descriptor = Descriptor(try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    events = .allocate(capacity: eventsPerWake)
    events.initialize(repeating: epoll_event())
  }

  deinit { events.deallocate() }

  /// `tag` comes back with every event of this descriptor.
  package func add(_ watched: borrowing Descriptor, _ interest: Readiness, tag: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_ADD, watched.number, interest, tag)
  }

  func change(_ watched: borrowing Descriptor, _ interest: Readiness, tag: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_MOD, watched.number, interest, tag)
  }

  /// Waits for events, at most `milliseconds`. Returns how many there are; an interruption is none.
  package func wait(milliseconds: Int32) throws(SystemError) -> Int {
    let count = epoll_wait(descriptor.number, events.baseAddress, Int32(events.count), milliseconds)
    if count >= 0 { return Int(count) }
    // Not repeated like other calls: its time would start anew with every signal.
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
