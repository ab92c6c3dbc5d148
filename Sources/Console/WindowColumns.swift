// This file is separate because CLinux and Glibc cannot be imported together (they declare `fd_set` differently).
import CLinux

/// Returns the width of a terminal in columns; 0 if the terminal does not report one.
package func windowColumns(_ descriptor: Int32) -> Int {
  Int(mn_window_columns(descriptor))
}
