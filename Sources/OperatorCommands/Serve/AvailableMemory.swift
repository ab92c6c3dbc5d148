import Glibc

/// The memory that a process may use: the machine's, or less if one of its control groups limits it.
struct AvailableMemory {
  let physical: Int
  let read: (_ path: String) -> String?

  static var ofThisProcess: AvailableMemory {
    AvailableMemory(
      physical: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)),
      read: textOfSystemFile)
  }

  /// The system's files are shorter than the buffer.
  private static func textOfSystemFile(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return String(decoding: bytes.prefix(fread(&bytes, 1, bytes.count, file)), as: UTF8.self)
  }

  var bytes: Int {
    let groups = (read("/proc/self/cgroup") ?? "").split(separator: "\n").flatMap { limits(of: String($0)) }
    return groups.reduce(physical, min)
  }

  /// The limits of the group in a line `HIERARCHY:CONTROLLERS:PATH`, and of the groups around it.
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
    // In a container, its own group often appears as the root, whatever the line says.
    return (0...names.count).compactMap { count in
      let path = ([folder] + names.prefix(count) + [file]).joined(separator: "/")
      return read(path).flatMap { $0.split(whereSeparator: \.isWhitespace).first }.flatMap { Int($0) }
    }
  }
}
