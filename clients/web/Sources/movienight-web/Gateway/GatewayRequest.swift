import MovieNightKit

/// The body of `POST /rpc`: one request, or a batch.
struct GatewayRequest: Sendable {
  /// One request, and its answer if the movienight server does not see it.
  struct Entry: Sendable {
    /// The id as JSON; nil if there is none, or if it could not be read.
    let id: [UInt8]?
    /// Whether the request is answered: not if it has no id, except to say that it is no request.
    let isAnswered: Bool
    let step: Step
  }

  enum Step: Sendable {
    case call(Call)
    case refuse(GatewayAnswer)
  }

  /// A request for the movienight server, which judges its method and parameters.
  struct Call: Sendable {
    let method: Method
    /// The method's name and the parameters as JSON. Without parameters, those are nil.
    private let name: [UInt8]
    private let parameters: [UInt8]?

    init(_ method: Method, name: JSONValue, parameters: JSONValue?) {
      self.method = method
      self.name = Array(name.encoded)
      // Valid JSON has line ends only between tokens. A line on the connection must have none.
      self.parameters = parameters?.encoded.map { $0 == 10 || $0 == 13 ? 32 : $0 }
    }

    /// Returns the line that sends the request with the connection's own number as its id.
    func line(number: Int) -> [UInt8] {
      var line = Array(#"{"jsonrpc":"2.0","id":\#(number),"method":"#.utf8)
      line += name
      if let parameters {
        line += #","params":"#.utf8
        line += parameters
      }
      line += "}\n".utf8
      return line
    }
  }

  let entries: [Entry]
  let isBatch: Bool

  var calls: [Call] {
    entries.compactMap { if case .call(let call) = $0.step { call } else { nil } }
  }

  /// Reads a body by the rules of the movienight server for a line.
  init(_ body: [UInt8], token: String?, limits: GatewayLimits) {
    do throws(JSONError) {
      let root = try JSONDocument(body, limits: .init(values: limits.values, elements: limits.batch)).root
      guard root.kind == .array else {
        self.init(entries: [Entry(root, token: token, limits: limits)], isBatch: false)
        return
      }
      let entries = root.elements.map { Entry($0, token: token, limits: limits) }
      if entries.isEmpty {
        self.init(refusing: Self.batchSize(limits))
      } else {
        self.init(entries: entries, isBatch: true)
      }
    } catch {
      let answer: GatewayAnswer =
        switch error.reason {
        case .tooManyMarks: .invalidRequest("A text in the body has \(error).")
        case .tooManyValues: .invalidRequest("The body has more values than the server accepts.")
        case .tooManyElements: Self.batchSize(limits)
        default: .notJSON
        }
      self.init(refusing: answer)
    }
  }

  private init(entries: [Entry], isBatch: Bool) {
    self.entries = entries
    self.isBatch = isBatch
  }

  private init(refusing answer: GatewayAnswer) {
    self.init(entries: [Entry(id: nil, isAnswered: true, step: .refuse(answer))], isBatch: false)
  }

  private static func batchSize(_ limits: GatewayLimits) -> GatewayAnswer {
    .invalidRequest("A batch has 1 to \(limits.batch) requests.")
  }
}

extension GatewayRequest.Entry {
  fileprivate init(_ json: JSONValue, token: String?, limits: GatewayLimits) {
    guard json.kind == .object else { self.init(invalid: nil, "A request must be an object."); return }
    let id = json["id"]
    let isReadable = id.map { [.string, .number, .null].contains($0.kind) } ?? false
    let encoded = isReadable ? id.map { Array($0.encoded) } : nil
    guard json["jsonrpc"]?.isText("2.0") == true else {
      self.init(invalid: encoded, "jsonrpc must be \"2.0\"."); return
    }
    guard let name = json["method"], name.kind == .string else {
      self.init(invalid: encoded, "method must be a string.")
      return
    }
    guard id == nil || isReadable else {
      self.init(invalid: nil, "id must be a string, a number or null.")
      return
    }
    let method = GatewayRequest.Method(name: name.word ?? "")
    let parameters = json["params"]
    let call = GatewayRequest.Call(method, name: name, parameters: parameters)
    let refusal: GatewayAnswer? =
      switch method {
      case .administration: .administratorOnly
      case .subscription: .needsSubscription
      case .identity where token != nil && !Self.isToken(parameters, token): .otherToken
      case _ where token == nil && !method.needsNoToken: .noToken
      case _ where call.line(number: .max).count > limits.lineBytes: .bodyTooLarge
      default: nil
      }
    self.init(id: encoded, isAnswered: id != nil, step: refusal.map { .refuse($0) } ?? .call(call))
  }

  private init(invalid id: [UInt8]?, _ message: String) {
    self.init(id: id, isAnswered: true, step: .refuse(.invalidRequest(message)))
  }

  /// Whether the parameters of `auth.authenticate` are the token of the HTTP request and nothing else.
  private static func isToken(_ parameters: JSONValue?, _ token: String?) -> Bool {
    guard let parameters, parameters.kind == .object else { return false }
    return parameters.members.allSatisfy { $0.name == "token" && $0.value.string == token }
      && parameters["token"] != nil
  }
}
