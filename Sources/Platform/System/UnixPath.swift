import Glibc

/// Functions for the paths of Unix sockets, whose length is limited.
package enum UnixPath {
  /// The maximum length of a path, in bytes.
  package static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Returns `path` as an absolute path, or unchanged if the absolute path would be too long for a socket.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let absolute = "\(String(cString: folder))/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
    return absolute.utf8.count <= longest ? absolute : path
  }
}
