import Hummingbird
import NIOCore

/// The files of the page besides its HTML. Their names contain a hash of their contents, so browsers keep them for a year.
struct Assets: Sendable {
  struct Asset: Sendable {
    let path: String
    let type: String
    let bytes: [UInt8]

    init(_ name: String, _ suffix: String, type: String, _ bytes: [UInt8]) {
      // FNV-1a, which is enough to tell versions apart.
      let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      path = "/assets/\(name)-\(String(hash, radix: 36)).\(suffix)"
      self.type = type
      self.bytes = bytes
    }

    var response: Response {
      Response(
        status: .ok,
        headers: [.contentType: type, .cacheControl: "public, max-age=31536000, immutable"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }

  let stylesheet: Asset
  let script: Asset
  let icon: Asset

  init(_ areas: [any Area.Type]) {
    stylesheet = Asset("style", "css", type: "text/css; charset=utf-8", areas.flatMap { $0.styles })
    script = Asset("page", "js", type: "text/javascript; charset=utf-8", PackageResources.page_js)
    icon = Asset("icon", "svg", type: "image/svg+xml", PackageResources.icon_svg)
  }

  func find(_ path: String) -> Asset? { [stylesheet, script, icon].first { $0.path == path } }
}
