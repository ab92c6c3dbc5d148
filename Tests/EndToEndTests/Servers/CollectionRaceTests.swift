#if Postgres
  import MovieNightPrimitives
  import Testing

  /// One collection that is changed through several servers at the same time.
  @Suite("Several servers: collections") struct CollectionRaceTests {
    @Test func titleIsAddedOnceAndMarkedOnce() throws {
      let servers = try ServerGroup(2)
      let household = try servers[0].createHousehold()
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      for id in 1...20 {
        let added = try together(2) { try wires[$0].call("titles.add", #""items":[\#(newMovie(id))]"#) }
        #expect(added.count { $0.code == nil } == 1, "\(added.map(\.text))")
        #expect(added.contains { $0.reason == "already_in_collection" })
        let marked = try together(2) { try wires[$0].result("titles.mark", #""movies":[\#(id)]"#) }
        #expect(try marked.map { try $0.integer("marked") }.sorted() == [0, 1])
      }
      try servers.settle()
      for wire in wires {
        let counts = try wire.result("collection.get").object("counts")
        #expect(try counts.integer("movies") == 20 && counts.integer("plays") == 20)
      }
      #expect(try servers.verify().code == 0)
    }

    @Test func importsThroughTwoServersGiveOneCollection() throws {
      let servers = try ServerGroup(2)
      let household = try servers[0].createHousehold()
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      let lines = (1...100).map { "2024-01-02,Film \($0),1999,https://boxd.it/\($0),4,,,2024-01-01\n" }
      let resolutions = (1...100).map {
        #"{"name":"Film \#($0)","year":1999,"media_type":"movie","tmdb_id":\#($0)}"#
      }.joined(separator: ",")
      let header = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
      let reports = try together(2) {
        try wires[$0].importFile(
          "letterboxd", "diary.csv", header + lines.joined(), #","resolutions":[\#(resolutions)]"#)
      }
      #expect(try reports.map { try $0.integer("titles_added") }.reduce(0, +) == 100)
      try servers.settle()
      for wire in wires { #expect(try wire.result("collection.get").object("counts").integer("plays") == 100) }
      #expect(try servers.verify().code == 0)
    }
  }
#endif
