import Testing

@testable import movienight_web

@Suite struct MultipartReaderTests {
  private static let type = "multipart/form-data; boundary=XX"
  private static let body =
    "--XX\r\nContent-Disposition: form-data; name=\"forgery\"\r\n\r\nsecret\r\n"
    + "--XX\r\ncontent-disposition: form-data; name=\"files\"; filename=\"a;b.csv\"\r\nContent-Type: text/csv\r\n\r\n"
    + "1\r\n--X\r\n--XY\r\r\n\r\n"
    + "--XX\r\nContent-Disposition: form-data; name=\"folder\"; filename=\"\"\r\n\r\n\r\n--XX--\r\nafter"
  private static let parts = [
    Read(MultipartReader.Part(name: "forgery", fileName: nil), "secret"),
    Read(MultipartReader.Part(name: "files", fileName: "a;b.csv"), "1\r\n--X\r\n--XY\r\r\n"),
    Read(MultipartReader.Part(name: "folder", fileName: ""), ""),
  ]

  private struct Read: Equatable {
    let part: MultipartReader.Part
    var text: String

    init(_ part: MultipartReader.Part, _ text: String) {
      self.part = part
      self.text = text
    }
  }

  /// Returns the parts of a form that arrives in two pieces, or in pieces of one byte.
  private func read(_ body: String, cutAt cut: Int?, type: String = type) throws -> [Read] {
    let bytes = Array(body.utf8)
    var reader = try #require(MultipartReader(contentType: type))
    let pieces = cut.map { [Array(bytes[..<$0]), Array(bytes[$0...])] } ?? bytes.map { [$0] }
    var parts: [Read] = []
    for piece in pieces {
      for event in try reader.read(piece) {
        switch event {
        case .part(let part): parts.append(Read(part, ""))
        case .data(let data): parts[parts.count - 1].text += String(decoding: data, as: UTF8.self)
        case .end: break
        }
      }
    }
    try reader.finish()
    return parts
  }

  @Test func aFormIsReadWhereverItIsCut() throws {
    for cut in 0...Self.body.utf8.count {
      let parts = try read(Self.body, cutAt: cut)
      #expect(parts == Self.parts, "cut at \(cut)")
    }
    let parts = try read(Self.body, cutAt: nil)
    #expect(parts == Self.parts)
  }

  @Test func aFormThatEndsEarlyIsMalformed() throws {
    let end = Self.body.utf8.count - "\r\nafter".utf8.count
    for length in 0..<end {
      let beginning = String(decoding: Array(Self.body.utf8)[..<length], as: UTF8.self)
      #expect(throws: MultipartReader.Malformed.self, "\(length) bytes") { try read(beginning, cutAt: 0) }
    }
  }

  @Test(arguments: [
    "x--XX\r\n", "--XXYY", "--XX\r\n\r\n\r\n", "--XX\r\nContent-Type: text/plain\r\n\r\n",
    "--XX\r\nContent-Disposition: form-data\r\n\r\n", "--XX\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n",
    "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n",
    "--XX\r\nContent-Disposition: form-data; name=\"a\r\n\r\n",
    "--XX\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\n",
    "--XX\r\nContent-Disposition: form-data; name=\"\(String(repeating: "a", count: 101))\"\r\n\r\n",
    "--XX\r\nContent-Disposition: form-data; name=\"a\"; filename=\"\(String(repeating: "a", count: 1001))\"\r\n\r\n",
    "--XX\r\nX: \(String(repeating: "a", count: 9000))",
    "--XX\r\nX: \(String(repeating: "a", count: 9000))\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n",
    String(repeating: "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n", count: 1001),
  ])
  func aFormThatNoBrowserSendsIsMalformed(body: String) throws {
    var reader = try #require(MultipartReader(contentType: Self.type))
    #expect(throws: MultipartReader.Malformed.self) { _ = try reader.read(body.utf8) }
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=XX",
    "multipart/form-data; boundary=\(String(repeating: "a", count: 71))", "multipart/form-data; boundary=ä",
    "text/plain",
  ])
  func anotherTypeOrABoundaryBeyondTheLimitIsNotRead(type: String) {
    #expect(MultipartReader(contentType: type) == nil)
  }

  @Test func aQuotedBoundaryIsRead() throws {
    let parts = try read(Self.body, cutAt: 0, type: "Multipart/Form-Data; charset=utf-8; boundary=\"XX\"")
    #expect(parts == Self.parts)
  }
}
