/// A first-in-first-out queue; appending and removing take constant time on average.
///
/// Inlinable, because every request passes through a queue, and without specialization that takes twenty times as long.
public struct Queue<Element> {
  @usableFromInline var elements: [Element] = []
  /// The index of the first element that has not been removed.
  @usableFromInline var start = 0

  public init() {}

  @inlinable
  public var isEmpty: Bool { start == elements.count }

  /// The element that `popFirst` removes next; nil if the queue is empty.
  @inlinable
  public var first: Element? { isEmpty ? nil : elements[start] }

  @inlinable
  public mutating func append(_ element: Element) { elements.append(element) }

  @inlinable
  public mutating func append(contentsOf added: [Element]) { elements.append(contentsOf: added) }

  /// Removes the oldest element and returns it; nil if the queue is empty.
  @inlinable
  public mutating func popFirst() -> Element? {
    guard let first else { return nil }
    start += 1
    // Close the gap only when it is at least as long as the rest of the array, so that each element moves about once.
    if start * 2 >= elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return first
  }

  /// Removes all elements, and returns them in order.
  @inlinable
  public mutating func takeAll() -> [Element] {
    if start > 0 { elements.removeFirst(start) }
    start = 0
    var taken: [Element] = []
    swap(&taken, &elements)
    return taken
  }
}

extension Queue {
  /// Removes the oldest element like `popFirst`, and releases its storage at once. For elements that hold much memory.
  public mutating func popFirstAndRelease<Wrapped>() -> Wrapped? where Element == Wrapped? {
    guard !isEmpty, let first = elements[start] else { return nil }
    elements[start] = nil
    _ = popFirst()
    return first
  }
}

extension Queue: Sendable where Element: Sendable {}
