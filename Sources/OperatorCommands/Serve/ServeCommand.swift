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
    Prints one line when it accepts connections: ready tcp=HOST:PORT unix=PATH. The user who runs the server, and \
    root, can administer it through the Unix socket. SIGTERM and SIGINT stop it after the requests in progress are \
    answered. MOVIENIGHT_TMDB_TOKEN or MOVIENIGHT_TMDB_KEY holds the credential for TMDb; MOVIENIGHT_TMDB_URL and \
    MOVIENIGHT_TMDB_IMAGE_URL replace the usual addresses of TMDb and its images.
    """
  let examples = [
    (line: "movienight serve", meaning: "An SQLite file under ./data, on port 6684 of this machine"),
    (line: "movienight serve --store journal:./journal --listen 0.0.0.0:6684", meaning: "A journal, for the network"),
    (line: "movienight serve --listen 127.0.0.1:0 --demo", meaning: "Any free port, with a demo household"),
    (line: "movienight serve --catalog demo", meaning: "With the built-in catalog of some 300 movies"),
    (line: "movienight serve --catalog-token-file tmdb.token", meaning: "Facts about movies and series from TMDb"),
  ]

  private static let listen = CommandOption.value(
    "listen", "HOST:PORT", "The TCP address to listen on; port 0 picks a free port.", variable: "MOVIENIGHT_LISTEN",
    fallback: "127.0.0.1:6684")
  private static let trustedProxy = CommandOption.value(
    "trusted-proxy", "CIDR",
    "Proxies that send client addresses by the PROXY protocol, for example 10.0.0.0/8. Can be repeated.")
  private static let socket = CommandOption.value(
    "socket", "PATH", "The path of the Unix socket; by default beside the store.")
  private static let bufferMemory = CommandOption.value(
    "buffer-memory", "BYTES",
    "The maximum memory of all requests and answers in transit; by default a quarter of the machine's memory.")
  private static let rowMemory = CommandOption.value(
    "row-memory", "BYTES",
    "The maximum memory of cached rows; the states on which commands are decided may take as much again.",
    fallback: "\(Application.Configuration.defaultRowMemory)")
  private static let recordingQuota = CommandOption.value(
    "recording-quota", "BYTES", "The maximum that each household may record a day; 0 for no limit.",
    fallback: "\(Application.Configuration.defaultRecordingQuota)")
  private static let openRegistration = CommandOption.flag(
    "open-registration", "Let anyone who can connect create a household.")
  private static let demo = CommandOption.flag(
    "demo", "Fill a new store with a demo household, and print commands to try.")

  private static let acceptRestored = CommandOption.flag(
    "accept-restored", "Serve a store that lacks events recorded earlier, such as a restored backup.")

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    guard let listen = ListenAddress(hostAndPort: arguments.value(Self.listen) ?? "") else {
      throw UsageError("--listen takes HOST:PORT, for example 127.0.0.1:6684")
    }
    let trustedProxies = try arguments.allValues(Self.trustedProxy).map { (text) throws(UsageError) in
      guard let range = AddressRange(text) else {
        throw UsageError(
          "--trusted-proxy takes an address or a range, for example 127.0.0.2 or 10.0.0.0/8, not \(text)")
      }
      return range
    }
    let store = try StoreOptions.address(arguments)
    let socketPath = UnixPath.absolute(
      try arguments.value(Self.socket) ?? AdministratorSocket.defaultPath(for: store))
    let serving = CatalogServing(arguments, environment)
    let catalog = try serving.configuration(isDemo: arguments.has(Self.demo), beside: store)
    // Blocks the signals before any thread starts, because threads inherit the blocked signals.
    let signals = try TerminationSignals()
    let log = Log.standardError()
    if serving.isUnnamed, !arguments.has(Self.demo), DemoHousehold.hasFilled(store) {
      let hint = "This store is from serve --demo, whose catalog is not served now. Add --catalog demo to serve it."
      log.warning("demo_without_catalog", ["hint": .string(hint)])
    }
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
      configuration.shutdownIsOverdue = {
        // This is as safe as a crash: every acknowledged command is already on the disk.
        log.warning("ended_with_work_left")
        _exit(0)
      }
      let application = try Application(
        configuration, signals: signals, progress: { progress.update($0.position, of: $0.head) })
      if arguments.has(Self.demo) {
        let demo = DemoHousehold(
          store: store, socketPath: socketPath, program: environment.programName,
          addresses: application.addresses,
          storeOption: arguments.given(.store) == nil ? "" : " --store \(shellWord("\(store)"))",
          hasBuiltInCatalog: serving.isUnnamed, errors: environment.errors)
        let thread = WorkerThread(name: "demo") { CallingThread.run { await demo.fillAndReport(log) } }
        try thread.start()
      } else if environment.output.isTerminal {
        let isDefault = arguments.given(.store) == nil
        let thread = WorkerThread(name: "advice") {
          CallingThread.run { await Self.adviseOnEmptyStore(socketPath, isDefault: isDefault, environment) }
        }
        try thread.start()
      }
      // The kernel accepts connections from here on. They are answered once the event loop runs.
      environment.output.line(Self.readyLine(application.addresses))
      try application.run()
    } catch is Application.StoppedWhileStarting {
      log.info("stopped_while_starting")
    }
    return .success
  }

  /// Tells a person how to create the first household if the store is empty.
  private static func adviseOnEmptyStore(_ socketPath: String, isDefault: Bool, _ environment: Environment) async {
    guard let client = try? await AdministratorConnection.connect(socketPath, clock: .system),
      let health = try? await client.server.health(), health.head == 0
    else { return }
    let server = isDefault ? "" : " --connect \(shellWord("unix:\(socketPath)"))"
    let program = environment.programName
    environment.output.lines([
      "No households yet. Create one in another terminal\(isDefault ? ", in this folder" : ""):",
      "\(program) household create --name NAME --creator NAME\(server) | \(program) login",
    ])
  }

  /// Makes the allocator keep freed memory. Each group of commands needs some hundred kilobytes, and every page that
  /// was returned to the kernel would cause a page fault when it is used again.
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
