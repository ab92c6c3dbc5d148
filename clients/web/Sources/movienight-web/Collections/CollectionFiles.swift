import HTTPTypes
import Hummingbird
import MovieNightKit
import NIOCore
import Synchronization

/// Export and import of a collection.
enum CollectionFiles {
  private static let path = "\(CollectionPages.path)/files"
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
    pages.upload("\(path)/check", returningTo: path) { visit, incoming in
      let upload: Upload
      do { upload = try await incoming.read() } catch PageError.tooLarge {
        return screen(FilesScreen(problem: texts.tooLarge))
      }
      guard let format = upload.form["format"].map({ ImportFormat(rawValue: $0) }),
        ImportFormat.allCases.contains(format)
      else { throw PageError.badRequest }
      let files = format == .nights ? [] : ImportFile.all(upload.files)
      guard format == .nights || !files.isEmpty else { return screen(FilesScreen(problem: texts.noFiles)) }
      let pending = PendingImport(format: format, files: files)
      do {
        let report = try await send(pending, isDryRun: true, visit)
        visit.site.pendingImports.keep(pending, for: visit.session.id)
        return screen(FilesScreen(report: ReportModel(report)))
      } catch let problem as ImportPieces.Problem {
        return screen(FilesScreen(problem: texts.problem(problem)))
      }
    }
    pages.post("\(path)/import", returningTo: path) { visit, _ in
      guard let pending = visit.site.pendingImports.take(visit.session.id) else {
        return screen(FilesScreen(problem: texts.noPending))
      }
      do { return screen(FilesScreen(report: ReportModel(try await send(pending, isDryRun: false, visit)))) } catch {
        // What was imported before is not imported twice.
        visit.site.pendingImports.keep(pending, for: visit.session.id)
        throw error
      }
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

  /// Sends the export as its pieces arrive. If one does not, the connection breaks, so that the browser discards the file.
  private static func export(as format: ExportFormat, _ visit: Visit) async throws -> Response {
    let includeNotes = visit.query["notes"] != nil
    let client = visit.catalogClient
    // A refusal of the first piece becomes a page.
    let first = try await client.collection.export(as: format, includeNotes: includeNotes)
    return Response(
      status: .ok,
      headers: [
        .contentType: first.contentType, .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"\(visit.visitor.parameter("file"))\"",
      ],
      body: ResponseBody { writer in
        var piece = first
        try await writer.write(ByteBuffer(string: piece.text))
        while let cursor = piece.nextCursor {
          piece = try await client.collection.export(as: format, includeNotes: includeNotes, cursor: cursor)
          try await writer.write(ByteBuffer(string: piece.text))
        }
        try await writer.finish(nil)
      })
  }

  /// Sends the files piece by piece, then goes on without data until the server has decided on everything.
  private static func send(_ pending: PendingImport, isDryRun: Bool, _ visit: Visit) async throws -> ImportCounts {
    let client = visit.catalogClient.within(importTimeout)
    var pieces = ImportPieces(pending.files)
    var id: ImportID?
    while true {
      let piece = try pieces.next()
      let answer = try await client.collection.import(
        from: pending.format, file: piece?.file, data: piece?.text, more: !pieces.isAtEnd, import: id, dryRun: isDryRun)
      id = answer.importID
      if id == nil && pieces.isAtEnd { return answer.report }
    }
  }
}

/// Files to import that wait for being confirmed.
struct PendingImport: Sendable {
  let format: ImportFormat
  let files: [ImportFile]
}

/// The imports that wait for being confirmed, one a session.
final class PendingImports: Sendable {
  private static let maximum = 16
  private static let lifetime: Duration = .seconds(900)

  private let imports = Mutex<[String: (pending: PendingImport, at: ContinuousClock.Instant)]>([:])

  func keep(_ pending: PendingImport, for session: String, at now: ContinuousClock.Instant = .now) {
    imports.withLock { imports in
      imports = imports.filter { now - $0.value.at < Self.lifetime }
      if imports.count >= Self.maximum, imports[session] == nil,
        let oldest = imports.min(by: { $0.value.at < $1.value.at })?.key
      {
        imports[oldest] = nil
      }
      imports[session] = (pending, now)
    }
  }

  /// Returns the session's import, which is then forgotten; nil without one, or after a quarter of an hour.
  func take(_ session: String, at now: ContinuousClock.Instant = .now) -> PendingImport? {
    imports.withLock { imports in
      guard let entry = imports.removeValue(forKey: session), now - entry.at < Self.lifetime else { return nil }
      return entry.pending
    }
  }

  func forget(_ session: String) { imports.withLock { $0[session] = nil } }

  func removeExpired(at now: ContinuousClock.Instant = .now) {
    imports.withLock { imports in imports = imports.filter { now - $0.value.at < Self.lifetime } }
  }
}
