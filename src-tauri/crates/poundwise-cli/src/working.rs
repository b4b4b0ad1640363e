//! Work that takes time: one line on the terminal says how far it is, and Ctrl-C stops it where
//! nothing is left behind.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use poundwise_market::{Error, Result, StopFlag, Work, WorkProgress, WorkStep, WorkUnit, sending};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::format;
use crate::language::say;
use crate::messages::{CommandMessage, Counted, WorkText, WorkWord};

/// The exit code of what was stopped by a signal: 128 and SIGINT's number, as shells have it.
pub(crate) const STOPPED: u8 = 130;
/// Shortest time between two progress lines.
const PAUSE: Duration = Duration::from_millis(100);
/// No estimate before this share and time.
const ENOUGH: (u16, Duration) = (20, Duration::from_secs(1));

/// Whether work is under way that stops by itself when asked.
static AT_WORK: AtomicBool = AtomicBool::new(false);
/// Whether the work leaves nothing behind, so that the program may end in the midst of it.
static READS: AtomicBool = AtomicBool::new(false);
/// Time that work which only reads has to stop by itself: a large file is verified in one piece.
const GRACE: Duration = Duration::from_millis(700);
/// Whether the work was asked to stop.
static STOP: LazyLock<StopFlag> = LazyLock::new(StopFlag::default);

/// Terminal settings from before a prompt without echo.
static BEFORE_PROMPT: Mutex<Option<Termios>> = Mutex::new(None);

/// Runs a prompt without echo. If a signal ends the program meanwhile, the terminal is restored.
/// `rpassword` alone is too late: it raises the signal of Ctrl-C before it restores the terminal.
pub(crate) fn at_prompt<T>(prompt: impl FnOnce() -> T) -> Result<T> {
    heed_signals()?;
    *before_prompt() = tcgetattr(io::stdin()).ok();
    let answer = prompt();
    before_prompt().take();
    Ok(answer)
}

fn before_prompt() -> MutexGuard<'static, Option<Termios>> {
    BEFORE_PROMPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs long work. On a terminal a line on stderr shows its progress, and is gone when it is done;
/// nothing of it reaches a file or a pipe. Ctrl-C (and the end of the terminal, and SIGTERM) stops
/// it: then it fails with `stopped`, for which the exit code is [`STOPPED`]. A write that is under
/// way at that moment is completed.
pub(crate) fn working<T>(work: impl FnOnce(&Work<'_>) -> Result<T>) -> Result<T> {
    heed_signals()?;
    let line = Arc::new(Line::new());
    let tell = |progress: WorkProgress| {
        line.say(&progress);
        READS.store(only_reads(progress.step), Ordering::SeqCst);
        if STOP.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    READS.store(false, Ordering::SeqCst);
    AT_WORK.store(true, Ordering::SeqCst);
    let sending = Arc::clone(&line);
    let done = STOP.during(|| {
        sending::telling(
            move |progress| {
                READS.store(false, Ordering::SeqCst);
                sending.say(&progress);
            },
            || work(&Work::telling(&tell)),
        )
    });
    AT_WORK.store(false, Ordering::SeqCst);
    line.clear();
    done
}

/// Lets a signal stop what is at work, and the program where nothing is.
fn heed_signals() -> Result<()> {
    static SET: Once = Once::new();
    let mut set = Ok(());
    SET.call_once(|| {
        set = ctrlc::set_handler(|| {
            STOP.stop();
            if let Some(before) = before_prompt().take() {
                // The prompt fails too, with its own message, if Ctrl-C was typed into it.
                thread::sleep(GRACE);
                // This comes last, because the prompt may just have begun.
                let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
                write("\n");
                process::exit(STOPPED.into());
            }
            if !AT_WORK.load(Ordering::SeqCst) {
                process::exit(STOPPED.into());
            }
            thread::sleep(GRACE);
            if READS.load(Ordering::SeqCst) {
                Line::wipe();
                process::exit(STOPPED.into());
            }
        });
    });
    set.map_err(|error| {
        Error::fault(CommandMessage::SignalsNotHandled {
            why: error.to_string(),
        })
    })
}

/// Returns whether a step writes no file; what it has of a database is undone or whole however the
/// program ends.
fn only_reads(step: WorkStep) -> bool {
    matches!(
        step,
        WorkStep::Verify | WorkStep::Compare | WorkStep::Replay | WorkStep::Fetch | WorkStep::Keep
    )
}

/// The line on the terminal, where there is one.
struct Line {
    begun: Instant,
    /// The step that was said last, and when; none without a terminal.
    said: Option<Mutex<Option<(WorkStep, Instant)>>>,
}

impl Line {
    const WIPED: &str = "\r\x1b[K";

    fn new() -> Self {
        Self {
            begun: Instant::now(),
            said: io::stderr().is_terminal().then(Mutex::default),
        }
    }

    fn say(&self, progress: &WorkProgress) {
        let Some(said) = &self.said else { return };
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        // A new step is said at once.
        if said.is_none_or(|(step, last)| step != progress.step || last.elapsed() >= PAUSE) {
            *said = Some((progress.step, Instant::now()));
            write(&format!(
                "\r\x1b[K{}",
                how_far(progress, self.begun.elapsed())
            ));
        }
    }

    fn clear(&self) {
        if self.said.is_some() {
            write(Self::WIPED);
        }
    }

    fn wipe() {
        if io::stderr().is_terminal() {
            write(Self::WIPED);
        }
    }
}

/// Writes to stderr; if it is gone there is nobody left to tell.
fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

fn how_far(progress: &WorkProgress, elapsed: Duration) -> String {
    let amount = |count: u64| match progress.unit {
        WorkUnit::Bytes => format!("{} MB", format::integer(count / 1_000_000)),
        WorkUnit::Rows => say(Counted::Rows { count }),
        WorkUnit::Coordinates => say(Counted::Numbers { count }),
        WorkUnit::Files => say(Counted::Files { count }),
        WorkUnit::Receipts => say(Counted::Receipts { count }),
        WorkUnit::Documents => say(Counted::Documents { count }),
    };
    // Work that sends is done otherwise, and has no share.
    if progress.step == WorkStep::Send {
        return say(WorkText::Sending {
            doing: say(WorkWord::Send),
            done: format::integer(progress.done),
            total: amount(progress.total),
        });
    }
    if !progress.has_amount() {
        return waited(say(doing(progress.step)), elapsed);
    }
    let far = say(WorkText::Far {
        percent: progress.permille / 10,
        doing: say(doing(progress.step)),
        done: amount(progress.done),
        total: amount(progress.total),
    });
    match left(progress.permille, elapsed) {
        Some(left) => format!("{far}, {}", say(left)),
        None => far,
    }
}

fn doing(step: WorkStep) -> WorkWord {
    match step {
        WorkStep::Check => WorkWord::Check,
        WorkStep::Store => WorkWord::Store,
        WorkStep::Load => WorkWord::Load,
        WorkStep::Compute => WorkWord::Compute,
        WorkStep::Query => WorkWord::Query,
        WorkStep::Before => WorkWord::Before,
        WorkStep::Noise => WorkWord::Noise,
        WorkStep::Verify => WorkWord::Verify,
        WorkStep::Compare => WorkWord::Compare,
        WorkStep::Replay => WorkWord::Replay,
        WorkStep::Fetch => WorkWord::Fetch,
        WorkStep::Keep => WorkWord::Keep,
        WorkStep::Open => WorkWord::Open,
        WorkStep::Write => WorkWord::Write,
        WorkStep::Ledger => WorkWord::Ledger,
        WorkStep::Draw => WorkWord::Draw,
        WorkStep::Seal => WorkWord::Seal,
        WorkStep::Send => WorkWord::Send,
    }
}

/// Returns what is done, with the time since the work began once that is a second.
fn waited(doing: String, elapsed: Duration) -> String {
    match elapsed.as_secs() {
        0 => doing,
        seconds @ 1..90 => say(WorkText::SecondsPassed { doing, seconds }),
        seconds => say(WorkText::MinutesPassed {
            doing,
            minutes: seconds / 60,
        }),
    }
}

/// Returns the time that the rest takes at the same speed, unless too little was done.
fn left(permille: u16, elapsed: Duration) -> Option<WorkText> {
    let (least, time) = ENOUGH;
    if permille < least || elapsed < time {
        return None;
    }
    let seconds = (elapsed / permille.into() * (1000 - u32::from(permille))).as_secs();
    Some(match seconds {
        0..5 => WorkText::FewSeconds,
        5..90 => WorkText::SecondsLeft { seconds },
        _ => WorkText::MinutesLeft {
            minutes: (seconds + 30) / 60,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sending_to_the_market_has_no_share_of_the_work() {
        let line = how_far(&sending::sent(1, 3), Duration::from_secs(20));
        assert_eq!(line, "sending to the market: 1 of 3 documents");
    }

    #[test]
    fn time_since_the_beginning_is_shown_where_the_amount_is_unknown() {
        let waiting = WorkProgress {
            step: WorkStep::Query,
            done: 0,
            total: 0,
            unit: WorkUnit::Rows,
            permille: 600,
        };
        for (elapsed, shown) in [
            (999, "waiting for the database"),
            (1_000, "waiting for the database, for 1 s"),
            (89_000, "waiting for the database, for 89 s"),
            (200_000, "waiting for the database, for 3 min"),
        ] {
            assert_eq!(how_far(&waiting, Duration::from_millis(elapsed)), shown);
        }
    }

    #[test]
    fn time_left_follows_from_the_part_that_is_done() {
        for (permille, elapsed, shown) in [
            (250, 10_000, Some("about 30 s left")),
            (100, 60_000, Some("about 9 min left")),
            (1000, 60_000, Some("a few seconds left")),
            (19, 60_000, None),
            (500, 900, None),
        ] {
            let left = left(permille, Duration::from_millis(elapsed));
            assert_eq!(left.map(|left| left.to_string()).as_deref(), shown);
        }
    }
}
