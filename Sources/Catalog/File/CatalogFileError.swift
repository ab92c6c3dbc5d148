import MovieNightPrimitives

/// The reason why a catalog file is invalid, described as in "catalog.jsonl, line 12: title is missing".
public struct CatalogFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's path; nil if the lines did not come from a file.
  public var file: String?
  /// The line's number, from 1; nil if the error concerns the whole file.
  public let line: Int?
  public let fault: Reason

  public enum Reason: Equatable, Sendable {
    /// The system's message.
    case unreadable(String)
    case fileTooLarge(limit: Int)
    case lineTooLong(limit: Int)
    /// The file does not begin with the header of an export.
    case noHeader
    case unknownFormat(Int)
    /// The line is not valid JSON, or has invalid values.
    case json(JSONError)
  }

  public var description: String {
    let place = [file, line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
    return place.isEmpty ? message : "\(place): \(message)"
  }

  private var message: String {
    switch fault {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .fileTooLarge(let limit): "larger than \(limit) bytes"
    case .lineTooLong(let limit): "longer than \(limit) bytes"
    case .noHeader: "the header {\"catalog\":\(CatalogHeader.format)} is missing"
    case .unknownFormat(let format): "unsupported format \(format): this program reads format \(CatalogHeader.format)"
    case .json(let error): error.description
    }
  }
}
