//! System calls that a driver cannot make.
//!
//! Landlock before Linux 7 refuses neither sockets of programs of this machine nor datagrams. Through
//! the socket of a service manager or of containers, a driver could start a program that is not
//! confined.

use std::collections::BTreeMap;

use poundwise_driver::Network;
use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter,
};

/// `EACCES`, as Landlock answers.
const DENIED: u32 = 13;

/// Families of sockets that a connection to a host needs: IPv4, IPv6, and the list of the machine's
/// own addresses (`AF_NETLINK`), which the resolution of host names reads.
const OF_HOSTS: [u64; 3] = [2, 10, 16];

/// The numbers of `socket` and `io_uring_setup`, which makes sockets as well.
#[cfg(target_arch = "x86_64")]
const CALLS: (i64, i64) = (41, 425);
#[cfg(not(target_arch = "x86_64"))]
const CALLS: (i64, i64) = (198, 425);

/// Calls of the x32 ABI of x86-64 have this bit.
const X32: i64 = 0x4000_0000;

/// Refuses sockets of families that this network does not need, to this thread and those that it
/// starts. Sockets that are open stay.
///
/// # Errors
/// A kernel without filters of system calls, or another architecture.
pub(crate) fn filter_calls(network: Network) -> Result<(), Error> {
    let (socket, ring) = CALLS;
    // Without a rule a call is refused whatever its arguments are.
    let mut refused = BTreeMap::from([(ring, Vec::new()), (ring | X32, Vec::new())]);
    let families = match network {
        Network::None => Some(Vec::new()),
        Network::Hosts => Some(vec![other_families()?]),
        Network::Sockets => None,
    };
    if let Some(rules) = families {
        refused.insert(socket, rules.clone());
        refused.insert(socket | X32, rules);
    }
    let filter = SeccompFilter::new(
        refused,
        SeccompAction::Allow,
        SeccompAction::Errno(DENIED),
        std::env::consts::ARCH.try_into()?,
    )?;
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program)
}

/// Returns the rule of sockets that a connection to a host does not need.
fn other_families() -> Result<SeccompRule, Error> {
    let conditions: Result<Vec<_>, _> = OF_HOSTS
        .iter()
        .map(|family| SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *family))
        .collect();
    Ok(SeccompRule::new(conditions?)?)
}
