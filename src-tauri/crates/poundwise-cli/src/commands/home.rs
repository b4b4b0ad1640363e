//! `init` and `whoami`.

use poundwise_market::view::HomeView;
use poundwise_market::{Error, Home, Result, default_market_url};
use serde::Serialize;

use crate::args::Global;
use crate::output::Output;
use crate::passphrase;
use crate::run::{Outcome, home_dir, home_options};
use crate::table::fields;

/// A new home with the one look at its recovery key.
#[derive(Serialize)]
struct Created<'a> {
    #[serde(flatten)]
    home: &'a HomeView,
    recovery_key: &'a str,
}

pub(crate) fn init(out: &mut Output, global: &Global, name: &str) -> Result<Outcome> {
    let dir = home_dir(global)?;
    // Said before a passphrase is chosen; creating would refuse as well.
    if Home::exists(&dir) {
        return Err(Error::refused(
            "home-exists",
            format!("there is a home at {} already", dir.display()),
        )
        .hint("Look at it with `poundwise whoami`, or choose another folder with --home DIR."));
    }
    let mut options = home_options(global);
    options.market = options.market.or_else(default_market_url);
    let (home, recovery_key) = Home::create(&dir, name, &passphrase::choose()?, &options)?;
    let view = home.view();
    let created = Created {
        home: &view,
        recovery_key: recovery_key.reveal(),
    };
    out.answer(&created, || {
        format!(
            "Home created.\n{}\n\
             Recovery key, shown this once. Print it or write it down, and keep it away from this computer:\n\n    \
             {}\n\n\
             It opens everything in this home if the passphrase is lost, with this program or with `age` alone.\n\
             Whoever has it can read the home's data.\n",
            who(&view),
            recovery_key.reveal(),
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn whoami(out: &mut Output, home: &Home) -> Result<Outcome> {
    let view = home.view();
    out.answer(&view, || who(&view))?;
    Ok(Outcome::Done)
}

fn who(view: &HomeView) -> String {
    fields(&[
        ("name", view.name.clone()),
        ("key", view.kid.clone()),
        ("age recipient", view.recipient.clone()),
        ("folder", view.dir.clone()),
        ("market", view.market.clone()),
    ])
}
