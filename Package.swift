// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "movienight",
  // The platforms of apps that use the client library. The server runs only on Linux, which needs no entry.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // Executables are not listed as products, although SwiftPM builds them. If they were, their targets would belong to every app
  // that depends on the client library, and SwiftPM would refuse targets of the app that have the same names.
  products: [
    .library(name: "MovieNightKit", targets: ["MovieNightKit"]),
    .library(name: "MovieNightFoundation", targets: ["MovieNightFoundation"]),
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

    .target(name: "MovieNightPrimitives", swiftSettings: strict),
    .target(name: "ProtocolSchema", dependencies: ["MovieNightPrimitives"], swiftSettings: strict),
    .target(name: "Domain", dependencies: ["MovieNightPrimitives"], swiftSettings: strict),
    .target(name: "CDemoCatalog", exclude: ["demo-catalog.jsonl"]),
    .target(
      name: "Catalog",
      dependencies: [
        "MovieNightPrimitives", "CDemoCatalog", .target(name: "CCurl", condition: .when(traits: ["TMDb"])),
      ],
      swiftSettings: strict),
    .target(name: "EventStore", dependencies: ["MovieNightPrimitives"], swiftSettings: strict),
    .target(
      name: "Stores",
      dependencies: [
        "MovieNightPrimitives", "EventStore", "CLinux",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
        .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
      ],
      resources: [.embedInCode("SQLite/Migrations"), .embedInCode("Postgres/Migrations")], swiftSettings: strict),
    .target(
      name: "Commands", dependencies: ["MovieNightPrimitives", "ProtocolSchema", "Domain", "EventStore"],
      swiftSettings: strict),
    .target(
      name: "WritePath", dependencies: ["MovieNightPrimitives", "Domain", "EventStore", "Commands"],
      swiftSettings: strict),
    .target(
      name: "Projections", dependencies: ["MovieNightPrimitives", "Domain", "EventStore"], swiftSettings: strict),
    .target(name: "Platform", dependencies: ["MovieNightPrimitives", "CLinux"], swiftSettings: strict),
    .target(name: "Transport", dependencies: ["MovieNightPrimitives", "Platform", "CLinux"], swiftSettings: strict),
    .target(
      name: "Server",
      dependencies: [
        "MovieNightPrimitives", "ProtocolSchema", "Platform", "Transport", "Domain", "Catalog", "EventStore", "Stores",
        "Commands",
        "WritePath",
        "Projections",
      ],
      swiftSettings: strict),
    .target(name: "ClientGenerator", dependencies: ["MovieNightPrimitives", "ProtocolSchema"], swiftSettings: strict),
    .target(
      name: "ProtocolDocuments", dependencies: ["MovieNightPrimitives", "ProtocolSchema"], swiftSettings: strict),
    .executableTarget(
      name: "generate-protocol",
      dependencies: ["ProtocolSchema", "ProtocolDocuments", "ClientGenerator", "Server"],
      swiftSettings: strict),
    .target(name: "MovieNightKit", dependencies: ["MovieNightPrimitives"], swiftSettings: strict),
    .target(
      name: "MovieNightFoundation", dependencies: ["MovieNightPrimitives", "MovieNightKit"], swiftSettings: strict),
    .target(
      name: "Console", dependencies: ["MovieNightPrimitives", "Platform", "MovieNightKit", "CLinux"],
      swiftSettings: strict
    ),
    .target(
      name: "ClientCommands",
      dependencies: ["MovieNightPrimitives", "Platform", "Domain", "Catalog", "MovieNightKit", "Console"],
      swiftSettings: strict),
    .target(
      name: "OperatorCommands",
      dependencies: [
        "MovieNightPrimitives", "ProtocolSchema", "Platform", "Transport", "Server", "Domain", "Catalog", "EventStore",
        "Stores",
        "Commands",
        "WritePath", "Projections", "MovieNightKit", "Console", "ClientCommands", "CLinux",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "movienight", dependencies: ["Server", "Console", "ClientCommands", "OperatorCommands"],
      path: "Sources/movienight-api",
      swiftSettings: strict),
    .target(
      name: "Bench",
      dependencies: [
        "MovieNightPrimitives", "Platform", "Transport", "Server", "Domain", "EventStore", "Stores", "Commands",
        "WritePath",
        "Projections",
        "MovieNightKit", "Console", "ClientCommands", "OperatorCommands", "CLinux",
      ],
      swiftSettings: strict),
    .executableTarget(name: "movienight-bench", dependencies: ["Bench", "Console"], swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["MovieNightPrimitives", "ProtocolDocuments"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "PrimitivesTests", dependencies: ["MovieNightPrimitives", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ProtocolSchemaTests", dependencies: ["MovieNightPrimitives", "ProtocolSchema"], swiftSettings: strict),
    .target(name: "FakeTMDb", dependencies: ["MovieNightPrimitives"], path: "Tests/FakeTMDb", swiftSettings: strict),
    .executableTarget(
      name: "fake-tmdb", dependencies: ["FakeTMDb"], path: "Tests/FakeTMDbServer", swiftSettings: strict),
    .target(
      name: "HostileClients", dependencies: ["MovieNightPrimitives", "Platform", "Transport", "CLinux"],
      path: "Tests/HostileClients", swiftSettings: strict),
    .executableTarget(
      name: "hostile-clients", dependencies: ["HostileClients", "MovieNightPrimitives"],
      path: "Tests/HostileClientsProgram",
      swiftSettings: strict),
    .testTarget(
      name: "CatalogTests", dependencies: ["MovieNightPrimitives", "Catalog", "TestSupport", "FakeTMDb"],
      swiftSettings: strict),
    .target(
      name: "SnackArea",
      dependencies: [
        "MovieNightPrimitives", "ProtocolSchema", "Domain", "EventStore", "Commands", "WritePath", "Projections",
        "Server",
      ],
      path: "Tests/SnackArea", swiftSettings: strict),
    .target(
      name: "SnackCommands", dependencies: ["MovieNightPrimitives", "MovieNightKit", "Console", "ClientCommands"],
      path: "Tests/SnackCommands", swiftSettings: strict),
    .target(
      name: "FakeServer", dependencies: ["MovieNightPrimitives", "MovieNightKit"], path: "Tests/FakeServer",
      swiftSettings: strict),
    .testTarget(
      name: "MovieNightTests", dependencies: ["MovieNightKit", "MovieNightFoundation", "FakeServer"],
      swiftSettings: strict),
    .testTarget(
      name: "ClientGeneratorTests",
      dependencies: [
        "MovieNightPrimitives", "ProtocolSchema", "ProtocolDocuments", "ClientGenerator", "Server", "MovieNightKit",
        "FakeServer", "TestSupport",
      ],
      swiftSettings: strict),
    .target(
      name: "CommandLineSupport",
      dependencies: ["MovieNightPrimitives", "Platform", "MovieNightKit", "Console", "FakeServer"],
      path: "Tests/CommandLineSupport", swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "MovieNightPrimitives", "MovieNightKit", "Console", "ClientCommands", "CommandLineSupport", "FakeServer",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OperatorCommandsTests",
      dependencies: [
        "MovieNightPrimitives", "EventStore", "Stores", "MovieNightKit", "Console", "OperatorCommands",
        "CommandLineSupport",
        "FakeServer",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BenchTests", dependencies: ["MovieNightPrimitives", "Console", "Bench", "CommandLineSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProgramTests",
      dependencies: ["movienight", "Server", "Console", "OperatorCommands", "CommandLineSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProjectionsTests",
      dependencies: [
        "MovieNightPrimitives", "Domain", "EventStore", "Projections", "Server", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DomainTests", dependencies: ["MovieNightPrimitives", "Domain"], resources: [.copy("Fixtures")],
      swiftSettings: strict),
    .target(
      name: "CommandsSupport",
      dependencies: ["MovieNightPrimitives", "Domain", "EventStore", "Commands", "Projections", "TestSupport"],
      path: "Tests/CommandsSupport", swiftSettings: strict),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "MovieNightPrimitives", "Domain", "EventStore", "Commands", "Projections", "TestSupport", "CommandsSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WritePathTests",
      dependencies: [
        "MovieNightPrimitives", "Platform", "Domain", "EventStore", "Commands", "WritePath", "TestSupport",
        "CommandsSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AreaTests",
      dependencies: [
        "MovieNightPrimitives", "Domain", "EventStore", "Stores", "Commands", "WritePath", "Projections", "Server",
        "SnackArea",
      ],
      swiftSettings: strict),
    // MovieNightKit is a dependency so that it is built, because DocC reads its module.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "MovieNightPrimitives", "ProtocolSchema", "ProtocolDocuments", "Domain", "Catalog", "Transport", "Server",
        "Console",
        "OperatorCommands", "movienight", "MovieNightKit", "TestSupport",
      ], exclude: ["Clients"],
      swiftSettings: strict),
    .testTarget(
      name: "PlatformTests", dependencies: ["Platform", "MovieNightPrimitives", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "MovieNightPrimitives", "ProtocolSchema", "Domain", "Catalog", "EventStore", "Stores", "Commands", "WritePath",
        "Projections", "Transport", "Server",
        "TestSupport", "CommandsSupport",
      ], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "TransportTests", dependencies: ["Transport", "Platform", "MovieNightPrimitives", "CLinux", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "movienight", "movienight-bench", "ClientCommands", "OperatorCommands", "MovieNightKit",
        "MovieNightPrimitives",
        "Platform", "ProtocolSchema", "ProtocolDocuments", "Domain", "Catalog", "EventStore", "Stores", "Projections",
        "TestSupport",
        "SnackArea", "SnackCommands", "CommandLineSupport", "FakeTMDb", "HostileClients",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "EventStoreTests",
      dependencies: [
        "EventStore", "Stores", "MovieNightPrimitives", "TestSupport",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: strict),
  ]
)
