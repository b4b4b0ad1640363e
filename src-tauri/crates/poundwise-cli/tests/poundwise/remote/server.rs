//! Members of a market's server, with homes and files of their own.

use crate::interop::server::Server;
use crate::support::{Trader, World, text};

/// Members of a server in a world.
pub(crate) trait Members {
    /// Writes the `.market` file of a member.
    fn file(&self, world: &World, member: &str) -> String;

    /// Gives a member a new key, in a new file.
    fn renew(&self, world: &World, member: &str) -> String;

    /// Somebody with a home that joined the market with a member's key.
    fn joined<'w>(&self, world: &'w World, home: &str, member: &str) -> Trader<'w>;
}

impl Members for Server {
    fn file(&self, world: &World, member: &str) -> String {
        let file = self.invitation(member, &self.proxy);
        world.file(&format!("{member}.market"), file)
    }

    fn renew(&self, world: &World, member: &str) -> String {
        world.file(&format!("{member}.market"), self.renewed(member))
    }

    fn joined<'w>(&self, world: &'w World, home: &str, member: &str) -> Trader<'w> {
        let trader = world.home(home);
        let joined = trader.json(&["market", "join", &self.file(world, member)]);
        assert_eq!(text(&joined["home"], "market"), self.url());
        trader
    }
}
