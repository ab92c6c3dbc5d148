import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct CSVReaderTests {
  private func rows(_ bytes: [UInt8]) throws(ImportError) -> [CSVRow] {
    var reader = CSVReader()
    var rows: [CSVRow] = []
    for byte in bytes { if let row = try reader.take(byte) { rows.append(row) } }
    if let row = try reader.finish() { rows.append(row) }
    return rows
  }

  private func rows(_ text: String) throws(ImportError) -> [CSVRow] { try rows(Array(text.utf8)) }

  @Test func quotedFieldsCanHaveCommasQuotesAndLineBreaks() throws {
    #expect(
      try rows("a,\"b,\"\"c\"\"\r\nd\",\"\"\r\n1,2,3") == [
        CSVRow(line: 1, fields: ["a", "b,\"c\"\r\nd", ""]), CSVRow(line: 3, fields: ["1", "2", "3"]),
      ])
  }

  @Test func byteOrderMarkAndEmptyLinesAreSkipped() throws {
    #expect(
      try rows("\u{FEFF}\"a\"\n\n\r\nb\n") == [CSVRow(line: 1, fields: ["a"]), CSVRow(line: 4, fields: ["b"])])
    #expect(try rows("") == [])
    #expect(try rows("\"\"") == [CSVRow(line: 1, fields: [""])])
  }

  @Test(arguments: [("a\"b", 1), ("x\n\"a\"b", 2), ("x\n\"a", 2), ("x\na\rb", 2)])
  func malformedTextIsRefusedWithItsLine(_ text: String, line: Int) {
    #expect(throws: ImportError(.badCSV, line: line)) { try rows(text) }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    #expect(throws: ImportError(.badEncoding, line: 2)) { try rows(Array("a\n".utf8) + [0xC3, 0x28]) }
    #expect(throws: ImportError(.badEncoding, line: 1)) { try rows([0xC3]) }
  }

  @Test func longFieldsAndRecordsAreRefused() throws {
    let field = String(repeating: "x", count: CSVReader.longestField)
    #expect(try rows(field).first?.fields == [field])
    #expect(throws: ImportError(.tooLong, line: 2)) { try rows("a\n\(field)x") }
    let fields = Array(repeating: field, count: 16).joined(separator: ",")
    #expect(throws: ImportError(.tooLong, line: 1)) { try rows(fields) }
  }

  @Test func columnsAreFoundByAnyOfTheirNames() throws {
    let header = CSVRow(line: 1, fields: ["B", " name ", "b"])
    var row = CSVRow(line: 2, fields: ["1", " x "])
    row.columns = try header.columns(needing: ["Name"])
    #expect(row["NAME"] == "x" && row.untrimmed("Name") == " x " && row["c", "b"] == "1" && row["c"] == nil)
    #expect(throws: ImportError(.unknownColumns, line: 1)) { try header.columns(needing: ["c"]) }
  }

  @Test func valuesAreReadOrRefused() throws {
    let row = CSVRow(line: 2, fields: ["4.5", "", "x"], columns: ["a": 0, "b": 1, "c": 2])
    #expect(try row.rating("a", times: 2, at: nil)?.rating10 == 9 && row.rating("b", at: nil) == nil)
    #expect(try row.number("b", "a") == nil && row.time("b") == nil)
    #expect(throws: ImportProblem.badValue) { try row.rating("a", at: nil) }
    #expect(throws: ImportProblem.badValue) { try row.time("c") }
  }
}
