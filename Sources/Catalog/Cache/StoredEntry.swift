import MovieNightPrimitives

/// The encoding of an entry in stores and exports: a line of JSON that also identifies the question.
enum StoredEntry {
  static func bytes(of entry: CatalogEntry, for key: CatalogStoreKey) -> [UInt8] {
    JSONWriter.object(reserving: 1024) { json in
      json.field("kind", key.kind)
      json.field("id", key.id)
      json.field("language", key.language)
      entry.writeMembers(to: &json)
    }.bytes
  }

  /// Decodes an entry. Also throws if the entry answers another question, because a store may mix up its entries.
  static func entry(
    _ bytes: [UInt8], answering question: CatalogQuestion, language: String
  ) throws(JSONError) -> CatalogEntry {
    let json = try JSONDocument(bytes).root
    guard try key(json) == CatalogStoreKey(question, language: language) else {
      throw JSONError(.wrongType(expected: "the requested id"), field: "id")
    }
    return try CatalogEntry(json: json, answering: question)
  }

  static func isExportable(_ bytes: [UInt8], under key: CatalogStoreKey, at now: Timestamp) -> Bool {
    guard !bytes.contains(UInt8(ascii: "\n")) else { return false }
    guard let json = try? JSONDocument(bytes).root, (try? self.key(json)) == key else { return false }
    guard let fetchedAt = try? json.timestamp("fetched_at"), CachePolicy.isUsable(fetchedAt, at: now) else {
      return false
    }
    return (try? json.optionalObject("facts")) ?? nil != nil
  }

  /// Whether the entry must be removed. This includes an entry without a fetch time, which could have any age.
  static func isExpired(_ bytes: [UInt8], at now: Timestamp) -> Bool {
    guard let json = try? JSONDocument(bytes).root, let fetchedAt = try? json.timestamp("fetched_at") else {
      return true
    }
    return CachePolicy.isExpired(fetchedAt, at: now)
  }

  private static func key(_ json: JSONValue) throws(JSONError) -> CatalogStoreKey {
    CatalogStoreKey(
      kind: try json.string("kind"), language: try json.string("language"), id: try json.string("id"))
  }
}
