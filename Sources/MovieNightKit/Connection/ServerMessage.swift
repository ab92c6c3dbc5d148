enum ServerMessage {
  /// `id` is nil if the server could not read the request's id.
  case answer(id: Int?, Result<JSONValue, ClientError>)
  case notification(method: String, parameters: JSONValue)

  init(line: [UInt8]) throws(ClientError) {
    let root: JSONValue
    do {
      root = try JSONDocument(stored: line).root
    } catch {
      throw .protocolViolation("a line that is not JSON: \(error)")
    }
    guard root["jsonrpc"]?.string == "2.0" else { throw .protocolViolation("a line that is not JSON-RPC 2.0") }
    guard let id = root["id"] else {
      guard let method = root["method"]?.string, let parameters = root["params"] else {
        throw .protocolViolation("a line that is neither an answer nor a notification")
      }
      self = .notification(method: method, parameters: parameters)
      return
    }
    guard id.isNull || id.integer != nil else { throw .protocolViolation("an answer with an unknown id") }
    if let result = root["result"], !id.isNull {
      self = .answer(id: id.integer, .success(result))
    } else if let error = root["error"] {
      self = .answer(id: id.integer, .failure(.refused(try Refusal(error))))
    } else {
      throw .protocolViolation("an answer without result or error")
    }
  }
}

extension Refusal {
  init(_ error: JSONValue) throws(ClientError) {
    guard let code = error["code"]?.integer, let message = error["message"]?.string else {
      throw .protocolViolation("an error without code or message")
    }
    let data = error["data"]
    self.init(
      code: code, reason: data?["reason"]?.string ?? "", message: message,
      data: data.flatMap { try? JSONObject(json: $0) })
  }

  var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("code", code)
      writer.field("message", message)
      writer.field("data", raw: data?.json.encoded ?? Array("null".utf8)[...])
    }
    return writer.bytes
  }
}
