/// First in, first out. Both ends take the same time, however many elements wait.
///
/// Inlinable, because every request passes through one: not specialized, that takes twenty times as long.
public struct Queue<Element> {
  @usableFromInline var elements: [Element] = []
  /// Those before it were taken.
  @usableFromInline var start = 0

  public init() {}

  @inlinable
  public var isEmpty: Bool { start == elements.count }

  /// What `popFirst` takes next; nil when it is empty.
  @inlinable
  public var first: Element? { isEmpty ? nil : elements[start] }

  @inlinable
  public mutating func append(_ element: Element) { elements.append(element) }

  @inlinable
  public mutating func append(contentsOf added: [Element]) { elements.append(contentsOf: added) }

  /// Takes what has waited longest; nil when it is empty.
  @inlinable
  public mutating func popFirst() -> Element? {
    guard let first else { return nil }
    start += 1
    // At most as many move as were taken, so that each element moves about once.
    if start * 2 >= elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return first
  }

  /// Takes everything, in order.
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
  /// As `popFirst`, and keeps no reference to what was taken: for elements that hold much memory.
  public mutating func popFirstAndRelease<Wrapped>() -> Wrapped? where Element == Wrapped? {
    guard !isEmpty, let first = elements[start] else { return nil }
    elements[start] = nil
    _ = popFirst()
    return first
  }
}

extension Queue: Sendable where Element: Sendable {}
