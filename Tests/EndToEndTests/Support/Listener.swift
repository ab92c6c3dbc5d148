import MovieNightPrimitives

@testable import Transport

/// A connection with one subscription, and the notifications received over it.
struct Listener {
  let wire: Wire
  let subscription: String
  /// The position at which the subscription began.
  let start: Int
  private(set) var events: [JSONValue] = []
  /// The position in each notification received.
  private(set) var positions: [Int] = []
  private let isFiltered: Bool
  private(set) var closed: JSONValue?

  /// Subscribes with `parameters`, the members of a parameters object as JSON.
  init(_ wire: Wire, _ parameters: String = "") throws {
    self.wire = wire
    isFiltered = parameters.contains("\"types\":") || parameters.contains("\"round_id\":")
    let result = try wire.result("events.subscribe", parameters)
    subscription = try result.string("subscription_id")
    start = try result.integer("position")
  }

  /// Reads one notification.
  mutating func listen() throws {
    let notification = try wire.readAnswer().json
    let parameters = try notification.object("params")
    guard try parameters.string("subscription_id") == subscription else {
      throw TestFailure("a notification of another subscription: \(notification.text)")
    }
    switch try notification.string("method") {
    case "events.appended":
      let page = Array(try parameters.array("events"))
      let (last, position) = (try page.last?.integer("position"), try parameters.integer("position"))
      guard last == position || isFiltered && last ?? 0 < position else {
        throw TestFailure("the position is not that of the last event: \(notification.text)")
      }
      events += page
      positions.append(position)
    case "events.closed": closed = parameters
    default: throw TestFailure(notification.text)
    }
  }

  /// Reads notifications until one has a position of at least `position`.
  mutating func listen(through position: Int) throws {
    while (positions.last ?? 0) < position { try listen() }
  }

  /// Reads notifications up to `events.closed`.
  mutating func listenToEnd() throws {
    while closed == nil { try listen() }
  }
}

extension JSONValue {
  /// Returns the texts of the elements of `events`.
  func eventTexts() throws -> [String] { try array("events").map(\.text) }
}
