import MovieNightPrimitives
import ProtocolSchema

/// A notification. Its declaration and its encoding both follow from its name and its parameters.
struct ResultNotification<Value>: Sendable {
  let name: StaticString
  let summary: String
  let parameters: ResultObject<Value>

  var description: NotificationDescription { NotificationDescription(name.description, summary, parameters.type) }

  func bytes(of value: Value, reserving capacity: Int = 256) -> [UInt8] {
    var json = JSONWriter(reserving: capacity)
    json.object { json in
      json.field("jsonrpc", "2.0")
      json.key("method")
      json.string(name.description)
      json.key("params")
      let start = json.bytes.count
      parameters.write(value, to: &json)
      #if DEBUG
        Response.requireDeclared(name, Array(json.bytes[start...]))
      #endif
    }
    return json.bytes
  }
}
