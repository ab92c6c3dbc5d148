import MovieNightPrimitives
import TestSupport
import Testing

@testable import Server

/// Parsers give the same items however a file is cut, and never crash. A failure prints the seed that repeats it.
@Suite struct ImportFuzzTests {
  private static let formats: [ImportFormat] = [.letterboxd, .imdb, .trakt, .tvtime, .movienight]
  private static let rounds: UInt64 = 40

  private func samples(_ format: ImportFormat) throws -> [(name: String, bytes: [UInt8])] {
    try ParsedFile.samples(of: format).filter { format.parser(forFile: $0) != nil }.map { name in
      (name, Array(try ParsedFile.sample(format, name).utf8))
    }
  }

  /// Returns the bytes in pieces of random lengths.
  private func cut(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 0...40, using: &random))
      pieces.append(bytes[start..<end])
      start = end
    }
    return pieces
  }

  @Test(arguments: formats) func fileCutAtEveryByteGivesTheSameItems(_ format: ImportFormat) throws {
    let samples = try samples(format)
    #expect(!samples.isEmpty)
    for (name, bytes) in samples {
      let whole = try #require(ParsedFile(format, name, [bytes[...]]))
      #expect(whole.error == nil && whole.records > 0, "\(name)")
      let pieces = bytes.indices.map { bytes[$0...$0] }
      #expect(whole.isSame(as: ParsedFile(format, name, pieces)), "\(name)")
    }
  }

  @Test(arguments: formats) func mutatedFilesGiveItemsOrAnErrorHoweverTheyAreCut(_ format: ImportFormat) throws {
    let samples = try samples(format)
    for round in 0..<Self.rounds {
      let seed = TestSeed.current &+ round
      var random = SeededGenerator(seed: seed)
      guard let (name, sample) = samples.randomElement(using: &random) else { return }
      var bytes = sample
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
      check(format, name, bytes, seed, &random)
    }
  }

  @Test(arguments: formats) func randomBytesGiveItemsOrAnError(_ format: ImportFormat) throws {
    let names = try samples(format).map(\.name)
    let characters = Array("\",\r\n[]{}:0tn\\ ".utf8) + [0xEF, 0xBB, 0xBF, 0xFF]
    for round in 0..<Self.rounds {
      let seed = TestSeed.current &+ round
      var random = SeededGenerator(seed: seed)
      guard let name = names.randomElement(using: &random) else { return }
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        characters.randomElement(using: &random) ?? 0
      }
      check(format, name, bytes, seed, &random)
    }
  }

  private func check(
    _ format: ImportFormat, _ name: String, _ bytes: [UInt8], _ seed: UInt64, _ random: inout SeededGenerator
  ) {
    let command = TestSeed.command(seed: seed, filter: "ImportFuzzTests")
    guard let whole = ParsedFile(format, name, [bytes[...]]) else { return }
    #expect(whole.items.count <= bytes.count, "\(name): \(command)")
    #expect(whole.isSame(as: ParsedFile(format, name, cut(bytes, &random))), "\(name): \(command)")
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: bytes.indices, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...30, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
    case 3: bytes.insert(Array("\",\n[]{}:".utf8).randomElement(using: &random) ?? 0, at: place)
    default: bytes.removeSubrange(place...)
    }
  }
}
