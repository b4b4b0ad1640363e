//! Hosts in addresses.

/// Returns whether a host is this machine.
pub(super) fn is_here(host: &str) -> bool {
    is_socket(host) || ["localhost", "[::1]", "::1"].contains(&host) || host.starts_with("127.")
}

/// Returns whether a host is the folder of a socket, or a name of the kernel's (libpq, `host`).
pub(super) fn is_socket(host: &str) -> bool {
    host.starts_with(['/', '@']) || host.to_lowercase().starts_with("%2f")
}

/// Returns a host of an authority without its port. An IPv6 address is in brackets.
pub(super) fn without_port(host: &str) -> &str {
    let end = host.find(']').map_or(0, |end| end + 1);
    let port = host[end..].find(':').map(|at| end + at);
    &host[..port.unwrap_or(host.len())]
}
