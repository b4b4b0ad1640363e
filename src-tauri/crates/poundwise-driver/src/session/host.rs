//! Hosts in addresses.

use percent_encoding::percent_decode_str;

/// Returns whether a host is this machine or the folder of a socket.
pub(super) fn is_here(host: &str) -> bool {
    is_socket(host) || is_this_machine(host)
}

/// Returns whether a host is a name of this machine.
#[must_use]
pub fn is_this_machine(host: &str) -> bool {
    ["localhost", "[::1]", "::1"].contains(&host) || host.starts_with("127.")
}

/// Returns a part of an address without percent escapes.
#[must_use]
pub fn unescaped(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}

/// Returns whether a host is the folder of a socket, or a name of the kernel's (libpq, `host`).
pub(super) fn is_socket(host: &str) -> bool {
    host.starts_with(['/', '@']) || host.to_lowercase().starts_with("%2f")
}

/// Returns a host of an authority without its port. An IPv6 address is in brackets.
#[must_use]
pub fn without_port(host: &str) -> &str {
    let end = host.find(']').map_or(0, |end| end + 1);
    let port = host[end..].find(':').map(|at| end + at);
    &host[..port.unwrap_or(host.len())]
}
