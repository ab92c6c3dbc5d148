import MovieNightPrimitives

/// Why a file is no catalog: "catalog.jsonl, line 12: title is missing".
public struct CatalogFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nil where the lines came from elsewhere.
  public var file: String?
  /// From 1; nil where it is about the file as a whole.
  public let line: Int?
  public let fault: Fault

  public enum Fault: Equatable, Sendable {
    /// The system's words.
    case unreadable(String)
    case fileTooLarge(limit: Int)
    case lineTooLong(limit: Int)
    /// It does not begin as an export does.
    case noHeader
    case unknownFormat(Int)
    /// It cannot be read, or no catalog would say it.
    case json(JSONError)
  }

  public var description: String {
    let place = [file, line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
    return place.isEmpty ? what : "\(place): \(what)"
  }

  private var what: String {
    switch fault {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .fileTooLarge(let limit): "larger than \(limit) bytes"
    case .lineTooLong(let limit): "longer than \(limit) bytes"
    case .noHeader: "does not begin with {\"catalog\":\(CatalogHeader.format)}, as what `catalog export` writes does"
    case .unknownFormat(let format): "is of format \(format); this program reads \(CatalogHeader.format)"
    case .json(let error): error.description
    }
  }
}
