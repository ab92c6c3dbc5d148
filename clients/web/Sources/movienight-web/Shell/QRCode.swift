/// A QR code (ISO/IEC 18004) of a text: byte mode, error correction level M, versions 1 to 12.
struct QRCode: Sendable, Equatable {
  /// The number of modules on each side.
  let size: Int
  private var isDark: [Bool]
  private var isFixed: [Bool]

  /// The number of error correction codewords of a block, and the numbers of data codewords of its blocks, by version.
  private static let blocks: [(correction: Int, data: [Int])] = [
    (10, [16]), (16, [28]), (26, [44]), (18, [32, 32]), (24, [43, 43]), (16, [27, 27, 27, 27]), (18, [31, 31, 31, 31]),
    (22, [38, 38, 39, 39]), (22, [36, 36, 36, 37, 37]), (26, [43, 43, 43, 43, 44]), (30, [50, 51, 51, 51, 51]),
    (22, [36, 36, 36, 36, 36, 36, 37, 37]),
  ]

  private static let alignments: [[Int]] = [
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50], [6, 30, 54],
    [6, 32, 58],
  ]

  /// Returns nil if the text has more than 287 bytes.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let fitting = Self.blocks.indices.first { version in
      let capacity = Self.blocks[version].data.reduce(0, +)
      return bytes.count + (version < 9 ? 2 : 3) <= capacity
    }
    guard let index = fitting else { return nil }
    let version = index + 1
    size = 17 + 4 * version
    isDark = Array(repeating: false, count: size * size)
    isFixed = isDark
    drawPatterns(version)
    place(Self.codewords(bytes, version))
    let unmasked = isDark
    var best: (penalty: Int, isDark: [Bool])?
    for mask in 0..<8 {
      isDark = unmasked
      apply(mask)
      drawFormat(mask)
      if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, isDark) }
    }
    isDark = best!.isDark
  }

  subscript(column: Int, row: Int) -> Bool { isDark[row * size + column] }

  /// The dark modules as a path of SVG, in a square with a border of four modules.
  var path: String {
    var path = ""
    for row in 0..<size {
      for column in 0..<size where self[column, row] { path += "M\(column + 4) \(row + 4)h1v1h-1z" }
    }
    return path
  }

  var viewBox: String { "0 0 \(size + 8) \(size + 8)" }

  /// The code for a terminal, two modules a character, light on any background.
  var terminalLines: [String] {
    stride(from: -2, to: size + 2, by: 2).map { row in
      (-2..<size + 2).map { column in
        let (top, bottom) = (isLight(column, row), isLight(column, row + 1))
        return top ? (bottom ? "█" : "▀") : (bottom ? "▄" : " ")
      }.joined()
    }
  }

  private func isLight(_ column: Int, _ row: Int) -> Bool {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return true }
    return !self[column, row]
  }

  // MARK: Codewords

  private static func codewords(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
    let (correction, lengths) = blocks[version - 1]
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, version < 10 ? 8 : 16)
    for byte in bytes { append(Int(byte), 8) }
    let capacity = lengths.reduce(0, +)
    append(0, min(4, capacity * 8 - bits.count))
    while bits.count % 8 != 0 { bits.append(false) }
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    while data.count < capacity { data.append((data.count - bits.count / 8) % 2 == 0 ? 0xEC : 0x11) }

    var parts: [[UInt8]] = []
    for length in lengths {
      parts.append(Array(data.prefix(length)))
      data.removeFirst(length)
    }
    let corrections = parts.map { remainder(of: $0, count: correction) }
    var result: [UInt8] = []
    for index in 0..<lengths.max()! { for part in parts where index < part.count { result.append(part[index]) } }
    for index in 0..<correction { for part in corrections { result.append(part[index]) } }
    return result
  }

  /// Multiplies in GF(256) with the polynomial 0x11D.
  private static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var product = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      if right >> UInt8(bit) & 1 == 1 { product ^= Int(left) }
    }
    return UInt8(product)
  }

  private static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
    var divisor = Array(repeating: UInt8(0), count: count)
    divisor[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        divisor[index] = multiply(divisor[index], root) ^ (index + 1 < count ? divisor[index + 1] : 0)
      }
      root = multiply(root, 2)
    }
    var rest = Array(repeating: UInt8(0), count: count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in 0..<count { rest[index] ^= multiply(divisor[index], factor) }
    }
    return rest
  }

  // MARK: Modules

  private mutating func fix(_ column: Int, _ row: Int, _ dark: Bool) {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return }
    isDark[row * size + column] = dark
    isFixed[row * size + column] = true
  }

  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<size {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
    for (left, top) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for row in -4...4 {
        for column in -4...4 {
          let distance = max(abs(row), abs(column))
          fix(left + column, top + row, distance != 2 && distance != 4)
        }
      }
    }
    let places = Self.alignments[version - 1]
    for row in places {
      for column in places {
        // The corners have finder patterns.
        let isCorner = [(6, 6), (6, places.last!), (places.last!, 6)].contains { $0 == (column, row) }
        if isCorner { continue }
        for y in -2...2 { for x in -2...2 { fix(column + x, row + y, max(abs(x), abs(y)) != 1) } }
      }
    }
    drawFormat(0)
    if version >= 7 {
      var rest = version
      for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
      let bits = version << 12 | rest
      for index in 0..<18 {
        let dark = bits >> index & 1 == 1
        fix(size - 11 + index % 3, index / 3, dark)
        fix(index / 3, size - 11 + index % 3, dark)
      }
    }
  }

  /// Draws the format twice: error correction level M, which is 0, and the mask.
  private mutating func drawFormat(_ mask: Int) {
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { fix(8, index, bit(index)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for index in 9..<15 { fix(14 - index, 8, bit(index)) }
    for index in 0..<8 { fix(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { fix(8, size - 15 + index, bit(index)) }
    fix(8, size - 8, true)
  }

  /// Places the codewords in columns of two modules, upwards and downwards in turn, from the right.
  private mutating func place(_ codewords: [UInt8]) {
    var index = 0
    for right in stride(from: size - 1, through: 1, by: -2) {
      let right = right <= 6 ? right - 1 : right
      for step in 0..<size {
        for column in [right, right - 1] {
          let isUpward = (right + 1) & 2 == 0
          let row = isUpward ? size - 1 - step : step
          guard !isFixed[row * size + column], index < codewords.count * 8 else { continue }
          isDark[row * size + column] = codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }

  private mutating func apply(_ mask: Int) {
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] {
        let inverts =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if inverts { isDark[y * size + x].toggle() }
      }
    }
  }

  /// The penalty of the current mask for patterns that readers find difficult. The mask with the lowest one is used.
  private var penalty: Int {
    var total = 0
    let lines =
      (0..<size).map { row in (0..<size).map { self[$0, row] } }
      + (0..<size).map { column in (0..<size).map { self[column, $0] } }
    let finder = [true, false, true, true, true, false, true]
    let quiet = Array(repeating: false, count: 4)
    for line in lines {
      var run = 0
      for index in line.indices {
        run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
        if run == 5 { total += 3 } else if run > 5 { total += 1 }
      }
      for start in 0...(size - 11) {
        let part = Array(line[start..<start + 11])
        if part == finder + quiet || part == quiet + finder { total += 40 }
      }
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1
      where self[x, y] == self[x + 1, y] && self[x, y] == self[x, y + 1] && self[x, y] == self[x + 1, y + 1] {
        total += 3
      }
    }
    let dark = isDark.count { $0 }
    return total + abs(dark * 20 - size * size * 10) / (size * size) * 10
  }
}
