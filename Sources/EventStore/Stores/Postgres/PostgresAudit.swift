#if Postgres
  import MovieNightPrimitives

  /// Looks through all events, in one transaction of the caller, a page at a time.
  struct PostgresAudit {
    let reads: PostgresReads

    func findings(progress: (Position) -> Void) throws(StoreError) -> [String] {
      var findings = AuditFindings()
      var sequence = EventSequence()
      var columns = EventColumns()
      var checksum: UInt32 = 0
      var position = 0
      while true {
        let page: PostgresResult = try reads.page(after: position)
        guard page.count > 0 else { break }
        for row in 0..<page.count {
          position = page.integer(row, 0)
          columns.set(row: row, of: page)
          let stored = UInt32(truncatingIfNeeded: page.integer(row, 9))
          if columns.checksum(after: checksum) != stored {
            findings.add("position \(position): the event is not what its checksum says")
          }
          // Going on from the stored sum, one damaged event is one finding.
          checksum = stored
          try check(page, row, &sequence, &findings)
        }
        progress(position)
      }
      return findings.report
    }

    private func check(
      _ page: PostgresResult, _ row: Int, _ sequence: inout EventSequence, _ findings: inout AuditFindings
    ) throws(StoreError) {
      let position = page.integer(row, 0)
      do {
        let event = try reads.event(page, row)
        findings.add(try sequence.follow(with: event))
        if event.metadata.command?.id != page.optionalIdentifier(row, 10) {
          findings.add("position \(position): its command's column does not agree with its metadata")
        }
      } catch  where error.code == .damaged {
        findings.add(error.message)
      }
      do {
        _ = try JSONDocument(stored: page.array(row, 6))
      } catch {
        findings.add("position \(position): data: \(error)")
      }
    }
  }

  extension EventColumns {
    /// From a row of the events table (`PostgresReads.eventColumns`), as it stands there.
    mutating func set(row: Int, of result: PostgresResult) {
      set(
        position: result.integer(row, 0), revision: result.integer(row, 3), version: result.integer(row, 5),
        time: result.timestamp(row, 8).microseconds,
        owner: result.optionalIdentifier(row, 2) ?? OwnerID(high: 0, low: 0), stream: result.bytes(row, 1),
        type: result.bytes(row, 4), metadata: result.bytes(row, 7), data: result.bytes(row, 6))
    }
  }
#endif
