import MovieNightPrimitives

extension FileCatalog {
  static let lineBytes = 8 * 1024 * 1024

  /// Reads the lines of an export, and ignores empty ones. Of several lines for one question, prefers those in
  /// `language`, then in American English, then the one that was fetched last, then the last in the file.
  /// - Throws: The first error, with its line number.
  public init(lines: [UInt8], language: String = "en-US") throws(CatalogFileError) {
    var reading = Reading(language: language)
    var start = lines.startIndex
    var number = 0
    while start < lines.endIndex {
      let end = lines[start...].firstIndex(of: UInt8(ascii: "\n")) ?? lines.endIndex
      number += 1
      try reading.read(lines[start..<end], number)
      start = end + 1
    }
    guard reading.sawHeader else { throw CatalogFileError(line: nil, fault: .noHeader) }
    self.init(entries: reading.lines.mapValues(\.entry))
  }

  private struct Reading {
    let language: String
    var sawHeader = false
    var lines: [CatalogQuestion: CatalogLine] = [:]

    mutating func read(_ bytes: ArraySlice<UInt8>, _ number: Int) throws(CatalogFileError) {
      guard bytes.contains(where: { $0 > 32 }) else { return }
      guard bytes.count <= FileCatalog.lineBytes else {
        throw CatalogFileError(line: number, fault: .lineTooLong(limit: FileCatalog.lineBytes))
      }
      let json = try Self.parsing(number) { () throws(JSONError) in try JSONDocument(Array(bytes)).root }
      guard sawHeader else { return try readHeader(json, number) }
      let line = try Self.parsing(number) { () throws(JSONError) in try CatalogLine(json: json) }
      if let other = lines[line.question], isBetter(other, line) { return }
      lines[line.question] = line
    }

    private static func parsing<Value>(_ number: Int, _ read: () throws(JSONError) -> Value) throws(CatalogFileError)
      -> Value
    {
      do {
        return try read()
      } catch {
        throw CatalogFileError(line: number, fault: .json(error))
      }
    }

    private mutating func readHeader(_ json: JSONValue, _ number: Int) throws(CatalogFileError) {
      guard let format = try? json.integer("catalog") else {
        throw CatalogFileError(line: number, fault: .noHeader)
      }
      guard format == CatalogHeader.format else {
        throw CatalogFileError(line: number, fault: .unknownFormat(format))
      }
      sawHeader = true
    }

    private func isBetter(_ first: CatalogLine, _ second: CatalogLine) -> Bool {
      let (left, right) = (rank(first.language), rank(second.language))
      return left == right ? first.entry.fetchedAt > second.entry.fetchedAt : left > right
    }

    private func rank(_ other: String) -> Int { other == language ? 2 : other == "en-US" ? 1 : 0 }
  }
}
