//! Words of a report in each language: of its checks, findings, limits and gaps, and of its page.
//!
//! A template has places `{0}`, `{1}` and so on, each with what is written there beside it.

mod de;
mod en;
#[cfg(all(test, feature = "ts"))]
mod export;
#[cfg(test)]
mod tests;

use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::Language;
use poundwise_documents::finding::{
    CheckId, Code, ComparisonSide, Finding, SidePhrase, SideValue, filled,
};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::log::entry_number;
use poundwise_documents::units::{MicroEpsilon, Money, NanoRho};

use crate::report::{
    AuditReport, Check, FileKind, Gap, Limit, LimitCode, LimitDetail, MissingBundles, Needed,
    NoiseTest, NoiseVerdict, SeenFile, Unchecked, UnreplayedSale,
};

/// The words of a language.
pub(crate) struct Words {
    pub(crate) language: Language,
    pub(crate) check: fn(CheckId) -> CheckWords,
    /// Both sides of the comparison that fails with a code.
    pub(crate) compared: fn(Code) -> [&'static str; 2],
    /// Title and meaning of a finding; none in the language of the findings' own messages.
    pub(crate) finding: fn(Code) -> Option<[&'static str; 2]>,
    /// A limit in a sentence, without the names and numbers of a particular one.
    pub(crate) limit: fn(LimitCode) -> &'static str,
    pub(crate) details: Details,
    /// The sides of comparisons; none in the language of their own texts.
    pub(crate) sides: Option<Sides>,
    /// The name of a privacy unit; none of one that only its owner can name.
    pub(crate) unit: fn(&str) -> Option<&'static str>,
    /// A kind of file as the object of a sentence.
    pub(crate) needed: fn(Needed) -> &'static str,
    pub(crate) file_kind: fn(FileKind) -> &'static str,
    pub(crate) found: Found,
    pub(crate) headline: Headline,
    pub(crate) gaps: Gaps,
    pub(crate) bundles: Bundles,
    pub(crate) noise: NoiseWords,
    pub(crate) page: Page,
}

/// The words of a check.
pub(crate) struct CheckWords {
    pub(crate) title: &'static str,
    pub(crate) what: &'static str,
    pub(crate) against: &'static str,
    /// What is counted.
    pub(crate) made: Counted,
    /// Instructions to repeat it without this program: in `coreutils`, `openssl`, `unzip`, any JOSE
    /// library, or on paper.
    pub(crate) by_hand: &'static str,
}

/// Two templates that begin with a number, `{0}`.
#[derive(Clone, Copy)]
pub(crate) struct Counted {
    /// Where the number is 1.
    pub(crate) one: &'static str,
    /// Where it is any other.
    pub(crate) many: &'static str,
}

/// The limits with names and numbers.
pub(crate) struct Details {
    /// `{0}`: the log; `{1}`: the reason, in English.
    pub(crate) log_unreadable: &'static str,
    /// `{0}`: the log.
    pub(crate) log_without_key: &'static str,
    /// By the number of entries. `{1}`: the file; `{2}`: the log; `{3}`: the number published.
    pub(crate) unpublished: Counted,
    /// By the number of sales. `{1}`: the title; `{2}`: the sales.
    pub(crate) not_replayed: Counted,
    /// `{0}`: the receipt; `{1}`: the level.
    pub(crate) sale: &'static str,
    /// `{0}`: a number.
    pub(crate) more_sales: &'static str,
}

/// The sides of comparisons, and the nouns in them.
pub(crate) struct Sides {
    pub(crate) phrase: fn(SidePhrase) -> &'static str,
    pub(crate) adjacency: fn(Adjacency) -> &'static str,
    pub(crate) entries: Counted,
    pub(crate) rows: Counted,
    pub(crate) labels: Counted,
    pub(crate) values: Counted,
    pub(crate) increments: Counted,
    pub(crate) hashes: Counted,
    /// Both sides below a finding.
    pub(crate) found: &'static str,
}

/// The outcomes of a check.
pub(crate) struct Found {
    pub(crate) nothing: &'static str,
    /// `{0}`: what was counted.
    pub(crate) right: &'static str,
    /// `{0}`: the number of failures; `{1}`: what was counted.
    pub(crate) wrong: &'static str,
    /// `{0}`: the releases computed again, none of which differs.
    pub(crate) replayed: &'static str,
    /// `{0}`: the outcome; `{1}`: kinds of file.
    pub(crate) lacks: &'static str,
    pub(crate) and: &'static str,
}

/// The report's outcome.
pub(crate) struct Headline {
    /// The numbers that are written in words, from 0.
    pub(crate) numbers: &'static [&'static str],
    pub(crate) wrong: Counted,
    /// By the number of documents of a newer version.
    pub(crate) newer: Counted,
    pub(crate) nothing: &'static str,
    pub(crate) signatures: &'static str,
    pub(crate) log: &'static str,
    pub(crate) copies: Counted,
    pub(crate) purchases: Counted,
    /// `{1}`: the logs.
    pub(crate) receipts: Counted,
    /// The same where no file is missing.
    pub(crate) everything: Counted,
    pub(crate) logs: Counted,
}

/// What was not checked, and the file to add.
pub(crate) struct Gaps {
    /// By the number of owners.
    pub(crate) sales: Counted,
    /// By the number of owners.
    pub(crate) other_sales: Counted,
    pub(crate) deliveries: &'static str,
    /// `{1}`: the deliveries.
    pub(crate) some_deliveries: Counted,
    pub(crate) delivery: Counted,
    pub(crate) copies: Counted,
    /// By the number of owners.
    pub(crate) history: Counted,
    pub(crate) values: &'static str,
    pub(crate) some_values: Counted,
}

/// The bundles of a question that were given and those that are missing. `{0}` or, where a number
/// begins it, `{1}` is the title, the next the bundles given.
pub(crate) struct Bundles {
    pub(crate) given: Counted,
    pub(crate) unknown: &'static str,
    /// `{3}`: numbers of receipts; `{4}`: the rest of them.
    pub(crate) missing: Counted,
    /// `{0}`: a number.
    pub(crate) more: &'static str,
}

/// The verdicts on the noise.
pub(crate) struct NoiseWords {
    pub(crate) too_few: &'static str,
    pub(crate) no_pairs: &'static str,
    pub(crate) consistent: &'static str,
    pub(crate) not_consistent: &'static str,
    /// `{0}`: the verdict.
    pub(crate) of_all: &'static str,
    /// `{0}`: the verdict.
    pub(crate) of_some: &'static str,
    /// `{0}`: the verdict; `{1}`: the bundles' sentences.
    pub(crate) if_not_chosen: &'static str,
    /// `{0}`: pairs; `{1}`: titles; `{2}`: the verdict; `{3}`: increments; `{4}`: those unchanged;
    /// `{5}`: those expected.
    pub(crate) test: Counted,
}

/// Headings, columns and sentences of the page.
pub(crate) struct Page {
    pub(crate) audit: &'static str,
    /// `{0}`: the name.
    pub(crate) audit_of_one: &'static str,
    /// `{0}`: the number of owners.
    pub(crate) audit_of_several: &'static str,
    /// `{0}`: the time; `{1}`: the version.
    pub(crate) made: &'static str,
    /// `{0}`, `{1}`: numbers of checks.
    pub(crate) checks_made: &'static str,
    /// `{0}`: a number.
    pub(crate) more: &'static str,
    /// `{0}`: a number.
    pub(crate) line: &'static str,
    /// `{0}`: a number.
    pub(crate) entry: &'static str,
    /// `{0}`: the log's name.
    pub(crate) listing_beside: &'static str,
    pub(crate) nothing: &'static str,
    /// `{0}`: a level too high for ε, in millionths.
    pub(crate) millionths: &'static str,
    /// `{0}`: a loss too high for ρ, in billionths.
    pub(crate) billionths: &'static str,
    pub(crate) files: Files,
    pub(crate) findings: Findings,
    pub(crate) checks: Checks,
    pub(crate) books: BooksWords,
    pub(crate) copies: Copies,
    pub(crate) bundles: BundlesTable,
    pub(crate) law: Law,
    pub(crate) limits: &'static str,
    pub(crate) appendix: Appendix,
}

/// The section of the files.
pub(crate) struct Files {
    pub(crate) heading: &'static str,
    pub(crate) file: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) owner: &'static str,
}

/// The section of the findings.
pub(crate) struct Findings {
    pub(crate) heading: &'static str,
    /// Heading if all findings are documents of a newer version.
    pub(crate) newer: &'static str,
    pub(crate) place: &'static str,
    pub(crate) what: &'static str,
    pub(crate) code: &'static str,
}

/// The section of the checks.
pub(crate) struct Checks {
    pub(crate) heading: &'static str,
    pub(crate) check: &'static str,
    pub(crate) what: &'static str,
    pub(crate) against: &'static str,
    pub(crate) found: &'static str,
}

/// The section of an owner's books.
pub(crate) struct BooksWords {
    /// `{0}`: the name.
    pub(crate) heading: &'static str,
    pub(crate) partial: &'static str,
    pub(crate) money_counts: &'static str,
    /// `{0}`: a number.
    pub(crate) openings_granted: &'static str,
    pub(crate) totals: &'static str,
    /// `{0}`: the currency.
    pub(crate) in_currency: &'static str,
    pub(crate) in_all: Counted,
    pub(crate) not_received: &'static str,
    pub(crate) free: &'static str,
    pub(crate) sold: &'static str,
    pub(crate) by_question: &'static str,
    pub(crate) by_population: &'static str,
    pub(crate) by_buyer: &'static str,
    pub(crate) question: &'static str,
    pub(crate) questions: &'static str,
    pub(crate) receipts: &'static str,
    pub(crate) openings: &'static str,
    pub(crate) buyer: &'static str,
    pub(crate) buyers: &'static str,
    pub(crate) highest: &'static str,
    pub(crate) ceiling: &'static str,
    pub(crate) independent: &'static str,
    pub(crate) money: &'static str,
    pub(crate) credit: &'static str,
    pub(crate) population: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) carried: &'static str,
    pub(crate) loss: &'static str,
    pub(crate) cap: &'static str,
    pub(crate) holds: &'static str,
    /// `{0}`: a title; `{1}`: a level.
    pub(crate) held: &'static str,
    pub(crate) held_in_all: &'static str,
    /// `{0}`: a number.
    pub(crate) more_bars: &'static str,
    /// `{0}`: a level; `{1}`: its limit.
    pub(crate) level_of: &'static str,
    /// `{0}`: the population.
    pub(crate) population_named: &'static str,
    /// `{0}`: the currency.
    pub(crate) income: &'static str,
    pub(crate) loss_against_cap: &'static str,
    pub(crate) sold_against_ceiling: &'static str,
}

/// The section of the holders' copies.
pub(crate) struct Copies {
    pub(crate) heading: &'static str,
    pub(crate) about: &'static str,
    pub(crate) of: &'static str,
    pub(crate) made_by: &'static str,
    pub(crate) level: &'static str,
    pub(crate) values: &'static str,
    pub(crate) release: &'static str,
    /// `{0}`: the file.
    pub(crate) shown_in: &'static str,
    pub(crate) not_shown: &'static str,
}

/// The section of the bundles given and missing.
pub(crate) struct BundlesTable {
    pub(crate) heading: &'static str,
    pub(crate) given: &'static str,
    pub(crate) missing: &'static str,
    pub(crate) receipts: &'static str,
    pub(crate) unknown: &'static str,
    pub(crate) unknown_why: &'static str,
}

/// The section of the law of the noise.
pub(crate) struct Law {
    pub(crate) heading: &'static str,
    pub(crate) about: &'static str,
    /// By the number of pairs. `{1}`: increments; `{2}`: those unchanged; `{3}`: those expected;
    /// `{4}`, `{5}`: their interval.
    pub(crate) counted: Counted,
    /// `{0}`: p.
    pub(crate) too_few: &'static str,
    /// `{0}`: χ²; `{1}`: degrees of freedom; `{2}`, `{3}`: p; `{4}`: threshold; `{5}`: audits.
    pub(crate) outcome: &'static str,
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    pub(crate) values: &'static str,
    pub(crate) unchanged: &'static str,
    pub(crate) by_the_law: &'static str,
    /// `{0}`: a number.
    pub(crate) more_pairs: &'static str,
    pub(crate) caption: &'static str,
    /// `{0}`: the titles.
    pub(crate) figure: &'static str,
    pub(crate) axis: &'static str,
    pub(crate) all: &'static str,
}

/// The appendix.
pub(crate) struct Appendix {
    pub(crate) heading: &'static str,
    pub(crate) looked_at: &'static str,
    pub(crate) compared_with: &'static str,
    pub(crate) times: &'static str,
    pub(crate) wrong: &'static str,
    /// `{0}`: instructions.
    pub(crate) by_hand: &'static str,
    /// `{0}`, `{1}`: numbers of comparisons.
    pub(crate) first_of: &'static str,
    pub(crate) one_by_one: &'static str,
    pub(crate) outcome: &'static str,
    pub(crate) agrees: &'static str,
}

pub(crate) use en::WORDS as ENGLISH;

/// Returns the words of a language.
pub(crate) const fn of(language: Language) -> &'static Words {
    match language {
        Language::English => &en::WORDS,
        Language::German => &de::WORDS,
    }
}

/// Returns a template with what is written at its places.
pub(crate) fn fill(template: &str, written: &[&str]) -> String {
    filled(template, written, |text| (*text).to_owned())
}

/// Most sequence numbers of a question that stand in a sentence.
const IN_WORDS: usize = 20;

impl Words {
    /// Returns a whole number. English has its digits alone, as programs that read pages expect.
    pub(crate) fn count(&self, n: u64) -> String {
        self.decimal(&n.to_string())
    }

    /// Returns a decimal as the language writes it, from one with a point. German has groups of
    /// three digits from five digits on.
    pub(crate) fn decimal(&self, decimal: &str) -> String {
        match self.language {
            Language::English => decimal.to_owned(),
            Language::German => {
                let digits = decimal.find(|c: char| !c.is_ascii_digit());
                let (whole, part) = decimal.split_at(digits.unwrap_or(decimal.len()));
                let mut grouped = String::new();
                for (place, digit) in whole.chars().enumerate() {
                    if place > 0 && whole.len() > 4 && (whole.len() - place) % 3 == 0 {
                        grouped.push('\u{202f}');
                    }
                    grouped.push(digit);
                }
                grouped + &self.language.decimal(part)
            }
        }
    }

    /// Returns what is counted, and what else is written at its places, from `{1}` on.
    pub(crate) fn counted(&self, n: u64, words: Counted, written: &[&str]) -> String {
        self.numbered(n, &self.count(n), words, written)
    }

    fn numbered(&self, n: u64, number: &str, words: Counted, written: &[&str]) -> String {
        let template = if n == 1 { words.one } else { words.many };
        fill(template, &[&[number], written].concat())
    }

    /// Returns a sum of levels in micro-ε as ε; it may be above the highest level there is.
    pub(crate) fn level(&self, micro: u64) -> String {
        match MicroEpsilon::new(micro) {
            Ok(level) => self.decimal(&level.to_string()),
            Err(_) => fill(self.page.millionths, &[&self.count(micro)]),
        }
    }

    /// Returns a loss with its signs: `ε 0.5`, or with a Gaussian-like part `ε 0.5, ρ 0.1`.
    pub(crate) fn loss(&self, loss: PrivacyLoss) -> String {
        let epsilon = format!("ε {}", self.level(loss.micro_epsilon));
        if loss.nano_rho == 0 {
            return epsilon;
        }
        let rho = match NanoRho::new(loss.nano_rho) {
            Ok(rho) => self.decimal(&rho.to_string()),
            Err(_) => fill(self.page.billionths, &[&self.count(loss.nano_rho)]),
        };
        // A decimal comma needs another sign between the numbers.
        let between = if self.decimal("0.1") == "0.1" {
            ","
        } else {
            ";"
        };
        format!("{epsilon}{between} ρ {rho}")
    }

    /// Returns the name of a file as people read it: a listing that was published beside a log is
    /// named after the log.
    pub(crate) fn file(&self, name: &str) -> String {
        let beside = ENGLISH.page.listing_beside.strip_prefix("{0}");
        let log = beside.and_then(|beside| name.strip_suffix(beside));
        log.map_or_else(
            || name.to_owned(),
            |log| fill(self.page.listing_beside, &[log]),
        )
    }

    /// Returns the language of what is written in English on a page of another language.
    pub(crate) fn lang_of_english(&self) -> Option<&'static str> {
        (self.language != Language::English).then_some(Language::English.tag())
    }

    /// Returns an amount with its currency.
    pub(crate) fn money(&self, money: &Money) -> String {
        self.amount(&money.to_string())
    }

    /// Returns an amount as the language writes it, from one that begins with its currency.
    fn amount(&self, text: &str) -> String {
        match (self.language, text.split_once(' ')) {
            (Language::German, Some((currency, amount))) => {
                format!("{}\u{a0}{currency}", self.decimal(amount))
            }
            _ => text.to_owned(),
        }
    }

    /// Returns the outcome of a check from its counts.
    pub(crate) fn found(&self, check: CheckId, made: u64, failed: u64) -> String {
        let counted = self.counted(made, (self.check)(check).made, &[]);
        match (made, failed) {
            (0, _) => self.found.nothing.to_owned(),
            (_, 0) => fill(self.found.right, &[&counted]),
            _ => fill(self.found.wrong, &[&self.count(failed), &counted]),
        }
    }

    /// Returns the outcome of a check as a report's page has it. Its own words are English.
    pub(crate) fn found_in(&self, check: &Check, report: &AuditReport) -> String {
        if self.language == Language::English {
            return check.found.clone();
        }
        let (made, failed) = (check.made, check.failed);
        match check.id {
            CheckId::Noise => {
                let against = |test: &&NoiseTest| test.verdict == NoiseVerdict::NotConsistent;
                let tests = report.noise.iter().filter(against).count() as u64;
                let bundles = |file: &SeenFile| file.kind == FileKind::Bundle;
                if !report.noise.is_empty() && failed == tests {
                    return self.tests(&report.noise);
                }
                if made == 0 && report.files.iter().any(bundles) {
                    return self.noise.no_pairs.to_owned();
                }
            }
            CheckId::Replay if made > 0 && failed == 0 => {
                let releases = self.counted(made, (self.check)(check.id).made, &[]);
                return fill(self.found.replayed, &[&releases]);
            }
            _ => {}
        }
        self.found(check.id, made, failed)
    }

    /// Returns a limit as a report's page has it. Its own words are English.
    pub(crate) fn limit_in(&self, limit: &Limit, report: &AuditReport) -> String {
        if self.language == Language::English {
            return limit.text.clone();
        }
        match &limit.detail {
            Some(detail) => self.detail(detail),
            None if limit.code == LimitCode::Chosen => self.chosen(&report.missing_bundles),
            None => (self.limit)(limit.code).to_owned(),
        }
    }

    /// Returns a limit with the names and numbers in it.
    pub(crate) fn detail(&self, detail: &LimitDetail) -> String {
        let words = &self.details;
        match detail {
            LimitDetail::LogUnreadable { log, reason } => {
                fill(words.log_unreadable, &[log, reason])
            }
            LimitDetail::LogWithoutKey { log } => fill(words.log_without_key, &[log]),
            LimitDetail::Unpublished {
                file,
                log,
                entries,
                published,
            } => {
                let published = self.count(*published);
                self.counted(*entries, words.unpublished, &[file, log, &published])
            }
            LimitDetail::NotReplayed {
                title,
                sales,
                first,
            } => {
                let sale = |one: &UnreplayedSale| {
                    let receipt = self.count(entry_number(one.sequence));
                    let level = format!("ε {}", self.level(one.level.get()));
                    fill(words.sale, &[&receipt, &level])
                };
                let mut named = first.iter().map(sale).collect::<Vec<_>>().join(", ");
                let more = sales.saturating_sub(first.len() as u64);
                if more > 0 {
                    named += &fill(words.more_sales, &[&self.count(more)]);
                }
                self.counted(*sales, words.not_replayed, &[title, &named])
            }
        }
    }

    /// Returns a side of a comparison.
    pub(crate) fn side(&self, side: &ComparisonSide) -> String {
        match &self.sides {
            None => side.text().to_owned(),
            Some(words) => side.in_words((words.phrase)(side.says()), |value| {
                self.side_value(words, value)
            }),
        }
    }

    fn side_value(&self, words: &Sides, value: &SideValue) -> String {
        match value {
            SideValue::Text(text) => text.clone(),
            SideValue::File(name) => self.file(name),
            SideValue::Level(micro) => self.level(*micro),
            SideValue::Loss {
                micro_epsilon,
                nano_rho,
            } => self.loss(PrivacyLoss {
                micro_epsilon: *micro_epsilon,
                nano_rho: *nano_rho,
            }),
            SideValue::Count(n) => self.count(*n),
            SideValue::Entry(index) => self.count(entry_number(*index)),
            SideValue::Entries(n) => self.counted(*n, words.entries, &[]),
            SideValue::Rows(n) => self.counted(*n, words.rows, &[]),
            SideValue::Labels(n) => self.counted(*n, words.labels, &[]),
            SideValue::Values(n) => self.counted(*n, words.values, &[]),
            SideValue::Increments(n) => self.counted(*n, words.increments, &[]),
            SideValue::Hashes(n) => self.counted(*n, words.hashes, &[]),
            SideValue::Money(amounts) => {
                let texts = amounts.iter().map(|one| self.money(one));
                texts.collect::<Vec<_>>().join(", ")
            }
            SideValue::Unit(name) => self.unit_name(name),
            SideValue::Adjacency(adjacency) => (words.adjacency)(*adjacency).to_owned(),
            SideValue::Thousandths(_) => self.decimal(&value.to_string()),
        }
    }

    /// Returns both sides of a finding's comparison in a sentence; none where it has none, and in
    /// the language of its own message.
    pub(crate) fn compared_in(&self, finding: &Finding) -> Option<String> {
        let (found, expected) = (finding.found.as_ref()?, finding.expected.as_ref()?);
        let words = self.sides.as_ref()?;
        Some(fill(
            words.found,
            &[&self.side(found), &self.side(expected)],
        ))
    }

    /// Returns the name of a privacy unit.
    pub(crate) fn unit_name(&self, name: &str) -> String {
        (self.unit)(name).unwrap_or(name).to_owned()
    }

    /// Returns that the bundles may have been chosen, with those that are missing.
    pub(crate) fn chosen(&self, sets: &[MissingBundles]) -> String {
        let missing = self.missing(sets.iter());
        format!("{} {missing}", (self.limit)(LimitCode::Chosen))
    }

    /// Returns the headline of a report in which so many things are wrong.
    pub(crate) fn wrong(&self, findings: u64) -> String {
        let words = usize::try_from(findings)
            .ok()
            .and_then(|n| self.headline.numbers.get(n));
        let number = words.map_or_else(|| self.count(findings), |word| (*word).to_owned());
        self.numbered(findings, &number, self.headline.wrong, &[])
    }

    /// Returns a gap in a sentence that names the file to add.
    pub(crate) fn gap(&self, gap: &Gap) -> String {
        let owners = gap.owners.len() as u64;
        let words = &self.gaps;
        match gap.unchecked {
            Unchecked::Sales if gap.checked == 0 => self.counted(owners, words.sales, &[]),
            Unchecked::Sales => self.counted(owners, words.other_sales, &[]),
            Unchecked::Deliveries => match gap.missing {
                Some(missing) if gap.checked > 0 => {
                    let all = self.counted(gap.checked + missing, words.delivery, &[]);
                    self.counted(missing, words.some_deliveries, &[&all])
                }
                _ => words.deliveries.to_owned(),
            },
            Unchecked::Copies => self.counted(gap.missing.unwrap_or_default(), words.copies, &[]),
            Unchecked::History => self.counted(owners, words.history, &[]),
            Unchecked::Values if gap.checked == 0 => words.values.to_owned(),
            Unchecked::Values => self.counted(gap.checked, words.some_values, &[]),
        }
    }

    /// Returns in sentences which bundles of these questions are missing; empty if none is.
    pub(crate) fn missing<'a>(&self, sets: impl Iterator<Item = &'a MissingBundles>) -> String {
        let words = &self.bundles;
        let sentence = |set: &MissingBundles| {
            let given = self.counted(set.given, words.given, &[]);
            match set.missing {
                Some(0) => None,
                None => Some(fill(words.unknown, &[&set.title, &given])),
                Some(missing) => {
                    let shown = &set.first[..set.first.len().min(IN_WORDS)];
                    let numbers: Vec<String> = shown
                        .iter()
                        .map(|index| self.count(entry_number(*index)))
                        .collect();
                    let rest = match missing.saturating_sub(shown.len() as u64) {
                        0 => String::new(),
                        more => fill(words.more, &[&self.count(more)]),
                    };
                    let written = [&*set.title, &*given, &*numbers.join(", "), &*rest];
                    Some(self.counted(missing, words.missing, &written))
                }
            }
        };
        sets.filter_map(sentence).collect::<Vec<_>>().join(" ")
    }

    /// Returns the verdict of a test of the noise, with the bundles that it does not cover.
    pub(crate) fn verdict(&self, test: &NoiseTest) -> String {
        let words = &self.noise;
        let verdict = match test.verdict {
            NoiseVerdict::TooFew => return words.too_few.to_owned(),
            NoiseVerdict::Consistent => words.consistent,
            NoiseVerdict::NotConsistent => words.not_consistent,
        };
        if test.is_of_all() {
            return fill(words.of_all, &[verdict]);
        }
        let missing = self.missing(test.bundles.iter());
        if missing.is_empty() {
            return fill(words.of_some, &[verdict]);
        }
        fill(words.if_not_chosen, &[verdict, &missing])
    }

    /// Returns the outcome of the check of the noise.
    pub(crate) fn tests(&self, tests: &[NoiseTest]) -> String {
        let test = |test: &NoiseTest| {
            let verdict = self.verdict(test);
            let written = [
                &*test.titles.join(", "),
                verdict.trim_end_matches('.'),
                &self.count(test.increments),
                &self.count(test.unchanged),
                &self.decimal(&format!("{:.1}", test.unchanged_expected)),
            ];
            self.counted(test.pairs, self.noise.test, &written)
        };
        tests.iter().map(test).collect::<Vec<_>>().join(" ")
    }
}
