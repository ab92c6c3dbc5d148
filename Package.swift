// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "movienight",
  // For the client library, which apps use; the server runs on Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "movienight", targets: ["movienight-api"]),
    .executable(name: "movienight-bench", targets: ["movienight-bench"]),
    .library(name: "MovieNightClient", targets: ["MovieNightClient"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "The SQLite store (needs libsqlite3-dev)."),
    .trait(name: "Postgres", description: "The PostgreSQL store (needs libpq-dev)."),
    .trait(name: "TMDb", description: "Facts about movies and series from TMDb (needs libcurl4-openssl-dev)."),
    .default(enabledTraits: ["SQLite"]),
  ],
  targets: [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CPostgres"),
    .systemLibrary(name: "CCurl"),

    .target(name: "Primitives", swiftSettings: strict),
    .target(name: "WireProtocol", dependencies: ["Primitives"], swiftSettings: strict),
    .target(name: "Domain", dependencies: ["Primitives"], swiftSettings: strict),
    .target(name: "CDemoCatalog", exclude: ["demo-catalog.jsonl"]),
    .target(
      name: "Catalog",
      dependencies: ["Primitives", "CDemoCatalog", .target(name: "CCurl", condition: .when(traits: ["TMDb"]))],
      swiftSettings: strict),
    .target(
      name: "EventStore",
      dependencies: [
        "Primitives", "CLinux",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
        .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
      ],
      resources: [
        .embedInCode("Stores/SQLite/Migrations"), .embedInCode("Stores/Postgres/Migrations"),
      ],
      swiftSettings: strict),
    .target(
      name: "Commands", dependencies: ["Primitives", "Domain", "EventStore"], swiftSettings: strict),
    .target(
      name: "WritePath", dependencies: ["Primitives", "Domain", "EventStore", "Commands"], swiftSettings: strict),
    .target(
      name: "Projections", dependencies: ["Primitives", "Domain", "EventStore"], swiftSettings: strict),
    .target(name: "Platform", dependencies: ["Primitives", "CLinux"], swiftSettings: strict),
    .target(name: "Transport", dependencies: ["Primitives", "Platform", "CLinux"], swiftSettings: strict),
    .target(
      name: "Server",
      dependencies: [
        "Primitives", "WireProtocol", "Platform", "Transport", "Domain", "Catalog", "EventStore", "Commands",
        "WritePath",
        "Projections",
      ],
      swiftSettings: strict),
    .target(name: "ClientGenerator", dependencies: ["Primitives", "WireProtocol"], swiftSettings: strict),
    .target(name: "ProtocolDocuments", dependencies: ["Primitives", "WireProtocol"], swiftSettings: strict),
    .executableTarget(
      name: "generate-protocol",
      dependencies: ["WireProtocol", "ProtocolDocuments", "ClientGenerator", "Server"],
      swiftSettings: strict),
    .target(name: "MovieNightConnection", dependencies: ["Primitives"], swiftSettings: strict),
    .target(name: "MovieNightClient", dependencies: ["Primitives", "MovieNightConnection"], swiftSettings: strict),
    .target(
      name: "Console", dependencies: ["Primitives", "Platform", "MovieNightConnection", "CLinux"], swiftSettings: strict
    ),
    .target(
      name: "ClientCommands", dependencies: ["Primitives", "Platform", "Domain", "MovieNightConnection", "Console"],
      swiftSettings: strict),
    .target(
      name: "OperatorCommands",
      dependencies: [
        "Primitives", "WireProtocol", "Platform", "Transport", "Server", "Domain", "Catalog", "EventStore", "Commands",
        "WritePath", "Projections", "MovieNightConnection", "Console", "ClientCommands", "CLinux",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "movienight-api", dependencies: ["Server", "Console", "ClientCommands", "OperatorCommands"],
      swiftSettings: strict),
    .target(
      name: "Bench",
      dependencies: [
        "Primitives", "Platform", "Transport", "Server", "Domain", "EventStore", "Commands", "WritePath", "Projections",
        "MovieNightConnection", "Console", "ClientCommands", "OperatorCommands", "CLinux",
      ],
      swiftSettings: strict),
    .executableTarget(name: "movienight-bench", dependencies: ["Bench", "Console"], swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["Primitives", "ProtocolDocuments"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "PrimitivesTests", dependencies: ["Primitives", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "WireProtocolTests", dependencies: ["Primitives", "WireProtocol"], swiftSettings: strict),
    .target(name: "FakeTMDb", dependencies: ["Primitives"], path: "Tests/FakeTMDb", swiftSettings: strict),
    .executableTarget(
      name: "fake-tmdb", dependencies: ["FakeTMDb"], path: "Tests/FakeTMDbServer", swiftSettings: strict),
    .target(
      name: "HostileClients", dependencies: ["Primitives", "Platform", "Transport", "CLinux"],
      path: "Tests/HostileClients", swiftSettings: strict),
    .executableTarget(
      name: "hostile-clients", dependencies: ["HostileClients", "Primitives"], path: "Tests/HostileClientsProgram",
      swiftSettings: strict),
    .testTarget(
      name: "CatalogTests", dependencies: ["Primitives", "Catalog", "TestSupport", "FakeTMDb"], swiftSettings: strict),
    .target(
      name: "SnackArea",
      dependencies: [
        "Primitives", "WireProtocol", "Domain", "EventStore", "Commands", "WritePath", "Projections", "Server",
      ],
      path: "Tests/SnackArea", swiftSettings: strict),
    .target(
      name: "SnackCommands", dependencies: ["Primitives", "MovieNightConnection", "Console", "ClientCommands"],
      path: "Tests/SnackCommands", swiftSettings: strict),
    .target(
      name: "FakeServer", dependencies: ["Primitives", "MovieNightConnection"], path: "Tests/FakeServer",
      swiftSettings: strict),
    .testTarget(
      name: "MovieNightClientTests", dependencies: ["MovieNightClient", "MovieNightConnection", "FakeServer"],
      swiftSettings: strict),
    .testTarget(
      name: "ClientGeneratorTests",
      dependencies: [
        "Primitives", "WireProtocol", "ProtocolDocuments", "ClientGenerator", "Server", "MovieNightClient",
        "MovieNightConnection",
        "FakeServer", "TestSupport",
      ],
      swiftSettings: strict),
    .target(
      name: "CommandLineSupport",
      dependencies: ["Primitives", "Platform", "MovieNightConnection", "Console", "FakeServer"],
      path: "Tests/CommandLineSupport", swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "Primitives", "MovieNightConnection", "Console", "ClientCommands", "CommandLineSupport", "FakeServer",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OperatorCommandsTests",
      dependencies: [
        "Primitives", "EventStore", "MovieNightConnection", "Console", "OperatorCommands", "CommandLineSupport",
        "FakeServer",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BenchTests", dependencies: ["Primitives", "Console", "Bench", "CommandLineSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProgramTests",
      dependencies: ["movienight-api", "Server", "Console", "OperatorCommands", "CommandLineSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProjectionsTests",
      dependencies: ["Primitives", "Domain", "EventStore", "Projections", "Server", "ClientCommands", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DomainTests", dependencies: ["Primitives", "Domain"], resources: [.copy("Fixtures")],
      swiftSettings: strict),
    .target(
      name: "CommandsSupport",
      dependencies: ["Primitives", "Domain", "EventStore", "Commands", "Projections", "TestSupport"],
      path: "Tests/CommandsSupport", swiftSettings: strict),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Primitives", "Domain", "EventStore", "Commands", "Projections", "TestSupport", "CommandsSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WritePathTests",
      dependencies: [
        "Primitives", "Platform", "Domain", "EventStore", "Commands", "WritePath", "TestSupport", "CommandsSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AreaTests",
      dependencies: [
        "Primitives", "Domain", "EventStore", "Commands", "WritePath", "Projections", "Server", "SnackArea",
      ],
      swiftSettings: strict),
    // The client's modules, because DocC reads them.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Primitives", "WireProtocol", "ProtocolDocuments", "Domain", "Catalog", "Transport", "Server", "Console",
        "OperatorCommands", "movienight-api", "MovieNightClient", "MovieNightConnection", "TestSupport",
      ], exclude: ["Clients"],
      swiftSettings: strict),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "Primitives", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Primitives", "WireProtocol", "Domain", "Commands", "WritePath", "Projections", "Transport", "Server",
        "TestSupport", "CommandsSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TransportTests", dependencies: ["Transport", "Platform", "Primitives", "CLinux", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "movienight-api", "movienight-bench", "ClientCommands", "OperatorCommands", "MovieNightClient",
        "MovieNightConnection", "Primitives",
        "Platform", "WireProtocol", "ProtocolDocuments", "Domain", "Catalog", "EventStore", "Projections",
        "TestSupport",
        "SnackArea", "SnackCommands", "CommandLineSupport", "FakeTMDb", "HostileClients",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "EventStoreTests",
      dependencies: [
        "EventStore", "Primitives", "TestSupport",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: strict),
  ]
)
