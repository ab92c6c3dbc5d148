import MovieNightPrimitives

/// A sequence of requests to one method: fixed pieces of text, each followed by a field that changes with each request.
struct RequestSequence {
  private enum Field {
    case command
    /// The numbers of the range in turn, beginning with `first`.
    case number(ClosedRange<Int>, first: Int)
    /// The ids of these movies in turn.
    case movie([Int])
    /// A vote, which alternates between up and down once all `movies` have votes, so that every vote changes something.
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

  /// Makes a query with JSON `parameters`, in which one of `numbers` replaces the word `NUMBER`, from `first` on.
  static func query(
    _ method: String, _ parameters: String, counting numbers: ClosedRange<Int>? = nil, from first: Int = 0
  ) -> RequestSequence {
    guard let numbers else { return RequestSequence(method, [(parameters, .none)]) }
    let parts = parameters.split(separator: "NUMBER", maxSplits: 1, omittingEmptySubsequences: false)
    return RequestSequence(
      method, [(String(parts[0]), .number(numbers, first: first)), (parts.dropFirst().joined(), .none)])
  }

  static func vote(round: String, movies: [Int], hasID: Bool) -> RequestSequence {
    var parameters: [(text: String, field: Field)] = [("{", .none)]
    if hasID { parameters = [(#"{"command_id":""#, .command), (#"","#, .none)] }
    parameters.append((#""round_id":"\#(round)","tmdb_movie_id":"#, .movie(movies)))
    parameters.append((#","vote":"#, .vote(movies: movies.count)))
    parameters.append(("}", .none))
    return RequestSequence("rounds.vote", parameters)
  }

  /// Appends the next request to `line`. `command` makes the command's id, if the request has one.
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

  /// Returns the expected beginning of the next answer.
  mutating func nextAnswerStart() -> [UInt8] {
    defer { answered += 1 }
    return Array(#"\#(Self.start)\#(Self.firstID + answered),"result":{"#.utf8)
  }
}

/// A random number generator that makes no system calls. Its numbers are predictable, which does not matter here.
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
