/// All items of a paged list. Each page is requested when the items before it have been consumed.
///
///     for try await session in client.sessions.all() { … }
public struct AllItems<Element: Sendable, Cursor: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = any Error
  typealias Page = (items: [Element], next: Cursor?)

  private let page: @Sendable (Cursor?) async throws -> Page

  /// - Parameter page: Returns the page at a cursor, or the first page for nil.
  init(_ page: @escaping @Sendable (Cursor?) async throws -> Page) { self.page = page }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(page) }

  /// An iterator that requests a page when all earlier items have been consumed.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let page: @Sendable (Cursor?) async throws -> Page
    private var items: [Element] = []
    private var index = 0
    private var cursor: Cursor?
    private var isAtEnd = false

    fileprivate init(_ page: @escaping @Sendable (Cursor?) async throws -> Page) { self.page = page }

    /// Returns the next item; nil after the last. If a page request fails, throws its error; the next call repeats it.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Element? {
      while index == items.count {
        if isAtEnd { return nil }
        let next = try await page(cursor)
        (items, cursor, index) = (next.items, next.next, 0)
        isAtEnd = next.next == nil
      }
      defer { index += 1 }
      return items[index]
    }
  }
}
