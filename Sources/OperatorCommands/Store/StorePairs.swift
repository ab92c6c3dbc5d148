import Console
import EventStore

/// Reads the events of two stores in pairs with the same position.
struct EventPairs {
  private var source: Pages<RecordedEvent>
  private var target: Pages<RecordedEvent>
  private var position: Position = 0

  /// Creates pairs of the events up to the two ends. Events that only one of the stores has get no counterpart.
  init(_ source: any EventLog, through sourceEnd: Position, _ target: any EventLog, through targetEnd: Position) {
    self.source = Self.pages(of: source, through: sourceEnd)
    self.target = Self.pages(of: target, through: targetEnd)
  }

  private static func pages(of store: any EventLog, through end: Position) -> Pages<RecordedEvent> {
    Pages { last in
      let position = last?.position ?? 0
      return try store.readAll(after: position, limit: max(0, min(1024, end - position)), owner: nil)
    }
  }

  mutating func next() throws -> EventPair? {
    position += 1
    let pair = EventPair(position: position, source: try source.next(), target: try target.next())
    return pair.source == nil && pair.target == nil ? nil : pair
  }
}

struct EventPair {
  let position: Position
  let source: RecordedEvent?
  let target: RecordedEvent?

  /// A sentence about the difference, which contains the position but no data; nil if the events are equal.
  var difference: String? {
    switch (source, target) {
    case (let source?, let target?):
      if source == target { return nil }
      let members = Self.differingMembers(source, target).joined(separator: ", ")
      return "position \(position) differs in \(members): \(Self.name(source)) in the source, "
        + "\(Self.name(target)) in the target"
    case (let source?, nil):
      return "position \(position) is missing in the target: \(Self.name(source)) in the source"
    case (nil, let target?):
      return "position \(position) is not in the source: \(Self.name(target)) in the target"
    case (nil, nil): return nil
    }
  }

  private static func name(_ event: RecordedEvent) -> String { "\(event.type) of \(event.stream)@\(event.revision)" }

  private static func differingMembers(_ source: RecordedEvent, _ target: RecordedEvent) -> [String] {
    let comparisons = [
      ("position", source.position == target.position), ("stream", source.stream == target.stream),
      ("household", source.owner == target.owner), ("revision", source.revision == target.revision),
      ("type", source.type == target.type), ("version", source.version == target.version),
      ("data", source.data == target.data), ("metadata", source.metadata == target.metadata),
      ("time", source.recordedAt == target.recordedAt),
    ]
    return comparisons.filter { !$0.1 }.map(\.0)
  }
}

/// Reads the personal texts of two stores in pairs with the same id. A text of only one store has no counterpart.
struct TextPairs {
  private var source: Pages<PersonalText>
  private var target: Pages<PersonalText>

  init(_ source: any TextStore, _ target: any TextStore) {
    self.source = Self.pages(of: source)
    self.target = Self.pages(of: target)
  }

  private static func pages(of store: any TextStore) -> Pages<PersonalText> {
    Pages { try store.allTexts(after: $0?.id, limit: 1024, owner: nil) }
  }

  mutating func next() throws -> (source: PersonalText?, target: PersonalText?)? {
    switch (try source.peek()?.id, try target.peek()?.id) {
    case (nil, nil): return nil
    case (let one?, let other?) where one == other: return (try source.next(), try target.next())
    case (let one?, let other) where other.map({ one < $0 }) ?? true: return (try source.next(), nil)
    default: return (nil, try target.next())
    }
  }
}

/// Reads the elements of a store page by page, and returns them one at a time. After an empty page, no further page is
/// read: a copy writes to its target while it reads it, so reading on would return elements just written.
private struct Pages<Element> {
  private let fetch: (_ last: Element?) throws -> [Element]
  private var page: ArraySlice<Element> = []
  private var last: Element?
  private var hasEnded = false

  /// Creates a reader. `fetch` returns the page after `last` (nil for the first page), or no elements at the end.
  init(_ fetch: @escaping (_ last: Element?) throws -> [Element]) { self.fetch = fetch }

  mutating func peek() throws -> Element? {
    if page.isEmpty, !hasEnded {
      page = try fetch(last)[...]
      hasEnded = page.isEmpty
    }
    return page.first
  }

  mutating func next() throws -> Element? {
    guard let element = try peek() else { return nil }
    page.removeFirst()
    last = element
    return element
  }
}
