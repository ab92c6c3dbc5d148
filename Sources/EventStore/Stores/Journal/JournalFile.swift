import Glibc
import Primitives

/// What the journal asks of its file. Tests put a disk that fails in its place.
protocol JournalFile: AnyObject {
  func read(from offset: Int) throws(StoreError) -> [UInt8]
  func write(_ bytes: [UInt8], at offset: Int) throws(StoreError)
  func synchronize() throws(StoreError)
  func truncate(to size: Int) throws(StoreError)
}

extension File: JournalFile {}

/// Opens the file of a journal.
typealias OpenJournalFile = @Sendable (_ path: String, _ flags: Int32) throws(StoreError) -> any JournalFile
