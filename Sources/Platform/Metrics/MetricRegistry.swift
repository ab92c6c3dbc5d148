import MovieNightPrimitives

/// All metrics of a process, by name.
package final class MetricRegistry: Sendable {
  private enum Metric: Sendable {
    case counter(Counter)
    case gauge(Gauge)
    case computed(@Sendable () -> Int)
    case histogram(Histogram)

    var type: StaticString {
      switch self {
      case .counter: "counter"
      case .gauge, .computed: "gauge"
      case .histogram: "histogram"
      }
    }
  }

  private struct Family: Sendable {
    let name: String
    let help: String
    var members: [(labels: String, metric: Metric)]
  }

  private let families = Locked<[Family]>([])

  package init() {}

  /// Returns the counter with this name and these labels, and registers it on first use.
  package func counter(_ name: String, help: String, labels: KeyValuePairs<String, String> = [:]) -> Counter {
    guard case .counter(let counter) = register(name, help, labels, .counter(Counter())) else { wrongKind(name) }
    return counter
  }

  package func gauge(_ name: String, help: String) -> Gauge {
    guard case .gauge(let gauge) = register(name, help, [:], .gauge(Gauge())) else { wrongKind(name) }
    return gauge
  }

  /// Registers a gauge whose value is computed each time the metrics are rendered, on the thread that renders them.
  package func gauge(_ name: String, help: String, value: @escaping @Sendable () -> Int) {
    guard case .computed = register(name, help, [:], .computed(value)) else { wrongKind(name) }
  }

  package func histogram(
    _ name: String, help: String, labels: KeyValuePairs<String, String> = [:], unit: Histogram.Unit = .nanoseconds,
    bounds: [Int] = Histogram.latencyBounds
  ) -> Histogram {
    let made = Metric.histogram(Histogram(unit: unit, bounds: bounds))
    guard case .histogram(let histogram) = register(name, help, labels, made) else { wrongKind(name) }
    return histogram
  }

  private func wrongKind(_ name: String) -> Never {
    preconditionFailure("The metric \(name) is registered as another kind.")
  }

  private func register(
    _ name: String, _ help: String, _ labels: KeyValuePairs<String, String>, _ metric: Metric
  ) -> Metric {
    let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    return families.withLock { families in
      guard let family = families.firstIndex(where: { $0.name == name }) else {
        families.append(Family(name: name, help: help, members: [(labels, metric)]))
        return metric
      }
      if let known = families[family].members.first(where: { $0.labels == labels }) { return known.metric }
      families[family].members.append((labels, metric))
      return metric
    }
  }

  // MARK: Rendering

  /// Returns all metrics in Prometheus' text format, in the order of their registration.
  package func text() -> String {
    var text = ""
    for family in families.withLock({ $0 }) {
      guard let first = family.members.first else { continue }
      text += "# HELP \(family.name) \(Self.escaped(family.help))\n# TYPE \(family.name) \(first.metric.type)\n"
      for member in family.members { Self.write(family.name, member.labels, member.metric, to: &text) }
    }
    return text
  }

  private static func write(_ name: String, _ labels: String, _ metric: Metric, to text: inout String) {
    let braced = labels.isEmpty ? "" : "{\(labels)}"
    switch metric {
    case .counter(let counter): text += "\(name)\(braced) \(counter.value)\n"
    case .gauge(let gauge): text += "\(name)\(braced) \(gauge.value)\n"
    case .computed(let value): text += "\(name)\(braced) \(value())\n"
    case .histogram(let histogram):
      let separated = labels.isEmpty ? "" : "\(labels),"
      var count = 0
      for (index, inRange) in histogram.rangeCounts.enumerated() {
        count += inRange
        let bound = index < histogram.bounds.count ? formatted(histogram.bounds[index], histogram.unit) : "+Inf"
        text += "\(name)_bucket{\(separated)le=\"\(bound)\"} \(count)\n"
      }
      text += "\(name)_sum\(braced) \(formatted(histogram.sum, histogram.unit))\n\(name)_count\(braced) \(count)\n"
    }
  }

  private static func formatted(_ value: Int, _ unit: Histogram.Unit) -> String {
    switch unit {
    case .count: String(value)
    case .nanoseconds: String(Double(value) / 1e9)
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"": escaped += "\\\""
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
