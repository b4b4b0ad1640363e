//! The desktop shell of Poundwise: a window, and one thin function for each of its commands.
//! All rules are in `poundwise-market`.
#![forbid(unsafe_code)]

mod args;
mod arrivals;
#[cfg(test)]
mod client;
mod commands;
mod grants;
mod handing;
#[cfg(test)]
mod hang;
mod messages;
mod notify;
mod opening;
mod pace;
mod recent;
mod sample;
mod sender;
mod sending;
mod session;
mod settings;
mod typed;
mod watch;
mod window;
mod work;
mod works;

#[cfg(test)]
mod tests;

use std::{env, ffi::OsString, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Parser;
use tauri::{Manager, RunEvent, Runtime};

use crate::{args::Args, recent::Recent, session::Session, settings::SettingsFile};

/// Opens the window and stays until it is closed.
#[must_use]
pub fn run() -> ExitCode {
    let args = match Args::try_parse_from(env::args_os().skip(1)) {
        Ok(args) => args,
        // Without a terminal nobody reads it, which is no failure.
        Err(answer) => {
            let _ = answer.print();
            return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(u8::MAX));
        }
    };
    #[cfg(target_os = "linux")]
    around_nvidia();
    let context = context::<tauri::Wry>();
    // Before GTK and the app's own threads start, since a process may not end while they do.
    if handing::hand_over(context.config(), &args) {
        return ExitCode::SUCCESS;
    }
    let app = match assemble(tauri::Builder::new(), args).build(context) {
        Ok(app) => app,
        Err(error) => return cannot_open(&error),
    };
    app.run(|app, event| {
        if let RunEvent::Exit = event {
            // The process may live on for a moment; the home's lock and the sample's folder must
            // not.
            let session = app.state::<Arc<Session>>();
            session.works().stop_all();
            session.close();
        }
    });
    ExitCode::SUCCESS
}

/// Returns the app with all its commands on the runtime of `builder`, which has no window, for the
/// tests. `words` are the app's arguments.
///
/// # Errors
///
/// The arguments are wrong, or Tauri cannot build the app.
#[doc(hidden)]
pub fn app_on<R: Runtime>(
    builder: tauri::Builder<R>,
    words: impl IntoIterator<Item = OsString>,
) -> Result<tauri::App<R>, String> {
    let args = Args::try_parse_from(words).map_err(|answer| answer.to_string())?;
    assemble(builder, args)
        .build(context())
        .map_err(|error| error.to_string())
}

/// Returns the app's configuration, permissions and pages, as of `tauri.conf.json`.
fn context<R: Runtime>() -> tauri::Context<R> {
    tauri::generate_context!()
}

/// Returns the folder of the app's settings on this platform.
fn config_folder(config: &tauri::Config) -> Option<PathBuf> {
    dirs::config_dir().map(|folder| folder.join(&config.identifier))
}

fn assemble<R: Runtime>(builder: tauri::Builder<R>, args: Args) -> tauri::Builder<R> {
    builder
        .plugin(tauri_plugin_dialog::init())
        .setup(move |app| {
            let config = config_folder(app.config()).ok_or(tauri::Error::UnknownPath)?;
            let settings = Arc::new(SettingsFile::in_folder(&config));
            let recent = Recent::in_folder(&config);
            let session = Arc::new(Session::new(args, recent));
            watch::start(
                app.handle().clone(),
                Arc::clone(&session),
                Arc::clone(&settings),
            );
            sending::start(app.handle().clone(), Arc::clone(&session));
            window::start(app.handle(), Arc::clone(&session), Arc::clone(&settings));
            app.manage(session);
            app.manage(settings);
            Ok(())
        })
        .invoke_handler(commands())
}

/// Returns everything that the page may ask for: the functions of [`commands`], as `build.rs` finds
/// them.
fn commands<R: Runtime>() -> impl Fn(tauri::ipc::Invoke<R>) -> bool + Send + Sync + 'static {
    include!(concat!(env!("OUT_DIR"), "/commands/handler.rs"))
}

#[allow(clippy::print_stderr, reason = "there is no window to say it in")]
fn cannot_open(error: &tauri::Error) -> ExitCode {
    eprintln!(
        "The window cannot be opened: {error}\n\
         Without a display, use the command line: poundwise --help"
    );
    ExitCode::FAILURE
}

/// Sets WebKitGTK up for NVIDIA's driver under Wayland, where it draws a blank window unless told
/// not to share buffers. It reads the variable when it starts, and a running process cannot set one
/// safely, so the app starts itself again with it.
#[cfg(target_os = "linux")]
fn around_nvidia() {
    use std::{os::unix::process::CommandExt, path::Path, process::Command};

    const VARIABLE: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    if env::var_os("WAYLAND_DISPLAY").is_none()
        || env::var_os(VARIABLE).is_some()
        || !Path::new("/proc/driver/nvidia/version").exists()
    {
        return;
    }
    if let Ok(program) = env::current_exe() {
        // Returns only if it failed; then the window opens as it is.
        let _ = Command::new(program)
            .args(env::args_os().skip(1))
            .env(VARIABLE, "1")
            .exec();
    }
}
