import Commands
import Domain
import MovieNightPrimitives

/// A row of a CSV file.
struct CSVRow: Sendable, Equatable {
  /// The line at which the row begins, from 1.
  let line: Int
  var fields: [String]
  /// The places of the columns by their names, without case and surrounding spaces. Empty before the header.
  var columns: [String: Int] = [:]

  /// The trimmed text of the first of the named columns that is not empty; nil if all are empty or missing.
  subscript(names: String...) -> String? { text(names) }

  private func text(_ names: [String]) -> String? {
    names.lazy.compactMap { untrimmed($0)?.trimmed }.first { !$0.isEmpty }
  }

  /// Returns the text as it is; nil if the column is missing.
  func untrimmed(_ name: String) -> String? {
    columns[name.lowercased()].flatMap { fields.indices.contains($0) ? fields[$0] : nil }
  }

  func number(_ names: String...) -> Int? { text(names).flatMap { Int($0) } }

  /// Returns the time or day; nil if the columns are empty. Throws `badValue` if it is neither.
  func time(_ names: String...) throws(ImportProblem) -> WatchedAt? {
    guard let text = text(names) else { return nil }
    guard let time = WatchedAt(source: text) else { throw .badValue }
    return time
  }

  /// Returns the rating; nil if the column is empty. Throws `badValue` unless `factor` makes it a number from 1 to 10.
  func rating(_ name: String, times factor: Double = 1, at time: Timestamp?) throws(ImportProblem) -> ImportedRating? {
    guard let text = text([name]) else { return nil }
    guard let rating = ImportedRating(checking: Double(text).map { $0 * factor }, at: time) else { throw .badValue }
    return rating
  }

  /// Returns the header's columns.
  /// - Throws: `unknownColumns` unless it has all `required` columns.
  func columns(needing required: [String]) throws(ImportError) -> [String: Int] {
    let columns = Dictionary(fields.enumerated().map { ($1.trimmed.lowercased(), $0) }) { first, _ in first }
    for name in required where columns[name.lowercased()] == nil { throw ImportError(.unknownColumns, line: line) }
    return columns
  }
}

/// A reader of CSV (RFC 4180) in UTF-8. Skips a byte order mark and empty lines.
struct CSVReader: Sendable {
  static let longestField = 64 << 10
  static let longestRecord = 1 << 20

  private static let quote = UInt8(ascii: "\"")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var bytes: [UInt8] = []
  /// Whether the row has an odd number of quotes so far, so that the next byte is inside a quoted field.
  private var isQuoted = false
  private var line = 1
  private var startLine = 1

  /// Returns the row that ends with this byte; nil if none does.
  mutating func take(_ byte: UInt8) throws(ImportError) -> CSVRow? {
    if byte == Self.quote { isQuoted.toggle() }
    if byte == UInt8(ascii: "\n") {
      line += 1
      if !isQuoted { return try endRow() }
    }
    guard bytes.count < Self.longestRecord else { throw ImportError(.tooLong, line: startLine) }
    bytes.append(byte)
    return nil
  }

  /// Returns the last row, if the file does not end in a line break.
  mutating func finish() throws(ImportError) -> CSVRow? {
    guard !isQuoted else { throw ImportError(.badCSV, line: startLine) }
    return try endRow()
  }

  private mutating func endRow() throws(ImportError) -> CSVRow? {
    if startLine == 1, bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(Self.byteOrderMark.count) }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    defer { (bytes, startLine) = ([], line) }
    guard !bytes.isEmpty else { return nil }
    var isQuoted = false
    let fields = bytes.split(omittingEmptySubsequences: false) { byte in
      if byte == Self.quote { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }
    return CSVRow(line: startLine, fields: try fields.map { (field) throws(ImportError) in try text(of: field) })
  }

  private func text(of field: ArraySlice<UInt8>) throws(ImportError) -> String {
    guard field.count <= Self.longestField else { throw ImportError(.tooLong, line: startLine) }
    // Every other part is inside quotes, and none may be outside. Two quotes with nothing between them stand for one.
    let parts = field.split(separator: Self.quote, omittingEmptySubsequences: false)
    let inside = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    let isValid =
      inside.isEmpty
      ? !field.contains(UInt8(ascii: "\r"))
      : stride(from: 0, to: parts.count, by: 2).allSatisfy { parts[$0].isEmpty }
    guard isValid else { throw ImportError(.badCSV, line: startLine) }
    let bytes = inside.isEmpty ? Array(field) : Array(inside.joined(separator: [Self.quote]))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ImportError(.badEncoding, line: startLine) }
    return text
  }
}

extension ParsedItem {
  /// Returns a record about a title, which `read` completes, or the problem that `read` throws.
  static func item(
    line: Int, about title: SourceTitle, _ read: (inout ImportRecord) throws(ImportProblem) -> Void
  ) -> ParsedItem {
    var record = ImportRecord(line: line, title: title)
    do throws(ImportProblem) {
      try read(&record)
      return .record(record)
    } catch {
      return .problem(line: line, title, error)
    }
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}

/// The meaning of the rows of one service's CSV files.
protocol CSVRows: Sendable {
  /// The columns that the file must have.
  var required: [String] { get }
  /// Takes a row before the header, and returns what it contains; nil if it is the header.
  mutating func preface(_ row: CSVRow) throws(ImportError) -> [ParsedItem]?
  /// Takes the header, and returns what the file contains beside its records.
  mutating func header(_ row: CSVRow) -> [ParsedItem]
  func item(of row: CSVRow) -> ParsedItem
}

extension CSVRows {
  func preface(_ row: CSVRow) -> [ParsedItem]? { nil }
  func header(_ row: CSVRow) -> [ParsedItem] { [] }
}

/// A parser of a CSV file.
struct CSVParser<Rows: CSVRows>: ImportParser {
  private var reader = CSVReader()
  private var rows: Rows
  private var columns: [String: Int]?
  private(set) var records = 0

  init(rows: Rows) { self.rows = rows }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(ImportError) -> [ParsedItem] {
    var items: [ParsedItem] = []
    for byte in bytes { if let row = try reader.take(byte) { items += try self.items(of: row) } }
    return items
  }

  mutating func finish() throws(ImportError) -> [ParsedItem] {
    guard let row = try reader.finish() else { return [] }
    return try items(of: row)
  }

  private mutating func items(of row: CSVRow) throws(ImportError) -> [ParsedItem] {
    var row = row
    if let columns {
      records += 1
      row.columns = columns
      return [rows.item(of: row)]
    }
    if let items = try rows.preface(row) { return items }
    row.columns = try row.columns(needing: rows.required)
    columns = row.columns
    return rows.header(row)
  }
}
