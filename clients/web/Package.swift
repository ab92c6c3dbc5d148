// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// The page in the browser. A package of its own, so that the root package has no dependencies. NIO, HTTPTypes, Logging and
// ServiceLifecycle come with Hummingbird, in the versions that it was released with.
/// The areas with templates and styles, each in its folder. An area adds its name here.
let areas = [
  "Shell",
  "Signing",
  "Rounds",
  "Sessions",
  "Household",
  "Guide",
  "Library",
  "TV",
  "Collections",
]

let package = Package(
  name: "movienight-web",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "movienight", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache.git", exact: "2.1.1"),
  ],
  targets: [
    .executableTarget(
      name: "movienight-web",
      dependencies: [
        .product(name: "MovieNightKit", package: "movienight"),
        .product(name: "MovieNightFoundation", package: "movienight"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      resources: areas.flatMap { [.embedInCode("\($0)/Templates"), .embedInCode("\($0)/Assets")] },
      swiftSettings: strict),
    .testTarget(name: "movienight-webTests", dependencies: ["movienight-web"], swiftSettings: strict),
  ]
)
