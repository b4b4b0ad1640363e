//! Restrictions of the process before foreign code runs in it.

use std::io;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};
use poundwise_driver::{Confinement, Network, Request};
use rustix::process::{DumpableBehavior, Resource, Rlimit, set_dumpable_behavior, setrlimit};

use crate::calls::filter_calls;

/// Files of libraries, of the resolution of host names, of trusted certificates, and of the
/// machine's memory and processors. libduckdb aborts unless it can read `/proc/self` and
/// `/sys/fs/cgroup`.
const READABLE: [&str; 21] = [
    "/usr",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/nsswitch.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/protocols",
    "/etc/passwd",
    "/etc/localtime",
    "/etc/ssl",
    "/etc/pki",
    "/etc/krb5.conf",
    "/proc/self",
    "/proc/meminfo",
    "/proc/cpuinfo",
    "/sys/fs/cgroup",
    "/sys/devices/system/cpu",
];

/// Devices that libraries read.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/urandom", "/dev/zero"];

/// The most open files.
const OPEN_FILES: u64 = 512;

/// The newest access rights that are asked for.
const NEWEST: ABI = ABI::V6;

/// Restricts the process to the needs of a driver. Restrictions that the kernel lacks are left out.
///
/// # Errors
/// A limit that cannot be set.
pub(crate) fn confine(request: &Request) -> io::Result<Confinement> {
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    limit(Resource::Core, 0)?;
    limit(Resource::Fsize, 0)?;
    limit(Resource::Nofile, OPEN_FILES)?;
    limit(Resource::As, request.limits.memory)?;
    let confinement = landlocked(request).unwrap_or(Confinement::None);
    let has_filter = filter_calls(request.network).is_ok();
    Ok(match confinement {
        Confinement::Full if !has_filter || request.network == Network::Sockets => {
            Confinement::Partial
        }
        other => other,
    })
}

fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let limits = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    Ok(setrlimit(resource, limits)?)
}

/// Restricts files to those that a driver may read. Refuses writing, listening, signals to other
/// processes and tracing them, and connections to hosts unless the request has a network.
fn landlocked(request: &Request) -> Result<Confinement, landlock::RulesetError> {
    let read = AccessFs::from_read(NEWEST);
    let own = std::iter::once(&request.driver).chain(&request.files);
    let files = READABLE.iter().chain(&DEVICES).copied();
    let files = files.chain(own.map(String::as_str));
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::BindTcp)?
        .scope(Scope::from_all(NEWEST))?;
    if request.network == Network::None {
        ruleset = ruleset.handle_access(AccessNet::ConnectTcp)?;
    }
    let status = ruleset
        .create()?
        // Files that are not there are left out.
        .add_rules(path_beneath_rules(files, read))?
        .add_rules(path_beneath_rules(["/dev/null"], AccessFs::WriteFile))?
        .restrict_self()?;
    Ok(match status.ruleset {
        RulesetStatus::FullyEnforced => Confinement::Full,
        RulesetStatus::PartiallyEnforced => Confinement::Partial,
        RulesetStatus::NotEnforced => Confinement::None,
    })
}
