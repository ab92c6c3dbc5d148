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
    connectionsOpen = registry.gauge("movienight_connections_open", help: "Connections that are open now.")
    connectionsTotal = registry.counter("movienight_connections_total", help: "Connections accepted.")
    bytesReceived = registry.counter("movienight_received_bytes_total", help: "Bytes read from connections.")
    bytesSent = registry.counter("movienight_sent_bytes_total", help: "Bytes that the kernel took for connections.")
    linesReceived = registry.counter("movienight_received_lines_total", help: "Lines read from connections.")
    loopIterations = registry.counter("movienight_loop_iterations_total", help: "Times the event loop woke.")
    acceptPauses = registry.counter(
      "movienight_accept_pauses_total", help: "Times accepting paused because the system refused a connection.")
    bufferBytes = registry.gauge(
      "movienight_buffer_bytes", help: "Bytes that the buffers of all connections hold now.")
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
