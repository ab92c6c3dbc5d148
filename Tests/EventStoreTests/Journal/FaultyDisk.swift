import EventStore
import MovieNightPrimitives

@testable import Stores

/// A disk that fails once, or calls a closure before each step. While the closure runs, the files are those that a
/// crash would leave.
final class FaultyDisk: JournalDisk {
  /// A step that changes something or makes it durable.
  enum Step: Equatable {
    case write, synchronize, truncate, createDirectory, rename, unlink, synchronizeDirectory
  }

  private struct State {
    var fails: (Int, Step) -> Bool = { _, _ in false }
    var callback: () throws -> Void = {}
    var readCallback: (Int) throws -> Void = { _ in }
    var reads = 0
    var steps = 0
    var opened: [String] = []
    var synchronizedDirectories: [String] = []
  }

  private let state = Locked(State())

  var opened: [String] { state.withLock { $0.opened } }
  var synchronizedDirectories: [String] { state.withLock { $0.synchronizedDirectories } }
  /// The number of steps since the last `failOnce` or `onEachStep`.
  var steps: Int { state.withLock { $0.steps } }

  /// Makes the next step fail for which `fails` returns true. Steps are counted from 0.
  func failOnce(where fails: @escaping @Sendable (_ number: Int, _ step: Step) -> Bool) {
    state.withLock { state in
      state.fails = fails
      state.steps = 0
    }
  }

  /// Calls `callback` before each step, and in the middle of each write.
  func onEachStep(_ callback: @escaping @Sendable () throws -> Void) {
    state.withLock { state in
      state.callback = callback
      state.steps = 0
    }
  }

  /// Calls `callback` before each read of a file. Reads are counted from 0.
  func onEachRead(_ callback: @escaping @Sendable (_ number: Int) throws -> Void) {
    state.withLock { state in
      state.readCallback = callback
      state.reads = 0
    }
  }

  fileprivate func beginReading() {
    let (callback, number) = state.withLock { state in
      defer { state.reads += 1 }
      return (state.readCallback, state.reads)
    }
    runCallback { try callback(number) }
  }

  fileprivate func begin(_ step: Step) throws(StoreError) {
    let (callback, fails) = state.withLock { state in
      let fails = state.fails(state.steps, step)
      if fails { state.fails = { _, _ in false } }
      state.steps += 1
      return (state.callback, fails)
    }
    runCallback(callback)
    if fails { throw StoreError(.unavailable, "input/output error") }
  }

  fileprivate func runCallback() { runCallback(state.withLock { $0.callback }) }

  private func runCallback(_ callback: () throws -> Void) {
    do { try callback() } catch { preconditionFailure("the disk could not be looked at: \(error)") }
  }

  // MARK: JournalDisk

  func open(_ path: String, _ flags: Int32) throws(StoreError) -> any JournalFile {
    state.withLock { $0.opened.append(path) }
    return FaultyFile(file: try File(path, flags), disk: self)
  }

  func createDirectory(_ path: String) throws(StoreError) {
    try begin(.createDirectory)
    try Files.createDirectory(path)
  }

  func rename(_ path: String, to newPath: String) throws(StoreError) {
    try begin(.rename)
    try Files.rename(path, to: newPath)
  }

  func unlink(_ path: String) throws(StoreError) -> Bool {
    try begin(.unlink)
    return try Files.unlink(path)
  }

  func synchronizeDirectory(_ path: String) throws(StoreError) {
    try begin(.synchronizeDirectory)
    try Files.synchronizeDirectory(path)
    state.withLock { $0.synchronizedDirectories.append(path) }
  }
}

private final class FaultyFile: JournalFile {
  private let file: File
  private let disk: FaultyDisk

  init(file: File, disk: FaultyDisk) {
    self.file = file
    self.disk = disk
  }

  func read(from offset: Int) throws(StoreError) -> [UInt8] {
    disk.beginReading()
    return try file.read(from: offset)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    let half = bytes.count / 2
    do {
      try disk.begin(.write)
    } catch {
      // A full disk may write part of the bytes before it fails.
      try file.write(Array(bytes[..<half]), at: offset)
      throw error
    }
    try file.write(Array(bytes[..<half]), at: offset)
    disk.runCallback()
    try file.write(Array(bytes[half...]), at: offset + half)
  }

  func synchronize() throws(StoreError) {
    try disk.begin(.synchronize)
    try file.synchronize()
  }

  func truncate(to size: Int) throws(StoreError) {
    try disk.begin(.truncate)
    try file.truncate(to: size)
  }
}
