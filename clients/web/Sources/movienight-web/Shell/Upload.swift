import Foundation
import Hummingbird
import MovieNightKit
import NIOCore

/// A form with files, as it arrives.
struct IncomingUpload: Sendable {
  /// More than a field of a form with files has.
  private static let maximumFieldBytes = 8 << 10

  private let request: Request
  private let visitor: Visitor

  init(_ request: Request, from visitor: Visitor) {
    self.request = request
    self.visitor = visitor
  }

  /// Reads the form. Its first field is the anti-forgery secret, which is checked before anything else is read.
  ///
  /// - Throws: `PageError.tooLarge` as soon as there is more than ``RequestLimits/uploadBytes``.
  func read() async throws -> Upload {
    guard var reader = request.headers[.contentType].flatMap({ MultipartReader(contentType: $0) }) else {
      throw PageError.unsupportedMediaType
    }
    let spool = try SpoolFile(in: visitor.site.settings.data)
    var form = Form()
    var files: [UploadedFile] = []
    var part: MultipartReader.Part?
    var field: [UInt8] = []
    var fileStart = 0
    var isChecked = false

    func endPart() throws {
      guard let ended = part else { return }
      part = nil
      if let name = ended.fileName {
        // A field without a chosen file is a file without a name.
        if !name.isEmpty {
          files.append(UploadedFile(field: ended.name, name: name, range: fileStart..<spool.count, spool: spool))
        }
      } else {
        guard let value = String(validating: field, as: UTF8.self) else { throw PageError.badRequest }
        form.append(ended.name, value)
        field = []
        if !isChecked { try Forgery.check(form, from: visitor) }
        isChecked = true
      }
    }

    var received = 0
    do {
      for try await bytes in request.body {
        received += bytes.readableBytes
        guard received <= visitor.site.limits.uploadBytes else { throw PageError.tooLarge }
        for event in try reader.read(bytes.readableBytesView) {
          switch event {
          case .part(let next):
            try endPart()
            guard isChecked || next.name == Forgery.field && next.fileName == nil else { throw PageError.oldForm }
            part = next
            fileStart = spool.count
          case .data(let data) where part?.fileName == nil:
            field += data
            guard field.count <= Self.maximumFieldBytes else { throw PageError.badRequest }
          case .data(let data): try spool.append(data)
          case .end: try endPart()
          }
        }
      }
      try reader.finish()
    } catch is MultipartReader.Malformed {
      throw PageError.badRequest
    }
    return Upload(form: form, files: files)
  }
}

/// A form with files.
struct Upload: Sendable {
  let form: Form
  let files: [UploadedFile]
}

/// A file of a form. Its contents are on disk, in a file without a name that goes with the last of its uploads' files.
struct UploadedFile: Sendable {
  /// The name of the form's field.
  let field: String
  /// The name that the browser gives; of a chosen folder's file, the path with the folder.
  let name: String
  fileprivate let range: Range<Int>
  fileprivate let spool: SpoolFile

  var count: Int { range.count }

  func bytes(from start: Int, atMost count: Int) throws -> [UInt8] {
    let start = range.lowerBound + start
    return try spool.bytes(start..<min(range.upperBound, start + count))
  }
}

/// A file that has no name, so that it ends with this object or the program.
private final class SpoolFile: @unchecked Sendable {
  private let descriptor: Int32
  // Only the task that reads the upload appends.
  private(set) var count = 0

  init(in folder: String) throws {
    let path = "\(folder)/upload-\(UUID())"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.error }
    unlink(path)
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(count)) }
      guard written > 0 else { throw Self.error }
      count += written
      rest = rest.dropFirst(written)
    }
  }

  func bytes(_ range: Range<Int>) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(range.lowerBound + done))
      }
      guard read > 0 else { throw Self.error }
      done += read
    }
    return bytes
  }

  private static var error: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
