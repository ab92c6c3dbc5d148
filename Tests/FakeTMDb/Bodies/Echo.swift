import MovieNightPrimitives

extension HTTPResponse {
  /// Returns a response as from a broken proxy: an error, a movie and a page of results in one body, in which each text
  /// is the whole request.
  static func echo(_ request: FakeTMDb.Request, _ status: Int) -> HTTPResponse {
    let id = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 1
    let text =
      (request.parameters.map { "\($0.name)=\($0.value)" }
      + request.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }).joined(separator: "&")
    var json = JSONWriter()
    json.object { json in
      json.field("success", false)
      json.field("status_message", text)
      json.echo(text, id: id)
      json.field("page", 1)
      json.field("total_pages", 1)
      json.field("total_results", 1)
      json.key("results")
      json.array(CollectionOfOne(text)) { json, text in json.object { $0.echo(text, id: id) } }
    }
    return HTTPResponse(status: status, body: json.bytes)
  }
}

extension JSONWriter {
  fileprivate mutating func echo(_ text: String, id: Int) {
    field("id", id)
    for name: StaticString in ["title", "name", "overview", "tagline"] { field(name, text) }
  }
}
