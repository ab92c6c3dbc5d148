import HTTPTypes
import Hummingbird
import MovieNightKit
import NIOCore
import Synchronization

/// Export and import of a collection.
enum CollectionFiles {
  private static let path = "\(CollectionPages.path)/files"
  /// The pieces of 512 KiB of a whole export, which has at most 20,000 titles.
  private static let maximumPieces = 400
  private static let importTimeout: Duration = .seconds(120)

  static func register(in pages: inout Pages) {
    let texts = CollectionTexts()

    pages.get(path) { _ in screen(FilesScreen()) }
    pages.get("\(path)/:file") { visit in
      let format: ExportFormat
      switch visit.visitor.parameter("file") {
      case "collection.json": format = .movienight
      case "movies.csv": format = .letterboxd
      default: throw PageError.notFound
      }
      return .response(try await export(as: format, visit))
    }
    pages.post("\(path)/check", returningTo: path) { visit, form in
      guard let format = form["format"].map({ ImportFormat(rawValue: $0) }), ImportFormat.allCases.contains(format)
      else { throw PageError.badRequest }
      let data = form.fields.first { $0.name == "data" }?.value ?? ""
      guard format == .nights || !data.trimmed.isEmpty else {
        return screen(FilesScreen(problem: texts.noContents))
      }
      let pending = PendingImport(format: format, file: form["file"].map { String($0.prefix(200)) }, data: data)
      let report = try await send(pending, isDryRun: true, visit)
      visit.site.pendingImports.keep(pending, for: visit.session.id)
      return screen(FilesScreen(report: ReportModel(report)))
    }
    pages.post("\(path)/import", returningTo: path) { visit, _ in
      guard let pending = visit.site.pendingImports.take(visit.session.id) else {
        return screen(FilesScreen(problem: texts.noPending))
      }
      return screen(FilesScreen(report: ReportModel(try await send(pending, isDryRun: false, visit))))
    }
    pages.post("\(path)/cancel", returningTo: path) { visit, _ in
      visit.site.pendingImports.forget(visit.session.id)
      return .redirect(to: path)
    }
  }

  private static func screen(_ model: FilesScreen) -> Answer {
    var screen = Screen(CollectionTexts().files, template: "collection-files", model: model)
    // An event would bring the page without its report.
    screen.isLive = false
    if model.problem != nil { screen.status = .unprocessableContent }
    return .screen(screen)
  }

  private static func export(as format: ExportFormat, _ visit: Visit) async throws -> Response {
    var text = ""
    var (type, cursor) = ("", String?.none)
    for _ in 0..<maximumPieces {
      let piece = try await visit.catalogClient.collection.export(
        as: format, includeNotes: visit.query["notes"] != nil, cursor: cursor)
      (type, cursor) = (piece.contentType, piece.nextCursor)
      text += piece.text
      if cursor == nil { break }
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: type, .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"\(visit.visitor.parameter("file"))\"",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Sends the file piece by piece, then goes on without data until the server has decided on everything.
  private static func send(_ pending: PendingImport, isDryRun: Bool, _ visit: Visit) async throws -> ImportCounts {
    let client = visit.catalogClient.within(importTimeout)
    var rest = pending.pieces[...]
    var id: ImportID?
    while true {
      let piece = rest.popFirst()
      let answer = try await client.collection.import(
        from: pending.format, file: piece == nil ? nil : pending.file, data: piece, more: !rest.isEmpty, import: id,
        dryRun: isDryRun)
      id = answer.importID
      if id == nil && rest.isEmpty { return answer.report }
    }
  }
}

/// A file to import that waits for being confirmed.
struct PendingImport: Sendable {
  /// The server takes 200 records. The last one of the piece before can come on top.
  private static let recordsPerPiece = 150
  /// In JSON a byte may take six, and a request has at most 1 MiB.
  private static let bytesPerPiece = 160 << 10

  let format: ImportFormat
  let file: String?
  let data: String

  /// The contents in pieces that fit into requests. A piece ends between two characters, and may end inside a record.
  var pieces: [String] {
    if format == .nights { return [] }
    let isJSON = data.first { !$0.isWhitespace && $0 != "\u{FEFF}" }.map { $0 == "{" || $0 == "[" } ?? false
    let recordEnd = UInt8(ascii: isJSON ? "}" : "\n")
    var pieces: [String] = []
    let bytes = Array(data.utf8)
    var (start, ends) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if ends == Self.recordsPerPiece || index - start > Self.bytesPerPiece - 4, byte & 0xC0 != 0x80 {
        pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
        (start, ends) = (index, 0)
      }
      if byte == recordEnd { ends += 1 }
    }
    return pieces + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}

/// The files that wait for being confirmed, one a session, in memory only.
final class PendingImports: Sendable {
  private static let maximum = 32
  private static let lifetime: Duration = .seconds(900)

  private let files = Mutex<[String: (file: PendingImport, at: ContinuousClock.Instant)]>([:])

  func keep(_ file: PendingImport, for session: String, at now: ContinuousClock.Instant = .now) {
    files.withLock { files in
      files = files.filter { now - $0.value.at < Self.lifetime }
      if files.count >= Self.maximum, files[session] == nil,
        let oldest = files.min(by: { $0.value.at < $1.value.at })?.key
      {
        files[oldest] = nil
      }
      files[session] = (file, now)
    }
  }

  /// Returns the session's file, which is then forgotten; nil without one, or after a quarter of an hour.
  func take(_ session: String, at now: ContinuousClock.Instant = .now) -> PendingImport? {
    files.withLock { files in
      guard let entry = files.removeValue(forKey: session), now - entry.at < Self.lifetime else { return nil }
      return entry.file
    }
  }

  func forget(_ session: String) { files.withLock { $0[session] = nil } }
}
