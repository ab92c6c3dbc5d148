import Testing

@testable import Platform

@Suite struct MetricTests {
  @Test func registryWritesAllMetricKindsInPrometheusFormat() {
    let registry = MetricRegistry()
    registry.counter("requests_total", help: "Requests, by method.", labels: ["method": "a\"b"]).add(2)
    registry.gauge("open", help: "Open now.").set(-1)
    registry.gauge("lag", help: "Lag.") { 7 }
    registry.counter("requests_total", help: "Requests, by method.", labels: ["method": "c"]).add()
    let histogram = registry.histogram(
      "took_seconds", help: "Time.", labels: ["step": "sync"], bounds: [1_000_000, 500_000_000])
    histogram.observe(1_000_000)
    histogram.observe(2_000_000)
    histogram.observe(2_000_000_000)
    registry.histogram("group_size", help: "Sizes.", unit: .count, bounds: [1, 8]).observe(8)
    #expect(
      registry.text() == """
        # HELP requests_total Requests, by method.
        # TYPE requests_total counter
        requests_total{method="a\\"b"} 2
        requests_total{method="c"} 1
        # HELP open Open now.
        # TYPE open gauge
        open -1
        # HELP lag Lag.
        # TYPE lag gauge
        lag 7
        # HELP took_seconds Time.
        # TYPE took_seconds histogram
        took_seconds_bucket{step="sync",le="0.001"} 1
        took_seconds_bucket{step="sync",le="0.5"} 2
        took_seconds_bucket{step="sync",le="+Inf"} 3
        took_seconds_sum{step="sync"} 2.003
        took_seconds_count{step="sync"} 3
        # HELP group_size Sizes.
        # TYPE group_size histogram
        group_size_bucket{le="1"} 0
        group_size_bucket{le="8"} 1
        group_size_bucket{le="+Inf"} 1
        group_size_sum 8
        group_size_count 1

        """)
  }

  @Test func sameNameAndLabelsReturnSameMetric() {
    let registry = MetricRegistry()
    let first = registry.counter("a_total", help: "A.", labels: ["kind": "x"])
    #expect(registry.counter("a_total", help: "A.", labels: ["kind": "x"]) === first)
    #expect(registry.counter("a_total", help: "A.", labels: ["kind": "y"]) !== first)
  }
}
