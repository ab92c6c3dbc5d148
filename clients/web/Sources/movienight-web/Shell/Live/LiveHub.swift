import MovieNightKit

/// What an open page is told.
struct LiveMessage: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    /// Something of these kinds has changed: `round`, `household`, `library`, `collection`, `guide`; or `all`.
    case changed(Set<String>)
    /// The movienight server can be reached again, or no longer.
    case server(isUp: Bool)
    /// Nothing, so that proxies keep the connection open.
    case tick
  }

  let content: Content
  let position: EventPosition?

  /// The message as a Server-Sent Event.
  var text: String {
    let id = position.map { "id: \($0)\n" } ?? ""
    return switch content {
    case .changed(let kinds): "\(id)event: change\ndata: \(kinds.sorted().joined(separator: " "))\n\n"
    case .server(let isUp): "event: server\ndata: \(isUp ? "up" : "down")\n\n"
    case .tick: ":\n\n"
    }
  }
}

/// The open pages of all households, each household with one subscription to its events.
actor LiveHub {
  /// The number of messages that wait for a page. Beyond it the stream ends, and the browser connects again.
  static let maximumWaiting = 16
  /// How long a household's subscription outlives its last page, so that the next page needs no new one.
  static let lingering: Duration = .seconds(60)

  private struct Page {
    let session: WebSession
    let clients: MemberClients
    /// The position that the page shows; nil if unknown.
    let position: EventPosition?
    let messages: AsyncStream<LiveMessage>.Continuation
    /// Checks that the session's token still works, and ends the session if it does not.
    let verify: @Sendable () async -> Void
  }

  private struct Household {
    var pages: [Int: Page] = [:]
    /// The position up to which events have arrived; nil before the first subscription.
    var position: EventPosition?
    var isUp = true
    var emptySince: ContinuousClock.Instant?
    var following: Task<Void, Never>?
  }

  private var households: [HouseholdID: Household] = [:]
  private var lastPage = 0

  /// The position up to which all events of a household have arrived; nil if it has no subscription.
  func position(of household: HouseholdID) -> EventPosition? { households[household]?.position }

  var pageCount: Int { households.values.reduce(0) { $0 + $1.pages.count } }
  var subscriptionCount: Int { households.count }

  /// Adds an open page, and returns its messages. They end with the session, or when the page takes them too slowly.
  ///
  /// - Parameter position: The position that the page shows; nil if unknown, so that it refreshes at once.
  func open(
    _ session: WebSession, _ clients: MemberClients, after position: EventPosition?,
    verify: @escaping @Sendable () async -> Void
  ) -> AsyncStream<LiveMessage> {
    let id = session.household
    lastPage += 1
    let (page, number) = (lastPage, lastPage)
    let (stream, continuation) = AsyncStream<LiveMessage>.makeStream(
      bufferingPolicy: .bufferingOldest(Self.maximumWaiting))
    continuation.onTermination = { [weak self] _ in Task { await self?.close(number, of: id) } }
    households[id, default: Household()].pages[page] = Page(
      session: session, clients: clients, position: position, messages: continuation, verify: verify)
    households[id]?.emptySince = nil
    if let known = households[id]?.position { catchUp(page, of: id, at: known) }
    if households[id]?.isUp == false { send(.server(isUp: false), to: page, of: id) }
    if households[id]?.following == nil {
      households[id]?.following = Task { [weak self] in await self?.follow(id) }
    }
    return stream
  }

  /// Ends the pages of a session.
  func end(_ session: String) {
    for (id, household) in households {
      for (number, page) in household.pages where page.session.id == session {
        page.messages.finish()
        close(number, of: id)
      }
    }
  }

  /// Sends a comment to every page, and ends the subscriptions of households without pages.
  func tick(at now: ContinuousClock.Instant = .now) {
    for (id, household) in households {
      send(.tick, to: id)
      if let since = household.emptySince, now - since >= Self.lingering {
        household.following?.cancel()
        households[id] = nil
      }
    }
  }

  private func close(_ page: Int, of id: HouseholdID) {
    households[id]?.pages[page] = nil
    if households[id]?.pages.isEmpty == true, households[id]?.emptySince == nil { households[id]?.emptySince = .now }
  }

  // MARK: Sending

  private func send(_ content: LiveMessage.Content, to id: HouseholdID) {
    for page in (households[id]?.pages ?? [:]).keys { send(content, to: page, of: id) }
  }

  private func send(_ content: LiveMessage.Content, to number: Int, of id: HouseholdID) {
    guard let household = households[id], let page = household.pages[number] else { return }
    let position: EventPosition? = if case .changed = content { household.position } else { nil }
    if case .dropped = page.messages.yield(LiveMessage(content: content, position: position)) {
      page.messages.finish()
      close(number, of: id)
    }
  }

  private func catchUp(_ number: Int, of id: HouseholdID, at position: EventPosition) {
    guard let page = households[id]?.pages[number], page.position != position else { return }
    send(.changed(["all"]), to: number, of: id)
  }

  // MARK: Following a household's events

  private func follow(_ id: HouseholdID) async {
    while !Task.isCancelled {
      // Without pages, the subscription of the last one goes on for a while. Once that has ended, there is none to take its place.
      guard let page = households[id]?.pages.values.first else {
        households[id] = nil
        return
      }
      await follow(id, with: page)
    }
  }

  private func follow(_ id: HouseholdID, with page: Page) async {
    let client = page.clients.quick
    let feed = client.events(after: households[id]?.position)
    let watching = Task { [weak self] in
      for await state in client.connectionStates { await self?.note(state, of: id) }
    }
    defer {
      watching.cancel()
      feed.close()
    }
    do {
      let position = try await feed.begin()
      begin(id, at: position)
      while !Task.isCancelled, client.connectionState != .closed {
        do {
          receive(try await feed.next(within: .seconds(60)), upTo: feed.position, of: id)
        } catch let error as ClientError {
          // The feed itself keeps trying to resume.
          guard case .unreachable = error else { throw error }
          try await Task.sleep(for: .milliseconds(500))
        }
      }
    } catch is CancellationError {
      return
    } catch let error as ClientError where error.reason == .aheadOfHistory {
      // The server has restored a backup, so everything may have changed.
      households[id]?.position = nil
      send(.changed(["all"]), to: id)
    } catch {
      // The member may no longer see the events, or the server cannot be used. The pause limits how often this is tried.
      await page.verify()
      if Task.isCancelled { return }
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func begin(_ id: HouseholdID, at position: EventPosition) {
    guard let household = households[id] else { return }
    let isFirst = household.position == nil
    households[id]?.position = position
    if isFirst { for page in household.pages.keys { catchUp(page, of: id, at: position) } }
  }

  private func receive(_ events: [Event], upTo position: EventPosition?, of id: HouseholdID) {
    if let position { households[id]?.position = position }
    guard !events.isEmpty else { return }
    send(.changed(Set(events.map { String($0.stream.prefix { $0 != "-" }) })), to: id)
    if events.contains(where: { Self.endsAccess.contains($0.type) }) {
      for page in (households[id]?.pages ?? [:]).values { Task { await page.verify() } }
    }
  }

  private static let endsAccess = Set(
    [EventType.tokenRevoked, .memberLeft, .memberErased, .householdClosed].map(\.rawValue))

  private func note(_ state: ConnectionState, of id: HouseholdID) {
    // Before the first subscription, the page itself shows whether the server can be reached.
    guard let household = households[id], household.position != nil else { return }
    let isUp = state == .connected
    guard isUp != household.isUp else { return }
    households[id]?.isUp = isUp
    send(.server(isUp: isUp), to: id)
  }
}
