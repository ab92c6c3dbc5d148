// In a separate file, because CLinux and Glibc cannot be imported together (they see `fd_set` differently).
import CLinux

/// The width of a terminal in columns; 0 if it does not report one.
package func windowColumns(_ descriptor: Int32) -> Int {
  Int(mn_window_columns(descriptor))
}
