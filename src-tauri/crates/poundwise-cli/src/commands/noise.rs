//! `noise sample`: a path's integers, needing no home.

use std::io::{self, IsTerminal};

use poundwise_market::{Error, ErrorCode, NoiseFormat, NoiseRequest, NoiseSample, Result};

use crate::args::{Noise, NoiseForm, Sample};
use crate::commands::shown::wrote_file;
use crate::messages::CommandMessage;
use crate::opening::Outcome;
use crate::output::Output;

pub(crate) fn run(out: &mut Output, command: Noise) -> Result<Outcome> {
    let Noise::Sample(sample) = command;
    let asked = NoiseSample::new(&NoiseRequest {
        sensitivity: sample.sensitivity,
        levels: sample.epsilon.as_slice(),
        count: sample.count,
        seed: &sample.seed,
        top: sample.top,
        first: sample.first,
    })?;
    match sample.file.path()? {
        Some(file) => {
            let form = sample.format.unwrap_or(NoiseForm::Csv);
            let written = asked.write_file(form.into(), &file)?;
            out.answer(&written, || wrote_file(&written))?;
        }
        None => {
            let form = to_stdout(out, &sample)?;
            asked.write(form, &mut |piece| out.bytes(piece))?;
        }
    }
    Ok(Outcome::Done)
}

fn to_stdout(out: &Output, sample: &Sample) -> Result<NoiseFormat> {
    match sample.format {
        None if out.json() => Ok(NoiseFormat::Json),
        Some(_) if out.json() => Err(Error::usage(
            ErrorCode::ExportToStdout,
            CommandMessage::JsonAlone,
        )
        .hint(CommandMessage::NameFileOrNoFormat)),
        Some(NoiseForm::Npy) if io::stdout().is_terminal() => Err(Error::usage(
            ErrorCode::ExportToTerminal,
            CommandMessage::NumpyOnTerminal,
        )
        .hint(CommandMessage::NameFileOrRedirect)),
        form => Ok(form.unwrap_or(NoiseForm::Csv).into()),
    }
}
