//! The app's own settings.

use std::sync::Arc;

use poundwise_market::{Result, currency, error::ErrorView, view::Language};
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Runtime, State};

use crate::{
    session::{Answer, work},
    settings::{Settings, SettingsFile, TextSize, Theme},
    window,
};

type Shared<'a> = State<'a, Arc<SettingsFile>>;

signatures!("settings");

/// Choices of a person, and the window's language.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct Choices {
    /// None: the system's.
    language: Option<Language>,
    theme: Theme,
    currency: String,
    text_size: TextSize,
    notify: bool,
    collect: bool,
    tour: bool,
}

/// The settings as the window shows them.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct SettingsView {
    choices: Choices,
    /// Reason why they are those of a new installation.
    problem: Option<ErrorView>,
    /// File in which they are kept.
    file: String,
    /// The program's version.
    version: &'static str,
}

fn view(settings: &SettingsFile) -> SettingsView {
    let Settings {
        language,
        theme,
        currency,
        text_size,
        notify,
        collect,
        tour,
        ..
    } = settings.get();
    SettingsView {
        choices: Choices {
            language,
            theme,
            currency,
            text_size,
            notify,
            collect,
            tour,
        },
        problem: settings.problem().map(|problem| problem.view()),
        file: settings.file().display().to_string(),
        version: env!("CARGO_PKG_VERSION"),
    }
}

#[tauri::command]
pub(crate) async fn settings(settings: Shared<'_>) -> Answer<SettingsView> {
    let settings = Arc::clone(&settings);
    work(move || Ok(view(&settings))).await
}

#[tauri::command]
pub(crate) async fn change_settings<R: Runtime>(
    app: AppHandle<R>,
    settings: Shared<'_>,
    choices: Choices,
) -> Answer<SettingsView> {
    let settings = Arc::clone(&settings);
    work(move || {
        let currency = currency_chosen(&settings.get().currency, choices.currency)?;
        let changed = settings.change(|held| {
            held.language = choices.language;
            held.theme = choices.theme;
            held.currency = currency;
            held.text_size = choices.text_size;
            held.notify = choices.notify;
            held.collect = choices.collect;
            held.tour = choices.tour;
        });
        // It holds for as long as the app is open, even if it cannot be kept.
        window::apply_theme(&app, settings.get().theme);
        changed?;
        Ok(view(&settings))
    })
    .await
}

/// Returns the chosen currency if ISO 4217 lists it. The stored currency is accepted unchecked;
/// otherwise an old unlisted one would block changes of the other settings.
fn currency_chosen(kept: &str, chosen: String) -> Result<String> {
    if chosen == kept {
        return Ok(chosen);
    }
    Ok(currency(&chosen)?.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]
    use super::*;

    #[test]
    fn unlisted_currency_is_rejected_unless_already_stored() {
        let chosen = |chosen: &str| currency_chosen("EUR", chosen.to_owned());
        assert_eq!(chosen("JPY").unwrap(), "JPY");
        for wrong in ["XYZ", "eur", "EURO", "", "12"] {
            let error = chosen(wrong).unwrap_err();
            assert_eq!(error.code().as_str(), "currency", "{wrong}");
        }
        assert_eq!(currency_chosen("XYZ", "XYZ".to_owned()).unwrap(), "XYZ");
    }
}
