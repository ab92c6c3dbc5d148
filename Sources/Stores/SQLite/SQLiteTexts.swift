#if SQLite
  import EventStore
  import MovieNightPrimitives

  // Personal texts, which are stored in slots that never move within the file (decision 0030). When SQLite splits a
  // page, it copies rows and leaves their old bytes behind. It never splits a page of a table to which rows are only
  // appended, and in which rows are only replaced by rows of the same size.

  extension SQLiteReads {
    func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] {
      let sql = "SELECT id, owner, subject, content FROM personal_texts JOIN text_slots USING (slot) WHERE id = ?1"
      var texts: [PersonalText] = []
      for id in ids {
        if let text = try connection.first(sql, [id], read: connection.text) { texts.append(text) }
      }
      return texts
    }

    func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
      let condition = owner == nil ? "" : "AND owner = ?3 "
      let sql = """
        SELECT id, owner, subject, content FROM personal_texts JOIN text_slots USING (slot)
        WHERE id > ?1 \(condition)ORDER BY id LIMIT ?2
        """
      var values: SQLiteValues = [id?.bytes ?? [], max(0, limit)]
      if let owner { values.append(owner) }
      return try connection.all(sql, values, read: connection.text)
    }
  }

  extension SQLiteConnection {
    /// Decodes a text from a row with the columns `id, owner, subject, content`.
    fileprivate func text(_ row: SQLiteStatement) throws(StoreError) -> PersonalText {
      let id: TextID = try row.identifier(0)
      guard let value = TextSlot.value(in: row.bytes(3)) else {
        throw StoreError(
          .damaged, "\(path): text \(id) is longer than its slot",
          hint: "List all damage with: movienight verify. Restore a backup.")
      }
      return PersonalText(id: id, owner: try row.identifier(1), subject: row.optionalIdentifier(2), value: value)
    }

    // MARK: Writing

    /// Applies a change. Returns whether it replaced or deleted a text, which the write-ahead log may still contain.
    @discardableResult
    func apply(_ change: PersonalTextChange) throws(StoreError) -> Bool {
      switch change {
      case .put(let text): return try put(text)
      case .delete(let id, let owner):
        let sql = "DELETE FROM personal_texts WHERE id = ?1 AND owner = ?2 RETURNING slot"
        guard let slot = try integer(sql, id, owner) else { return false }
        try free(slot)
        return true
      }
    }

    private func put(_ text: PersonalText) throws(StoreError) -> Bool {
      let old = try integer("SELECT slot FROM personal_texts WHERE id = ?1", text.id)
      let slot = try put(TextSlot.content(of: text), insteadOf: old)
      try run(
        "INSERT OR REPLACE INTO personal_texts VALUES (?1, ?2, ?3, ?4)", text.id, text.owner, text.subject, slot)
      return old != nil
    }

    // MARK: Slots

    /// Writes the content to a slot and returns it: `old` if it has the right size; else another, after freeing `old`.
    private func put(_ content: [UInt8], insteadOf old: Int?) throws(StoreError) -> Int {
      if let old {
        if try size(of: old) == content.count {
          try write(content, to: old)
          return old
        }
        try free(old)
      }
      guard let slot = try takeFreeSlot(size: content.count) else { return try add(content) }
      try write(content, to: slot)
      return slot
    }

    private func size(of slot: Int) throws(StoreError) -> Int? {
      try integer("SELECT length(content) FROM text_slots WHERE slot = ?1", slot)
    }

    /// Overwrites a slot. Throws `damaged` for content of another size, because SQLite would write it elsewhere.
    private func write(_ content: [UInt8], to slot: Int) throws(StoreError) {
      let sql = "UPDATE text_slots SET content = ?2 WHERE slot = ?1 AND length(content) = ?3 RETURNING slot"
      guard try integer(sql, slot, content, content.count) == slot else {
        throw StoreError(
          .damaged, "\(path): text slot \(slot) is missing, or does not have \(content.count) bytes",
          hint: "List all damage with: movienight verify. Restore a backup.")
      }
    }

    private func free(_ slot: Int) throws(StoreError) {
      guard let size = try size(of: slot) else { return }
      try write(Array(repeating: 0, count: size), to: slot)
      try run("INSERT INTO free_text_slots VALUES (?1, ?2)", size, slot)
    }

    private func takeFreeSlot(size: Int) throws(StoreError) -> Int? {
      let slot = try integer("SELECT min(slot) FROM free_text_slots WHERE size = ?1", size)
      if let slot { try run("DELETE FROM free_text_slots WHERE size = ?1 AND slot = ?2", size, slot) }
      return slot
    }

    private func add(_ content: [UInt8]) throws(StoreError) -> Int {
      guard let slot = try integer("INSERT INTO text_slots (content) VALUES (?1) RETURNING slot", content) else {
        throw StoreError(.damaged, "\(path): a text got no slot")
      }
      return slot
    }

    // MARK: Audit

    func textFindings(_ add: (String) -> Void) throws(StoreError) {
      try forEach(
        "SELECT id, owner, subject, content FROM personal_texts LEFT JOIN text_slots USING (slot) ORDER BY id"
      ) { (row) throws(StoreError) in
        let id: TextID = try row.identifier(0)
        // Compares the slot with the content for the text, so that the trailing zeros are checked, too.
        if (try? text(row)).map(TextSlot.content) != row.array(3) {
          add("text \(id) does not match its checksum")
        }
      }
      let doubled = """
        SELECT slot FROM (SELECT slot FROM personal_texts UNION ALL SELECT slot FROM free_text_slots)
        GROUP BY slot HAVING count(*) > 1
        """
      for slot in try integers(doubled) { add("text slot \(slot) is used twice") }
      let left = """
        SELECT slot FROM free_text_slots LEFT JOIN text_slots USING (slot) WHERE content IS NOT zeroblob(size)
        """
      for slot in try integers(left) { add("text slot \(slot) is free, but not empty") }
    }
  }
#endif
