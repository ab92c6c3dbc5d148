import Platform
import MovieNightPrimitives

/// Returns a text that takes quadratic time to normalize, because marks of two combining classes are in the wrong
/// order.
func combiningMarks(_ bytes: Int) -> String {
  "a" + String(repeating: "\u{301}", count: bytes / 4) + String(repeating: "\u{316}", count: bytes / 4)
}

/// A member's requests with many combining marks.
struct MemberMarks: Attack {
  enum Place: String, CaseIterable { case country, key, id }
  enum Text {
    /// One run of marks, which the JSON parser refuses.
    case refused(bytes: Int)
    /// Runs of the maximum length, up to `bytes` in total.
    case accepted(bytes: Int)
  }

  let place: Place
  let text: Text
  let connections = 1

  var name: String {
    switch text {
    case .refused(let bytes): "marks-\(place.rawValue)-\(bytes >> 10)k"
    case .accepted: "marks-\(place.rawValue)-accepted"
    }
  }

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    let marks =
      switch text {
      case .refused(let bytes): combiningMarks(bytes)
      case .accepted(let bytes): String(repeating: combiningMarks(60), count: bytes / 61)
      }
    return switch place {
    case .country: request("households.update", #""settings":{"country":"\#(marks)"}"#)
    case .key: request("households.update", #""\#(marks)":1"#)
    case .id: request("rounds.get", #""round_id":"\#(marks)""#)
    }
  }

  func allows(_ answer: String, number: Int) -> Bool {
    switch text {
    case .refused: answer.errorCode == -32600
    case .accepted: answer.errorCode == -32602
    }
  }
}

/// Objects with many keys that contain an escape.
struct EscapedKeys: Attack {
  let name = "escaped-keys"
  let connections: Int
  let bytes: Int

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    let member = #""\u0061":0"#
    let members = Array(repeating: member, count: bytes / 2 / (member.utf8.count + 1)).joined(separator: ",")
    let parameters = #""movie":{\#(members)}"#
    // Even turns attack the lookup of the request's own members, odd turns the lookup of a parameter's members.
    return turn.isMultiple(of: 2)
      ? "{\(members),\(request("watchlist.add", parameters).dropFirst())" : request("watchlist.add", parameters)
  }

  func allows(_ answer: String, number: Int) -> Bool { [-32600, -32602].contains(answer.errorCode) }
}

/// Method names with many combining marks, sent before authentication.
struct UnauthenticatedMarks: Attack {
  let name = "marks-method"
  let bytes: Int
  let connections: Int
  let isAuthenticated = false

  func line(turn: Int, of connection: Int, after answer: String) -> String? { request(combiningMarks(bytes)) }

  func allows(_ answer: String, number: Int) -> Bool { answer.errorCode == -32600 }
}

/// Short batches with long answers.
struct DiscoverBatches: Attack {
  let name = "discover-batches"
  let window = 8
  let connections: Int
  let count: Int

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    batch((1...count).map { request("rpc.discover", id: $0) })
  }

  func allows(_ answer: String, number: Int) -> Bool {
    answer.hasPrefix("[{") && answer.isResult
  }
}

/// Batches of two long pages of events, from all connections at the same moment.
struct HistoryBatches: Attack {
  let name = "history-batches"
  let connections: Int
  let events: Int
  let isTogether = true

  var preparation: [String] {
    (0..<events).map { index in
      index.isMultiple(of: 2)
        ? request("watchlist.add", #""movie":\#(movie(1, textBytes: 40))"#)
        : request("watchlist.remove", #""tmdb_movie_id":1"#)
    }
  }

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    batch((1...2).map { request("events.read", #""limit":1000"#, id: $0) })
  }

  func allows(_ answer: String, number: Int) -> Bool {
    answer.hasPrefix("[{") && answer.isResult
  }
}

/// Long lines that are slow to parse, from all connections at the same moment.
struct LongArrays: Attack {
  let name: String
  let connections: Int
  let bytes: Int
  let isAuthenticated: Bool
  let isTogether = true

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    let (opening, closing) = (#"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"a":["#, "0]}}")
    return opening + String(repeating: "0,", count: (bytes - opening.utf8.count - closing.utf8.count - 2) / 2) + closing
  }

  // The server refuses the number of values, or a parameter that the method does not have.
  func allows(_ answer: String, number: Int) -> Bool { [-32600, -32602].contains(answer.errorCode) }
}

/// Rounds with as much text as possible. Each replaces the one before.
struct ReplacedRounds: Attack {
  let name = "replaced-rounds"
  let connections = 1
  let textBytes: Int

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    let movies = (1...12).map { movie($0, textBytes: textBytes) }.joined(separator: ",")
    let replaced = answer.member("round_id").map { #","replace":"\#($0)""# } ?? ""
    return request("rounds.start", #""movies":[\#(movies)]\#(replaced)"#)
  }

  func allows(_ answer: String, number: Int) -> Bool {
    answer.isResult || answer.isOverQuota || answer.errorCode == 409
  }
}

/// Adds the largest possible movies to the watchlist and removes them.
struct WatchlistChanges: Attack {
  let name = "watchlist-changes"
  let connections: Int
  let textBytes: Int
  let window = 16

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    let id = connection + 1
    return turn.isMultiple(of: 2)
      ? request("watchlist.add", #""movie":\#(movie(id, textBytes: textBytes))"#)
      : request("watchlist.remove", #""tmdb_movie_id":\#(id)"#)
  }

  func allows(_ answer: String, number: Int) -> Bool {
    answer.isResult || answer.isOverQuota || [404, 409].contains(answer.errorCode)
  }
}

/// Commands that change nothing, with a new id each, so that the server keeps a receipt of each.
struct CommandsWithoutEffect: Attack {
  let name = "no-op-commands"
  let connections: Int
  let window = 64

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    var random = SystemRandomNumberGenerator()
    let id = Identifier<Never>(version7At: SystemClock.wallTime(), using: &random)
    return request("households.update", #""settings":{"country":"US"},"command_id":"\#(id)""#)
  }

  func allows(_ answer: String, number: Int) -> Bool { answer.isResult || answer.isOverQuota }
}

/// Clients that send requests and never read an answer.
struct SilentReaders: Attack {
  let name = "silent-readers"
  let connections: Int
  let readsAnswers = false
  let window = Int.max

  func line(turn: Int, of connection: Int, after answer: String) -> String? { request("rpc.discover") }
  func allows(_ answer: String, number: Int) -> Bool { true }
}

/// Six wrong tokens at once, of which the server may check only the first five.
struct TokenGuesses: Attack {
  let isBatch: Bool
  let connections: Int
  let isAuthenticated = false
  var name: String { isBatch ? "guesses-in-a-batch" : "guesses-in-a-pipeline" }
  var answersPerTurn: Int { isBatch ? 1 : Self.checked + 1 }
  /// The number of tokens that the server checks on one connection.
  private static let checked = 5

  func line(turn: Int, of connection: Int, after answer: String) -> String? {
    // The token is well-formed, so that the server has to compute its digest.
    let token = "mn_" + String(repeating: "A", count: 86)
    let guesses = (0...Self.checked).map { request("auth.authenticate", #""token":"\#(token)""#, id: $0) }
    return isBatch ? batch(guesses) : guesses.joined(separator: "\n")
  }

  func allows(_ answer: String, number: Int) -> Bool {
    answer.ends(of: #""code":401"#).count + (isBatch ? 0 : number) <= Self.checked
  }
}

/// Idle connections to a server with a low descriptor limit.
struct IdleConnections: Attack {
  let name = "idle-strangers"
  let connections: Int
  let isAuthenticated = false
  let connectsAgain = false
  let descriptorLimit: Int? = 200

  func line(turn: Int, of connection: Int, after answer: String) -> String? { nil }
  func allows(_ answer: String, number: Int) -> Bool { true }
}

extension AttackSize {
  /// All attacks at this size.
  package var attacks: [any Attack] {
    let marks = MemberMarks.Place.allCases.flatMap { place in
      [16 << 10, 32 << 10].map { MemberMarks(place: place, text: .refused(bytes: length($0))) }
        + [MemberMarks(place: place, text: .accepted(bytes: length(1_000_000)))]
    }
    return marks + [
      UnauthenticatedMarks(bytes: length(14 << 10), connections: connections(50)),
      EscapedKeys(connections: connections(20), bytes: length(1_000_000)),
      DiscoverBatches(connections: connections(40), count: length(55)),
      HistoryBatches(connections: connections(90), events: length(1000)),
      LongArrays(name: "long-arrays", connections: connections(90), bytes: length(1 << 20), isAuthenticated: true),
      LongArrays(
        name: "strangers-lines", connections: connections(6000), bytes: length((16 << 10) - 64), isAuthenticated: false),
      ReplacedRounds(textBytes: length(4000)),
      WatchlistChanges(connections: connections(20), textBytes: length(4000)),
      CommandsWithoutEffect(connections: connections(20)),
      SilentReaders(connections: connections(40)),
      TokenGuesses(isBatch: true, connections: connections(10)),
      TokenGuesses(isBatch: false, connections: connections(10)),
      IdleConnections(connections: 400),
    ]
  }
}

/// Returns the JSON of a movie as a client sends it, with texts of up to `textBytes` bytes.
func movie(_ id: Int, textBytes: Int) -> String {
  func text(_ most: Int) -> String { String(repeating: "m", count: min(most, textBytes)) }
  let names = (1...20).map { "\"\($0)\(text(97))\"" }.joined(separator: ",")
  return """
    {"tmdb_movie_id":\(id),"title":"\(text(300))","year":2001,"poster_path":"/\(text(290))","content_rating":"PG",\
    "overview":"\(text(4000))","genres":[\(names)],"streaming":[\(names)],"popularity":1.5}
    """
}
