import Foundation
import TestSupport
import Testing

/// The targets of references in documents and comments exist.
struct LinkTests {
  @Test func linksInDocumentsResolve() throws {
    var count = 0
    for document in try Document.all() {
      let folder = (document.path as NSString).deletingLastPathComponent
      for link in document.text.matches(of: #/\]\(([^)\s]+)\)/#).map({ String($0.1) }) {
        guard !link.hasPrefix("https://") else { continue }
        count += 1
        let target = link.prefix { $0 != "#" }
        let path = (folder as NSString).appendingPathComponent(String(target))
        #expect(Project.exists(path), "\(document.path) links to \(link)")
        guard target.count < link.count else { continue }
        let linked = try target.isEmpty ? document : Document(path)
        let anchor = link.dropFirst(target.count + 1)
        #expect(linked.sections.contains { $0.anchor == anchor }, "\(document.path) links to \(link)")
      }
    }
    #expect(count > 20)
  }

  @Test func documentsAndSectionsNamedInSourcesExist() throws {
    var count = 0
    for source in try Project.sources() + Project.sources(in: "Tests") {
      for match in source.text.matches(of: #/(docs\/[A-Za-z0-9\/-]+\.md)(?:`, "([^"]+)")?/#) {
        let path = String(match.1)
        guard Project.exists(path) else {
          Issue.record("\(source.path) names \(path)")
          continue
        }
        count += 1
        guard let title = match.2 else { continue }
        let document = try Document(path)
        let isThere =
          document.sections.contains { $0.title == title } || document.text.contains("**\(title).**")
          || document.text.contains("`\(title)`")
        #expect(isThere, "\(source.path) names \"\(title)\" of \(path)")
      }
    }
    #expect(count > 10)
  }

  @Test func pathsNamedInDocumentsExist() throws {
    for document in try Document.all() {
      let paths = document.text.matches(of: #/`((?:Sources|Tests|docs|migrations|scripts)\/[A-Za-z0-9_.+\/-]+)`/#)
      for path in paths.map({ String($0.1) }) { #expect(Project.exists(path), "\(document.path) names \(path)") }
    }
  }

  @Test func testsNamedInDocumentsExist() throws {
    let sources = try Project.sources(in: "Tests") + Project.sources(in: "clients/web/Tests")
    var count = 0
    for document in try Document.all() {
      for match in document.text.matches(of: #/`([A-Z][A-Za-z]+Tests)\.([a-z][A-Za-z0-9]+)`/#) {
        count += 1
        let isThere = sources.contains {
          $0.path.hasSuffix("/\(match.1).swift") && $0.text.contains("func \(match.2)(")
        }
        #expect(isThere, "\(document.path) names \(match.0)")
      }
    }
    #expect(count > 20)
  }

  /// The last column of the traces' tables names files below `Sources`, each with some of its functions. A file's
  /// folder is given where it is named first.
  @Test func functionsNamedInTracesExist() throws {
    var paths: [Substring: Substring] = [:]
    var count = 0
    for row in try Document("docs/architecture.md").section("Traces").lines {
      guard row.contains(#/^\| [0-9]+ \|/#), let places = row.split(separator: "|").last else { continue }
      var source = ""
      for word in places.matches(of: #/`([^`]+)`/#).map({ $0.1 }) {
        if word.hasSuffix(".swift") {
          let name = word.split(separator: "/").last ?? word
          if word.contains("/") { paths[name] = word }
          let path = try #require(paths[name], "the folder of \(word) is not named")
          source = try Project.text("Sources/\(path)")
        } else {
          count += 1
          let declaration = try Regex(#"\b(func|let|var) \#(word)\b"#)
          #expect(source.contains(declaration) || source.contains("\"\(word)\""), "\(word) in:\(places)")
        }
      }
    }
    #expect(count > 80)
  }

  @Test func jsonExamplesAreValidJSON() throws {
    for document in try Document.all() {
      for block in document.blocks where block.info == "json" {
        let isOneValue = (try? JSONSerialization.jsonObject(with: Data(block.text.utf8))) != nil
        let lines = isOneValue ? [block.text] : block.text.components(separatedBy: "\n")
        for line in lines {
          #expect(throws: Never.self, "\(document.path): \(line)") {
            _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
          }
        }
      }
    }
  }
}
