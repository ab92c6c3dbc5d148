import MovieNightPrimitives

/// A request as a line of bytes, in which what changes from one to the next is written over in place.
struct LoadRequest {
  /// The line as it is to be sent.
  private(set) var bytes: [UInt8] = []
  /// What a good answer begins with: to the request that `advanceAnswer` has come to.
  private(set) var expectedStart: [UInt8]
  private var number: Int
  private var answerNumber: Int
  private var numberOffset = 0
  private var commandOffset: Int?
  private var vote: VoteFields?
  private var counter: Counter?

  private struct Counter {
    let numbers: ClosedRange<Int>
    let offset: Int
    let first: Int
  }

  private struct VoteFields {
    var movies: [Int]
    var movieOffset: Int
    var voteOffset: Int
  }

  // Numbers, and the ids of movies, keep their count of digits.
  private static let firstNumber = 1_000_000_000
  private static let commandPlaceholder = "00000000-0000-0000-0000-000000000000"
  private static let answerStart = #"{"jsonrpc":"2.0","id":"#

  private init(method: String) {
    number = Self.firstNumber
    answerNumber = Self.firstNumber
    expectedStart = Array("\(Self.answerStart)\(number),\"result\":{".utf8)
    append(#"{"jsonrpc":"2.0","id":"#)
    numberOffset = bytes.count
    append("\(number),\"method\":\"\(method)\",\"params\":{")
  }

  /// `sessions.list` of 20 rows.
  static func sessions() -> LoadRequest {
    var request = LoadRequest(method: "sessions.list")
    request.append(#""limit":20}}"#)
    request.append("\n")
    return request
  }

  /// A query of any method.
  ///
  /// - Parameter parameters: a JSON object.
  static func query(_ method: String, _ parameters: String) -> LoadRequest {
    var request = LoadRequest(method: method)
    request.append("\(parameters.drop { $0 != "{" }.dropFirst())}\n")
    return request
  }

  /// A query in whose parameters the word `NUMBER` is the next of `numbers` each time, all of as many digits, beginning
  /// with `first`.
  static func query(_ method: String, _ parameters: String, counting numbers: ClosedRange<Int>, from first: Int)
    -> LoadRequest
  {
    let parts = parameters.split(separator: "NUMBER", maxSplits: 1, omittingEmptySubsequences: false)
    var request = LoadRequest(method: method)
    request.append("\(parts[0].drop { $0 != "{" }.dropFirst())")
    request.counter = Counter(numbers: numbers, offset: request.bytes.count, first: first)
    request.append("\(first)\(parts.dropFirst().joined())}\n")
    return request
  }

  /// A vote in `round`, the next time on the next of `movies`, ids of six digits. When all have one it is turned
  /// round, so that every vote changes something.
  static func vote(round: String, movies: [Int], hasID: Bool) -> LoadRequest {
    var request = LoadRequest(method: "rounds.vote")
    if hasID {
      request.append(#""command_id":""#)
      request.commandOffset = request.bytes.count
      request.append("\(commandPlaceholder)\",")
    }
    request.append("\"round_id\":\"\(round)\",\"tmdb_movie_id\":")
    let movieOffset = request.bytes.count
    request.append("\(movies[0]),\"vote\":")
    request.vote = VoteFields(movies: movies, movieOffset: movieOffset, voteOffset: request.bytes.count)
    request.append("\"up\"  }}\n")
    return request
  }

  private mutating func append(_ text: String) { bytes += Array(text.utf8) }

  /// Makes it the next request, with `command` as its id where it is a command.
  mutating func advance(command: @autoclosure () -> Identifier<Never>) {
    let count = number - Self.firstNumber
    number += 1
    Self.write(number, at: numberOffset, in: &bytes)
    if let commandOffset {
      let command = command()
      bytes.withUnsafeMutableBufferPointer { command.writeText(to: $0.baseAddress! + commandOffset) }
    }
    if let counter {
      let next = counter.first + count + 1 - counter.numbers.lowerBound
      Self.write(counter.numbers.lowerBound + next % counter.numbers.count, at: counter.offset, in: &bytes)
    }
    if let vote {
      Self.write(vote.movies[count % vote.movies.count], at: vote.movieOffset, in: &bytes)
      let isUp = count / vote.movies.count % 2 == 0
      bytes.replaceSubrange(vote.voteOffset..<vote.voteOffset + 6, with: (isUp ? "\"up\"  " : "\"down\"").utf8)
    }
  }

  /// Makes the next request's answer the one that is due.
  mutating func advanceAnswer() {
    answerNumber += 1
    Self.write(answerNumber, at: Self.answerStart.utf8.count, in: &expectedStart)
  }

  /// Writes a number over one with as many digits.
  private static func write(_ number: Int, at offset: Int, in bytes: inout [UInt8]) {
    var rest = number
    var end = offset
    while end < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end]) { end += 1 }
    for index in (offset..<end).reversed() {
      bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }
}

/// Random numbers that are good enough for ids nobody guesses at, without a system call for each.
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
