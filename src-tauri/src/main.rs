//! The desktop app.
// Without it Windows opens a console beside the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    poundwise_desktop::run()
}
