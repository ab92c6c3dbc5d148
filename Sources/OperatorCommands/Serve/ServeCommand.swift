import CLinux
import Console
import Glibc
import Platform
import Server
import Transport

struct ServeCommand: Subcommand {
  let areas: ServerAreas
  let name = "serve"
  let summary = "Serve a store over TCP and a Unix socket."
  let options: [CommandOption] =
    [
      .store, listen, trustedProxy, socket, bufferMemory, rowMemory, recordingQuota, openRegistration, demo,
      acceptRestored,
    ] + CatalogServing.options
  let details = """
    When it accepts connections it prints one line, ready tcp=HOST:PORT unix=PATH. Whoever runs the server, and root, \
    may administer it through the Unix socket. SIGTERM and SIGINT end it: what is in flight is answered first. Of the \
    environment, MOVIENIGHT_TMDB_TOKEN or MOVIENIGHT_TMDB_KEY is what TMDb is asked with; MOVIENIGHT_TMDB_URL and \
    MOVIENIGHT_TMDB_IMAGE_URL are where it and its images are, if elsewhere than usual.
    """
  let examples = [
    (line: "movienight serve", meaning: "An SQLite file under ./data, on port 6684 of this machine"),
    (line: "movienight serve --store journal:./journal --listen 0.0.0.0:6684", meaning: "A journal, for the network"),
    (line: "movienight serve --listen 127.0.0.1:0 --demo", meaning: "Any free port, with something to look at"),
    (line: "movienight serve --catalog-token-file tmdb.token", meaning: "With TMDb's facts about movies and series"),
  ]

  private static let listen = CommandOption.value(
    "listen", "HOST:PORT", "Where to serve TCP; port 0 picks a free one.", variable: "MOVIENIGHT_LISTEN",
    fallback: "127.0.0.1:6684")
  private static let trustedProxy = CommandOption.value(
    "trusted-proxy", "CIDR",
    "Proxies that say by the PROXY protocol who connects, as 10.0.0.0/8; may stand there more than once.")
  private static let socket = CommandOption.value(
    "socket", "PATH", "Where to serve the Unix socket; beside the store by default.")
  private static let bufferMemory = CommandOption.value(
    "buffer-memory", "BYTES",
    "What lines and answers on their way may take up together; by default a quarter of the memory.")
  private static let rowMemory = CommandOption.value(
    "row-memory", "BYTES",
    "How much memory cached rows may take; the states that commands are decided on may take as much again.",
    fallback: "\(Application.Configuration.defaultRowMemory)")
  private static let recordingQuota = CommandOption.value(
    "recording-quota", "BYTES", "How much each household may record a day; 0 for no limit.",
    fallback: "\(Application.Configuration.defaultRecordingQuota)")
  private static let openRegistration = CommandOption.flag(
    "open-registration", "Let anybody who can connect found a household.")
  private static let demo = CommandOption.flag("demo", "Fill a new store with a demo household, and say what to try.")

  private static let acceptRestored = CommandOption.flag(
    "accept-restored", "Serve a store that lacks what was recorded there: a backup that was restored.")

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    guard let listen = ListenAddress(hostAndPort: arguments.value(Self.listen) ?? "") else {
      throw UsageError("--listen takes HOST:PORT, as 127.0.0.1:6684")
    }
    let trustedProxies = try arguments.allValues(Self.trustedProxy).map { (text) throws(UsageError) in
      guard let range = AddressRange(text) else {
        throw UsageError("--trusted-proxy takes an address or a range of them, as 127.0.0.2 or 10.0.0.0/8, not \(text)")
      }
      return range
    }
    let store = try StoreOptions.address(arguments)
    let socketPath = UnixPath.absolute(
      try arguments.value(Self.socket) ?? AdministratorSocket.standardPath(for: store))
    let catalog = try CatalogServing(arguments, environment)
      .configuration(isDemo: arguments.has(Self.demo), beside: store)
    // Before any thread starts, so that all threads inherit the blocked signals.
    let signals = try TerminationSignals()
    let log = Log.standardError()
    var limits = TransportLimits()
    limits.buffers =
      try arguments.integer(Self.bufferMemory, in: 1 << 20 ... .max) ?? AvailableMemory.ofThisProcess.bytes / 4
    let rowMemory =
      try arguments.integer(Self.rowMemory, in: 1 << 20 ... .max) ?? Application.Configuration.defaultRowMemory
    let quota = try arguments.integer(Self.recordingQuota, in: 0 ... .max)
    let wanted = limits.descriptors
    let descriptors = raiseDescriptorLimit(to: wanted)
    if descriptors < wanted {
      limits.fit(descriptors: descriptors)
      log.warning(
        "few_descriptors",
        ["limit": .integer(descriptors), "connections": .integer(limits.connections.all)])
    }
    keepFreedMemory()
    var progress = ProgressLine("Rebuilding read models", unit: "events", environment)
    do {
      var configuration = Application.Configuration(
        areas: areas, store: store, listen: listen, trustedProxies: trustedProxies, socketPath: socketPath,
        registrationIsOpen: arguments.has(Self.openRegistration), limits: limits,
        rowMemory: rowMemory, recordingQuota: quota == 0 ? nil : quota, log: log,
        acceptsRestored: arguments.has(Self.acceptRestored), catalog: catalog)
      configuration.endIsOverdue = {
        // As safe as a crash: what was acknowledged is on the disk.
        log.warning("ended_with_work_left")
        _exit(0)
      }
      let application = try Application(
        configuration, signals: signals, progress: { progress.update($0.position, of: $0.head) })
      if arguments.has(Self.demo) {
        let demo = DemoHousehold(
          store: store, socketPath: socketPath, program: environment.programName,
          addresses: application.addresses, errors: environment.errors)
        let thread = WorkerThread(name: "demo") { CallingThread.run { await demo.fillAndTell(log) } }
        try thread.start()
      }
      // The kernel accepts connections from here on; they are answered when the loop runs.
      environment.output.line(Self.readyLine(application.addresses))
      try application.run()
    } catch is Application.StoppedWhileStarting {
      log.info("stopped_while_starting")
    }
    return .success
  }

  /// Keeps freed memory: each group of commands takes some hundred kilobytes, and fresh pages would cost a fault each.
  private func keepFreedMemory() {
    mallopt(M_MMAP_THRESHOLD, 8 << 20)
    mallopt(M_TRIM_THRESHOLD, 32 << 20)
  }

  private static func readyLine(_ addresses: [ListenAddress]) -> String {
    let words = addresses.map { address in
      if case .tcp = address { return "tcp=\(address)" }
      return "unix=\(address)"
    }
    return "ready \(words.joined(separator: " "))"
  }
}
