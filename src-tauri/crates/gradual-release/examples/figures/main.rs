//! Draws four figures into `target/figures`: the process, the law of a better answer given a worse
//! one, and what is gained over independent releases; after figures 1 to 3 of Koufogiannis, Han and
//! Pappas (arXiv 1504.00429) and figure 2 of Andersson, Pagh, Retschmeier and Nelson (arXiv
//! 2505.22449).
//!
//!     cargo run --release -p gradual-release --example figures
#![allow(clippy::print_stdout)]

mod continuous;

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use gradual_release::distribution::{DiscreteLaplace, Relaxed};
use gradual_release::{Epsilon, Path, Seed, Sensitivity, kernels};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Lattice steps in one unit of the data; one person moves the answer by one unit.
const STEPS: u64 = 1_000;

fn main() -> Outcome<()> {
    let folder = match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../target")),
    };
    let folder = folder.join("figures");
    std::fs::create_dir_all(&folder)?;
    for (name, figure) in [
        ("khp-1-the-process.svg", process()?),
        ("khp-2-given-a-worse-answer.svg", given()?),
        ("khp-3-accuracy-of-the-second-answer.svg", second()?),
        ("aprn-2-many-releases.svg", many()?),
    ] {
        std::fs::write(folder.join(name), figure)?;
        println!("{}", folder.join(name).display());
    }
    Ok(())
}

fn epsilon(value: f64) -> Outcome<Epsilon> {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small and positive"
    )]
    let micro = (value * 1e6).round() as u64;
    Ok(Epsilon::from_micro(micro)?)
}

fn sensitivity() -> Outcome<Sensitivity> {
    Ok(Sensitivity::new(STEPS)?)
}

fn path(number: u8) -> Outcome<Path> {
    Ok(Path::with_top(
        sensitivity()?,
        epsilon(10.0)?,
        Seed::from_bytes([number; 32]),
        Seed::from_bytes([number + 1; 32]),
    )?)
}

/// One coordinate's noise as ε grows: it stays, and jumps, and closes in on 0. The exact path, and
/// the continuous process in floats.
fn process() -> Outcome<String> {
    let mut chart = Chart::new(
        "The noise of one answer as ε is raised",
        "ε",
        "noise",
        (0.1, 10.0),
        (-12.0, 12.0),
    );
    let path = path(1)?;
    let levels: Vec<f64> = (0..=1200)
        .map(|i| 0.1 * 100_f64.powf(f64::from(i) / 1200.0))
        .collect();
    let deviation = |e: f64| 2_f64.sqrt() / e;
    chart.line(
        "one standard deviation",
        GREY,
        levels.iter().map(|e| (*e, deviation(*e))),
        true,
    );
    chart.line("", GREY, levels.iter().map(|e| (*e, -deviation(*e))), true);
    for (coordinate, colour) in [(3, BLUE), (4, RED), (9, GREEN)] {
        let mut points = Vec::new();
        for level in &levels {
            let noise = path.at(coordinate, epsilon(*level)?)? as f64 / STEPS as f64;
            if let Some((_, last)) = points.last() {
                points.push((*level, *last));
            }
            points.push((*level, noise));
        }
        chart.line(
            &format!("exact path, answer {coordinate}"),
            colour,
            points,
            false,
        );
    }
    let mut rng = ChaCha20Rng::from_seed([2; 32]);
    let steps = continuous::staircase(10.0, 0.1, &mut rng);
    let mut points = Vec::new();
    for (number, (level, noise)) in steps.iter().enumerate() {
        points.push((*level, *noise));
        points.push((steps.get(number + 1).map_or(0.1, |next| next.0), *noise));
    }
    chart.line(
        "continuous process (floats, for study)",
        BLACK,
        points,
        true,
    );
    Ok(chart.logarithmic().draw())
}

/// The law of the answer at ε 2, given that the noise is 1.5 at ε 1: a density, and an atom where
/// nothing changes.
fn given() -> Outcome<String> {
    let mut chart = Chart::new(
        "The noise at ε 2, given that it is 1.5 at ε 1",
        "noise at ε 2",
        "density",
        (-3.0, 4.0),
        (0.0, 1.0),
    );
    let law = continuous::Conditional::new(1.5, 1.0, 2.0);
    let places =
        |count: i32| (0..=count).map(move |i| -3.0 + 7.0 * f64::from(i) / f64::from(count));
    chart.line(
        "density (continuous)",
        BLUE,
        places(700).map(|x| (x, law.density(x))),
        false,
    );
    let exact = Relaxed::new(1_500, epsilon(1.0)?, epsilon(2.0)?, sensitivity()?)?;
    #[allow(clippy::cast_possible_truncation, reason = "small")]
    let density = |x: f64| exact.pmf((x * STEPS as f64).round() as i64) * STEPS as f64;
    let marks = places(70).filter(|x| (x - 1.5).abs() > 0.01);
    chart.marks(
        "exact, 1000 lattice steps a unit",
        RED,
        marks.map(|x| (x, density(x))),
    );
    chart.line(
        &format!("atom: nothing changes, probability {:.3}", exact.pmf(1_500)),
        GREEN,
        [(1.5, 0.0), (1.5, exact.pmf(1_500))],
        false,
    );
    Ok(chart.draw())
}

/// Variance of what a holder knows after a first answer at ε1 and a second that makes it ε 1 in
/// all.
fn second() -> Outcome<String> {
    let mut chart = Chart::new(
        "After two purchases, ε 1 in all: variance of the best estimate",
        "ε of the first purchase",
        "variance, units squared",
        (0.0, 1.0),
        (0.0, 10.0),
    );
    let shares: Vec<f64> = (1..20).map(|i| f64::from(i) / 20.0).collect();
    // Two independent answers at a and 1 - a, weighted best: their precisions a^2/2 and (1 - a)^2/2
    // add up.
    let pooled = |a: f64| 2.0 / (a * a + (1.0 - a) * (1.0 - a));
    let alone = |a: f64| 2.0 / ((1.0 - a) * (1.0 - a));
    let fine = |f: &dyn Fn(f64) -> f64| {
        (1..200)
            .map(|i| f64::from(i) / 200.0)
            .map(|a| (a, f(a)))
            .collect::<Vec<_>>()
    };
    chart.line(
        "independent releases, the second alone",
        GREY,
        fine(&alone),
        true,
    );
    chart.line(
        "independent releases, both weighted best",
        RED,
        fine(&pooled),
        false,
    );
    chart.line(
        "gradual release: that of one answer at ε 1",
        BLUE,
        [(0.0, 2.0), (1.0, 2.0)],
        false,
    );
    let mut rng = ChaCha20Rng::from_seed([3; 32]);
    let mut marks = Vec::new();
    for share in shares {
        // Measured with the exact kernels: a first answer, then relaxed to ε 1.
        let first = kernels::Laplace::new(epsilon(share)?, sensitivity()?)?;
        let relax = kernels::Relax::new(epsilon(share)?, epsilon(1.0)?, sensitivity()?)?;
        let mut square = 0.0;
        let count = 40_000;
        for _ in 0..count {
            let noise = relax.sample(first.sample(&mut rng)?, &mut rng)? as f64 / STEPS as f64;
            square += noise * noise;
        }
        marks.push((share, square / f64::from(count)));
    }
    chart.marks("gradual release, measured", BLUE, marks);
    Ok(chart.draw())
}

/// One coordinate answered at many levels up to ε 1: the variance of the best estimate from all of
/// them.
fn many() -> Outcome<String> {
    let mut chart = Chart::new(
        "All answers together cost ε 1: variance of the best estimate from them",
        "number of answers",
        "variance, units squared",
        (1.0, 16.0),
        (0.0, 48.0),
    );
    let counts: Vec<u32> = (1..=16).collect();
    // n independent answers at 1/n each: precision n (1/n)^2/2 in all.
    let points = counts.iter().map(|n| (f64::from(*n), 2.0 * f64::from(*n)));
    chart.line(
        "independent releases, ε split evenly and averaged",
        RED,
        points,
        false,
    );
    let law = DiscreteLaplace::new(epsilon(1.0)?, sensitivity()?)?;
    let one = law.variance() / (STEPS * STEPS) as f64;
    chart.line(
        "lossless: the law of one answer at ε 1",
        BLUE,
        [(1.0, one), (16.0, one)],
        false,
    );
    let path = path(5)?;
    let mut rng = ChaCha20Rng::from_seed([4; 32]);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let coordinates = 40_000;
    for n in counts {
        // All levels 1/n, 2/n, ... 1 are released; the highest is the best estimate from all
        // (distribution::Relaxed, and the pooling tests).
        let first = u64::from(n) * 100_000;
        let noise = path.read(first..first + coordinates, epsilon(1.0)?)?;
        let square: f64 = noise
            .iter()
            .map(|n| (*n as f64 / STEPS as f64).powi(2))
            .sum();
        ours.push((f64::from(n), square / coordinates as f64));
        let share = kernels::Laplace::new(epsilon(1.0 / f64::from(n))?, sensitivity()?)?;
        let mut square = 0.0;
        for _ in 0..coordinates {
            let mut sum = 0.0;
            for _ in 0..n {
                sum += share.sample(&mut rng)? as f64 / STEPS as f64;
            }
            square += (sum / f64::from(n)).powi(2);
        }
        theirs.push((f64::from(n), square / coordinates as f64));
    }
    chart.marks("the path of this crate, measured", BLUE, ours);
    chart.marks("independent releases, measured", RED, theirs);
    Ok(chart.draw())
}

const BLUE: &str = "#1f5fa8";
const RED: &str = "#b3402a";
const GREEN: &str = "#2f7d4f";
const GREY: &str = "#8a8a8a";
const BLACK: &str = "#222222";

/// A chart with linear axes, or a logarithmic one across.
struct Chart {
    across: (f64, f64),
    up: (f64, f64),
    labels: [String; 3],
    logarithmic: bool,
    shapes: Vec<Shape>,
}

struct Shape {
    name: String,
    colour: &'static str,
    points: Vec<(f64, f64)>,
    dashed: bool,
    marks: bool,
}

impl Chart {
    fn new(title: &str, across: &str, up: &str, x: (f64, f64), y: (f64, f64)) -> Chart {
        Chart {
            across: x,
            up: y,
            labels: [title, across, up].map(str::to_owned),
            logarithmic: false,
            shapes: Vec::new(),
        }
    }

    fn logarithmic(mut self) -> Chart {
        self.logarithmic = true;
        self
    }

    fn line(
        &mut self,
        name: &str,
        colour: &'static str,
        points: impl IntoIterator<Item = (f64, f64)>,
        dashed: bool,
    ) {
        let (name, points) = (name.to_owned(), points.into_iter().collect());
        self.shapes.push(Shape {
            name,
            colour,
            points,
            dashed,
            marks: false,
        });
    }

    fn marks(
        &mut self,
        name: &str,
        colour: &'static str,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) {
        let (name, points) = (name.to_owned(), points.into_iter().collect());
        self.shapes.push(Shape {
            name,
            colour,
            points,
            dashed: false,
            marks: true,
        });
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (low, high) = self.across;
        let share = if self.logarithmic {
            (x / low).ln() / (high / low).ln()
        } else {
            (x - low) / (high - low)
        };
        let height = (y - self.up.0) / (self.up.1 - self.up.0);
        (70.0 + 600.0 * share, 370.0 - 320.0 * height)
    }

    fn draw(&self) -> String {
        let mut svg = String::from(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 720 430' \
             font-family='sans-serif' font-size='12'>\n<rect width='720' height='430' \
             fill='white'/>\n<clipPath id='inside'><rect x='70' y='50' width='600' \
             height='320'/></clipPath>\n",
        );
        let mut put = |text: String| {
            svg.push_str(&text);
            svg.push('\n');
        };
        put(format!(
            "<text x='70' y='28' font-size='15'>{}</text>",
            self.labels[0]
        ));
        put(format!(
            "<text x='370' y='418' text-anchor='middle'>{}</text>",
            self.labels[1]
        ));
        put(format!(
            "<text transform='translate(18 210) rotate(-90)' text-anchor='middle'>{}</text>",
            self.labels[2]
        ));
        for i in 0..=6 {
            let share = f64::from(i) / 6.0;
            let y = self.up.0 + share * (self.up.1 - self.up.0);
            let (_, at) = self.place((self.across.0, y));
            put(format!(
                "<path d='M70 {at:.1}H670' stroke='#e4e4e4'/><text x='62' y='{:.1}' \
                 text-anchor='end'>{y:.2}</text>",
                at + 4.0
            ));
            let x = if self.logarithmic {
                self.across.0 * (self.across.1 / self.across.0).powf(share)
            } else {
                self.across.0 + share * (self.across.1 - self.across.0)
            };
            let (at, _) = self.place((x, self.up.0));
            put(format!(
                "<path d='M{at:.1} 50V370' stroke='#e4e4e4'/><text x='{at:.1}' y='388' \
                 text-anchor='middle'>{x:.2}</text>"
            ));
        }
        for shape in &self.shapes {
            let places = shape.points.iter().map(|point| self.place(*point));
            if shape.marks {
                for (x, y) in places {
                    put(format!(
                        "<circle cx='{x:.1}' cy='{y:.1}' r='3.2' fill='{}' \
                         clip-path='url(#inside)'/>",
                        shape.colour
                    ));
                }
                continue;
            }
            let mut line = String::new();
            for (number, (x, y)) in places.enumerate() {
                let pen = if number == 0 { 'M' } else { 'L' };
                // Writing to a string cannot fail.
                let _ = write!(line, "{pen}{x:.1} {:.1}", y.clamp(-1e4, 1e4));
            }
            let dashes = if shape.dashed {
                " stroke-dasharray='5 4'"
            } else {
                ""
            };
            put(format!(
                "<path d='{line}' fill='none' stroke='{}' stroke-width='1.7'{dashes} \
                 clip-path='url(#inside)'/>",
                shape.colour
            ));
        }
        for (number, shape) in
            (0_u32..).zip(self.shapes.iter().filter(|shape| !shape.name.is_empty()))
        {
            let y = 64.0 + 16.0 * f64::from(number);
            let sign = if shape.marks {
                "●"
            } else if shape.dashed {
                "┄"
            } else {
                "━"
            };
            put(format!(
                "<text x='660' y='{y:.0}' text-anchor='end' fill='{}'>{sign} {}</text>",
                shape.colour, shape.name
            ));
        }
        svg.push_str("</svg>\n");
        svg
    }
}
