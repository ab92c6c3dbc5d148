import Commands
import Domain
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Server

/// What a parser makes of a file.
struct ParsedFile {
  var items: [ParsedItem] = []
  var error: ImportError?
  var records = 0

  /// Parses a file in pieces; nil if the format does not need it.
  init?(_ format: ImportFormat, _ name: String, _ pieces: [ArraySlice<UInt8>]) {
    guard var parser = format.parser(forFile: name) else { return nil }
    do throws(ImportError) {
      for piece in pieces { items += try parser.take(piece) }
      items += try parser.finish()
      while true {
        let more = parser.next(3)
        if more.isEmpty { break }
        items += more
      }
    } catch {
      self.error = error
    }
    records = parser.records
  }

  init?(_ format: ImportFormat, _ name: String, _ text: String) { self.init(format, name, [Array(text.utf8)[...]]) }

  /// Parses one of the sample files.
  init(sample format: ImportFormat, _ name: String) throws {
    self = try #require(ParsedFile(format, name, try Self.sample(format, name)))
  }

  static func sample(_ format: ImportFormat, _ name: String) throws -> String {
    try Project.text("Tests/ServerTests/Fixtures/imports/\(format.rawValue)/\(name)")
  }

  /// The paths of a format's sample files, in order.
  static func samples(of format: ImportFormat) throws -> [String] {
    let folder = "Tests/ServerTests/Fixtures/imports/\(format.rawValue)"
    return try (Project.files(in: folder, ending: ".csv") + Project.files(in: folder, ending: ".json"))
      .map { String($0.dropFirst(folder.count + 1)) }
  }

  /// Whether both are the same to a user: the same items, or the same error, before which items may be missing.
  func isSame(as other: ParsedFile?) -> Bool {
    error == other?.error && (error != nil || (items == other?.items && records == other?.records))
  }
}

extension ImportFormat {
  /// The source of files in tests.
  var source: ImportSource { ImportSource(format: self, member: MemberID(high: 9, low: 9)) }

  func parser(forFile path: String) -> (any ImportParser)? { source.parser(forFile: path) }
}

/// Returns an item with a record, which `change` completes.
func item(_ line: Int, _ title: SourceTitle, _ change: (inout ImportRecord) -> Void = { _ in }) -> ParsedItem {
  var record = ImportRecord(line: line, title: title)
  change(&record)
  return .record(record)
}

/// Returns the time that a text stands for, as in files.
func time(_ text: String) -> Timestamp {
  guard let time = WatchedAt(source: text)?.start else { preconditionFailure("\(text) is no time") }
  return time
}

/// Returns a play of a movie at a time or on a day; without one, at an unknown time.
func play(_ text: String? = nil, _ episode: EpisodeRef? = nil) -> ImportedPlay {
  ImportedPlay(episode: episode, watchedAt: text.flatMap(WatchedAt.init(source:)) ?? .unknown)
}
