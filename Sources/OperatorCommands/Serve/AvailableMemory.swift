import Glibc

/// The memory that a process may use. This is the physical memory, or less if a control group limits it.
struct AvailableMemory {
  let physical: Int
  let read: (_ path: String) -> String?

  static var ofThisProcess: AvailableMemory {
    AvailableMemory(
      physical: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)),
      read: readSystemFile)
  }

  /// Reads one of the system's text files. All files that are read here fit into the buffer.
  private static func readSystemFile(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return String(decoding: bytes.prefix(fread(&bytes, 1, bytes.count, file)), as: UTF8.self)
  }

  var bytes: Int {
    let groups = (read("/proc/self/cgroup") ?? "").split(separator: "\n").flatMap { limits(of: String($0)) }
    return groups.reduce(physical, min)
  }

  /// Returns the limits of a control group and its ancestors. `line` is from `/proc/self/cgroup`:
  /// `HIERARCHY:CONTROLLERS:PATH`.
  private func limits(of line: String) -> [Int] {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return [] }
    let (folder, file): (String, String)
    switch (parts[0], parts[1]) {
    case ("0", ""): (folder, file) = ("/sys/fs/cgroup", "memory.max")
    case (_, "memory"): (folder, file) = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
    default: return []
    }
    let names = parts[2].split(separator: "/").map(String.init)
    // The root is read, too, because a container often sees its own group there, whatever path the line contains.
    return (0...names.count).compactMap { count in
      let path = ([folder] + names.prefix(count) + [file]).joined(separator: "/")
      return read(path).flatMap { $0.split(whereSeparator: \.isWhitespace).first }.flatMap { Int($0) }
    }
  }
}
