// Alone in a file, because CLinux and Glibc cannot be imported side by side (they see `fd_set` differently).
import CLinux

/// How many columns the terminal behind `descriptor` has; 0 when it does not tell.
package func windowColumns(_ descriptor: Int32) -> Int {
  Int(mn_window_columns(descriptor))
}
