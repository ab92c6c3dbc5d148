import Testing

@testable import OperatorCommands

@Suite struct AvailableMemoryTests {
  private func bytes(_ files: [String: String]) -> Int { AvailableMemory(physical: 1000) { files[$0] }.bytes }

  @Test func physicalMemoryIsUsedWithoutLowerGroupLimit() {
    #expect(bytes([:]) == 1000)
    #expect(bytes(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "max\n"]) == 1000)
    #expect(bytes(["/proc/self/cgroup": "0::/a\n", "/sys/fs/cgroup/a/memory.max": "2000\n"]) == 1000)
    #expect(bytes(["/proc/self/cgroup": "nonsense\n:::\n"]) == 1000)
  }

  @Test func smallestEnclosingGroupLimitIsUsed() {
    let files = [
      "/proc/self/cgroup": "0::/system.slice/movienight.service\n", "/sys/fs/cgroup/system.slice/memory.max": "300\n",
      "/sys/fs/cgroup/system.slice/movienight.service/memory.max": "400\n",
    ]
    #expect(bytes(files) == 300)
  }

  @Test func containerLimitAtRootGroupIsUsed() {
    #expect(bytes(["/proc/self/cgroup": "0::/docker/4f\n", "/sys/fs/cgroup/memory.max": "200\n"]) == 200)
  }

  @Test func cgroupVersionOneLimitIsUsed() {
    let files = [
      "/proc/self/cgroup": "5:cpu:/x\n4:memory:/x\n0::/\n", "/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "100\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    ]
    #expect(bytes(files) == 100)
  }

  @Test func processHasOver64MebibytesOfMemory() { #expect(AvailableMemory.ofThisProcess.bytes > 64 << 20) }
}
