import Foundation

/// The log: lines for the operator. No names, tokens or addresses of pages.
struct Log: Sendable {
  let write: @Sendable (String) -> Void

  static let standardError = Log { FileHandle.standardError.write(Data("movienight-web: \($0)\n".utf8)) }

  func callAsFunction(_ line: String) { write(line) }
}
