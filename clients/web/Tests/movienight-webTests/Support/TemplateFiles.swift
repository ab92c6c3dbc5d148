import Foundation

/// The templates of all areas, as they are in the folder of sources.
enum TemplateFiles {
  static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/movienight-web")

  static let all: [(name: String, text: String)] = {
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "mustache" }.map { file in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return (file.deletingPathExtension().lastPathComponent, text)
    }
  }()
}
