import Foundation
import Mustache
import Testing

@testable import movienight_web

@Suite struct TemplateTests {
  @Test func everyTemplateIsOfAnArea() {
    let registered = Set(Areas.all.flatMap { $0.templates.keys })
    #expect(!TemplateFiles.all.isEmpty)
    #expect(Set(TemplateFiles.all.map(\.name)) == registered)
  }

  @Test func noTemplateWritesTextsUnescaped() {
    for (name, text) in TemplateFiles.all {
      #expect(!text.contains("{{{") && !text.contains("{{&") && !text.contains("{{%"), "\(name)")
    }
  }

  @Test func everyAttributeIsQuoted() {
    for (name, text) in TemplateFiles.all {
      for tag in text.matches(of: #/<[a-zA-Z][^<>]*>/#) {
        // Without quoted values, no equals sign is left.
        let rest = tag.output.replacing(#/="[^"]*"/#, with: "").replacing(#/\{\{[^}]*\}\}/#, with: "")
        #expect(!rest.contains("="), "\(tag.output) in \(name)")
      }
    }
  }

  @Test func templatesHaveNoScriptsStylesOrHandlers() {
    for (name, text) in TemplateFiles.all {
      for tag in text.matches(of: #/<[a-zA-Z][^<>]*>/#) {
        #expect(tag.output.firstMatch(of: #/\s(on\w+|style)=/#) == nil, "\(tag.output) in \(name)")
      }
      #expect(text.firstMatch(of: #/<style|<script(?! src="\{\{script\}\}" defer>)|javascript:/#) == nil, "\(name)")
    }
  }

  @Test func templatesHaveNoTextsOfTheirOwn() {
    for (name, text) in TemplateFiles.all {
      let texts = text.replacing(#/\{\{[^}]*\}\}/#, with: "").replacing(#/<[^<>]*>/#, with: "")
      #expect(!texts.contains { $0.isLetter }, "\(name): \(texts)")
    }
  }

  @Test(arguments: [
    ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
    ("\" onload=\"x", "&quot; onload=&quot;x"), ("' & '", "&#39; &amp; &#39;"),
    // The mark joins the quotation mark, so that both are one character.
    ("\"\u{301} onerror=x", "&quot;\u{301} onerror=x"), ("<\u{338}b>\u{338}", "&lt;\u{338}b&gt;\u{338}"),
    ("שלום", "שלום"), (String(repeating: "🍿", count: 30), String(repeating: "🍿", count: 30)),
    (String(repeating: "W", count: 40), String(repeating: "W", count: 40)),
  ])
  func hostileTextsStayTexts(text: String, escaped: String) throws {
    #expect(Array(EscapedHTML().escapeText(text).utf8) == Array(escaped.utf8))
    let templates = try Templates(Areas.all)
    let html = templates.render(
      ErrorScreen(heading: text, text: text, link: .init(label: text, path: text), retries: false), with: "error")
    #expect(Array(html.utf8).firstRange(of: Array("<h1>\(escaped)</h1>".utf8)) != nil)
    #expect(Array(html.utf8).firstRange(of: Array("href=\"\(escaped)\"".utf8)) != nil)
  }

  @Test func theScriptIsUnder15KB() {
    #expect(PackageResources.page_js.count < 15_000)
  }

  @Test func assetsAreKeptForAYearAndTheirNamesChangeWithTheirContents() {
    let (one, other) = (
      Assets.Asset("a", "js", type: "text/javascript", [1]), Assets.Asset("a", "js", type: "text/javascript", [2])
    )
    #expect(one.path != other.path)
    #expect(one.response.headers[.cacheControl] == "public, max-age=31536000, immutable")
  }
}
