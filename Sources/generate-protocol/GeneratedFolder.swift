import ClientGenerator
import Glibc

/// A folder of generated files. In it, every file that begins with the mark of generated files is a generated one.
struct GeneratedFolder {
  let path: String

  /// Writes the files, and removes earlier generated files that are not among them.
  func replace(by files: [GeneratedFile]) throws(FileFailure) {
    let wanted = Set(files.map(\.path))
    for old in try markedFiles() where !wanted.contains(old) {
      if unlink("\(path)/\(old)") != 0 { throw FileFailure("\(path)/\(old)") }
    }
    for file in files {
      let parts = file.path.split(separator: "/")
      var folder = path
      try makeFolder(folder)
      for part in parts.dropLast() {
        folder += "/\(part)"
        try makeFolder(folder)
      }
      try TextFile(path: "\(path)/\(file.path)").write(Array(file.text.utf8))
    }
    // Removes the folders of areas that no longer exist. A folder that is not empty stays, because rmdir fails.
    for folder in try entries(of: path) where isFolder("\(path)/\(folder)") { rmdir("\(path)/\(folder)") }
  }

  func pages() throws(FileFailure) -> [TextFile] {
    try entries(of: path).filter { $0.hasSuffix(".md") }.map { TextFile(path: "\(path)/\($0)") }
  }

  private func makeFolder(_ folder: String) throws(FileFailure) {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw FileFailure(folder) }
  }

  /// Returns the generated files in the folder and its subfolders, with paths as in `GeneratedFile`.
  private func markedFiles() throws(FileFailure) -> [String] {
    guard isFolder(path) else { return [] }
    var files: [String] = []
    for entry in try entries(of: path) {
      if isFolder("\(path)/\(entry)") {
        for inner in try entries(of: "\(path)/\(entry)") { files.append("\(entry)/\(inner)") }
      } else {
        files.append(entry)
      }
    }
    return files.filter { isMarked("\(path)/\($0)") }
  }

  private func entries(of folder: String) throws(FileFailure) -> [String] {
    guard let directory = opendir(folder) else { throw FileFailure(folder) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func isMarked(_ file: String) -> Bool {
    guard let stream = fopen(file, "r") else { return false }
    defer { fclose(stream) }
    var start = [UInt8](repeating: 0, count: GeneratedFile.mark.utf8.count)
    return fread(&start, 1, start.count, stream) == start.count && start == Array(GeneratedFile.mark.utf8)
  }
}
