//! The desktop app.
fn main() {
    poundwise_desktop::run();
}
