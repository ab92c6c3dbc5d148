import Console
import Glibc
import MovieNightPrimitives

/// A file of another service's export.
struct ImportFile {
  /// The path below the folder that the user named, by which the server recognizes the file; nil for standard input.
  let name: String?
  /// The contents in UTF-8; empty for an image or another file that no service exports.
  let bytes: [UInt8]

  private static let maximumDepth = 4

  /// Returns the files at a path: those of a folder in the order of their names, one file, or `-` for standard input.
  static func all(at path: String, _ environment: Environment) throws -> [ImportFile] {
    if path == "-" { return [ImportFile(name: nil, bytes: try checked(environment.readInput(), "Standard input"))] }
    if let files = try files(in: path) {
      guard !files.isEmpty else { throw CommandFailure("There are no files in \(path)") }
      return files
    }
    // The last folder belongs to the name, because services put lists into a folder of their own.
    return [ImportFile(name: path.split(separator: "/").suffix(2).joined(separator: "/"), bytes: try read(path))]
  }

  static func read(_ path: String) throws -> [UInt8] {
    let descriptor: Int32
    do throws(FileOpenError) { descriptor = try RegularFile.open(path, O_RDONLY) } catch {
      throw CommandFailure("\(path) cannot be read: \(error)", hint: error.hint)
    }
    defer { close(descriptor) }
    return try checked(readAll(descriptor, path), path)
  }

  private static func checked(_ bytes: [UInt8], _ path: String) throws -> [UInt8] {
    guard !bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) else {
      throw UsageError("\(path) is a ZIP file: unpack it first", hints: ["Then import the folder with its files."])
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw CommandFailure("\(path) is not text in UTF-8", hint: "Save it with the encoding UTF-8.")
    }
    return bytes
  }

  /// Returns the files of a folder and of the folders in it; nil if `path` is not a folder.
  private static func files(in path: String, named prefix: String = "", depth: Int = 0) throws -> [ImportFile]? {
    guard depth <= maximumDepth, let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return try names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name in
      if let files = try files(in: "\(path)/\(name)", named: "\(prefix)\(name)/", depth: depth + 1) { return files }
      let isKnown = name.hasSuffix(".csv") || name.hasSuffix(".json")
      return [ImportFile(name: prefix + name, bytes: isKnown ? try read("\(path)/\(name)") : [])]
    }
  }
}
