import Platform

struct TransportMetrics: Sendable {
  let connectionsOpen: Gauge
  let connectionsTotal: Counter
  let bytesReceived: Counter
  let bytesSent: Counter
  let linesReceived: Counter
  let loopIterations: Counter
  let acceptPauses: Counter
  let bufferBytes: Gauge
  private let disconnects: [Counter]

  init(registry: MetricRegistry) {
    connectionsOpen = registry.gauge("movienight_connections_open", help: "Open connections.")
    connectionsTotal = registry.counter("movienight_connections_total", help: "Connections accepted.")
    bytesReceived = registry.counter("movienight_received_bytes_total", help: "Bytes read from connections.")
    bytesSent = registry.counter("movienight_sent_bytes_total", help: "Bytes written to connections.")
    linesReceived = registry.counter("movienight_received_lines_total", help: "Lines read from connections.")
    loopIterations = registry.counter("movienight_loop_iterations_total", help: "Iterations of the event loop.")
    acceptPauses = registry.counter(
      "movienight_accept_pauses_total", help: "Pauses in accepting connections after the system refused one.")
    bufferBytes = registry.gauge(
      "movienight_buffer_bytes", help: "Bytes in the buffers of all connections.")
    disconnects = DisconnectReason.allCases.map { reason in
      registry.counter(
        "movienight_disconnects_total", help: "Connections ended, by reason.", labels: ["reason": reason.rawValue])
    }
  }

  func disconnects(_ reason: DisconnectReason) -> Counter { disconnects[reason.index] }
}

extension DisconnectReason {
  fileprivate var index: Int { Self.allCases.firstIndex(of: self)! }
}
