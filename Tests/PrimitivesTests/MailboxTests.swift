import Foundation
import MovieNightPrimitives
import Testing

@Suite struct MailboxTests {
  @Test func receiveReturnsAllElementsInOrder() {
    let mailbox = Mailbox<Int>()
    #expect(mailbox.receive(within: 0) == [])
    mailbox.send([1, 2])
    mailbox.send([])
    mailbox.send([3])
    #expect(mailbox.receive() == [1, 2, 3])
    #expect(mailbox.receive(within: 1000) == [])
  }

  @Test func closedMailboxRefusesSendsAndDeliversRest() {
    let mailbox = Mailbox<Int>()
    #expect(mailbox.send([1]))
    mailbox.close()
    #expect(!mailbox.send([2]))
    #expect(mailbox.receive() == [1])
    #expect(mailbox.receive() == nil)
    #expect(mailbox.receive(within: 1_000_000) == nil)
  }

  @Test func sendWakesWaitingReceiver() {
    let mailbox = Mailbox<Int>()
    let received = Locked<[Int]>([])
    let thread = startThread {
      while let elements = mailbox.receive() { received.withLock { $0 += elements } }
    }
    mailbox.send([1])
    mailbox.send([2])
    mailbox.close()
    thread.wait()
    #expect(received.withLock { $0 } == [1, 2])
  }

  @Test func concurrentSendersLoseNoElements() {
    let mailbox = Mailbox<Int>()
    let received = Locked<[Int]>([])
    let receiver = startThread {
      while let elements = mailbox.receive(within: 100_000) { received.withLock { $0 += elements } }
    }
    let senders = (0..<4).map { sender in
      startThread { for number in 0..<2000 { mailbox.send([sender * 10_000 + number]) } }
    }
    for sender in senders { sender.wait() }
    mailbox.close()
    receiver.wait()
    let all = received.withLock { $0 }
    #expect(all.count == 8000)
    for sender in 0..<4 {
      let own = all.filter { $0 / 10_000 == sender }
      #expect(own == own.sorted() && Set(own).count == 2000)
    }
  }

  @Test func lockedValueLosesNoConcurrentUpdate() {
    let counter = Locked(0)
    let threads = (0..<4).map { _ in
      startThread { for _ in 0..<5000 { counter.withLock { $0 += 1 } } }
    }
    for thread in threads { thread.wait() }
    #expect(counter.withLock { $0 } == 20_000)
  }

  @Test func lockIsReleasedAfterError() {
    struct Stop: Error {}
    let value = Locked(1)
    #expect(throws: Stop.self) { try value.withLock { _ in throw Stop() } }
    #expect(value.withLock { $0 } == 1)
  }

  private func startThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    return done
  }
}
