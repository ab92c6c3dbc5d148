import MovieNightPrimitives

/// Requests of one method as bytes: fixed pieces of text, each followed by a part that changes.
struct LoadRequest {
  private enum Field {
    case command
    /// The next of these numbers.
    case number(ClosedRange<Int>, first: Int)
    /// The next of these movies.
    case movie([Int])
    /// Votes are reversed once all movies have one, so that every vote changes something.
    case vote(movies: Int)
    case none
  }

  private let pieces: [(text: [UInt8], field: Field)]
  private var sent = 0
  private var answered = 0

  private static let firstID = 1_000_000_001

  private init(_ method: String, _ parameters: [(text: String, field: Field)]) {
    var all = parameters
    all.insert((#","method":"\#(method)","params":"#, .none), at: 0)
    all.append(("}\n", .none))
    pieces = all.map { piece in (text: Array(piece.text.utf8), field: piece.field) }
  }

  /// A query with a JSON object as parameters, in which each of `numbers` in turn replaces the word `NUMBER`, starting at index
  /// `first`.
  static func query(
    _ method: String, _ parameters: String, counting numbers: ClosedRange<Int>? = nil, from first: Int = 0
  ) -> LoadRequest {
    guard let numbers else { return LoadRequest(method, [(parameters, .none)]) }
    let parts = parameters.split(separator: "NUMBER", maxSplits: 1, omittingEmptySubsequences: false)
    return LoadRequest(
      method, [(String(parts[0]), .number(numbers, first: first)), (parts.dropFirst().joined(), .none)])
  }

  static func vote(round: String, movies: [Int], hasID: Bool) -> LoadRequest {
    var parameters: [(text: String, field: Field)] = [("{", .none)]
    if hasID { parameters = [(#"{"command_id":""#, .command), (#"","#, .none)] }
    parameters.append((#""round_id":"\#(round)","tmdb_movie_id":"#, .movie(movies)))
    parameters.append((#","vote":"#, .vote(movies: movies.count)))
    parameters.append(("}", .none))
    return LoadRequest("rounds.vote", parameters)
  }

  /// Appends the next request. `command` is its id if it is a command.
  mutating func append(to line: inout [UInt8], command: @autoclosure () -> Identifier<Never>) {
    line += Array("\(Self.start)\(Self.firstID + sent)".utf8)
    for (text, field) in pieces {
      line += text
      switch field {
      case .command: line += Array(command().description.utf8)
      case .number(let numbers, let first):
        let number: Int = numbers.lowerBound + (first - numbers.lowerBound + sent) % numbers.count
        line += Array("\(number)".utf8)
      case .movie(let movies): line += Array("\(movies[sent % movies.count])".utf8)
      case .vote(let movies):
        let vote: String = sent / movies % 2 == 0 ? #""up""# : #""down""#
        line += Array(vote.utf8)
      case .none: break
      }
    }
    sent += 1
  }

  private static let start = #"{"jsonrpc":"2.0","id":"#

  /// The beginning of a correct answer to the next request.
  mutating func nextAnswerStart() -> [UInt8] {
    defer { answered += 1 }
    return Array(#"\#(Self.start)\#(Self.firstID + answered),"result":{"#.utf8)
  }
}

/// Random numbers without a system call for each. Good enough for ids that need not resist guessing.
struct QuickRandomness: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64 = .random(in: 0 ... .max)) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
