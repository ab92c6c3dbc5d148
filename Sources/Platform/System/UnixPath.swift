import Glibc

/// Paths of Unix sockets, which the system keeps short.
package enum UnixPath {
  /// In bytes.
  package static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// The same path for whoever stands in another folder; as it is where that would be too long for a socket.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let absolute = "\(String(cString: folder))/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
    return absolute.utf8.count <= longest ? absolute : path
  }
}
