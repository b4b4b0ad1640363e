//! The bytes between the two processes: frames, each a netstring (D. J. Bernstein, 1997) such as
//! `5:hello,`.

use std::io::{self, Read, Write};

use zeroize::Zeroizing;

/// Name of the form of requests and answers.
const VERSION: &str = "poundwise-engine-v3";

/// The longest frame of a request.
const LONGEST: usize = 32 << 20;

/// The longest text of a failure.
const LONGEST_FAILURE: usize = 1 << 16;

/// The most bytes of the cells of a part of an answer. The reader holds a part in memory.
const LONGEST_PART: usize = 64 << 20;

/// The most cells of a part of an answer with several rows.
const MOST_CELLS: usize = 1 << 20;

/// The most options and files of a request.
const MOST_ENTRIES: usize = 64;

/// Bounds of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of columns, exactly.
    pub columns: usize,
    /// The most rows.
    pub rows: usize,
    /// The most bytes of all cells.
    pub bytes: usize,
    /// Bytes of address space that the process may use.
    pub memory: u64,
}

/// A request: one statement. It has the address of the database with its password: no `Debug`.
pub struct Request {
    /// The driver's file, checked as a [`crate::Driver`].
    pub driver: String,
    /// The driver's function, or empty for the usual one.
    pub entrypoint: String,
    /// Options of the database.
    pub options: Vec<(String, Zeroizing<String>)>,
    /// Files that the driver may read, besides those of the system.
    pub files: Vec<String>,
    /// Where the driver may connect to.
    pub network: Network,
    /// The statement.
    pub sql: Zeroizing<String>,
    /// Bounds of the answer.
    pub limits: Limits,
}

/// Where a driver may connect to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Network {
    /// Nowhere.
    None,
    /// To hosts.
    Hosts,
    /// To hosts, and to programs of this machine through their sockets. The kernel does not tell one
    /// socket from another.
    Sockets,
}

/// How much of the process was confined by Landlock and seccomp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Confinement {
    /// All requested restrictions.
    Full,
    /// A part of them, since the kernel is older, or since the driver may use sockets of this machine.
    Partial,
    /// No file is out of reach: the kernel has no Landlock.
    None,
}

/// The stage at which a statement failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Failure {
    /// The request was unreadable, or the process could not be bounded.
    Request,
    /// The driver was not loaded.
    Load,
    /// No connection.
    Connect,
    /// The database refused the statement, or failed at it.
    Execute,
    /// The answer has other types or numbers of columns.
    Types,
    /// The answer is too large.
    Size,
}

/// A class and a condition of an error (ISO/IEC 9075-2, SQLSTATE): five digits and capital letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqlState([u8; 5]);

impl SqlState {
    /// No error.
    pub const SUCCESS: Self = Self(*b"00000");

    /// Returns a code, or `None` for other characters.
    #[must_use]
    pub fn new(code: [u8; 5]) -> Option<Self> {
        let is_known = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
        code.iter().all(is_known).then_some(Self(code))
    }

    /// Returns its characters.
    #[must_use]
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// An error of a driver or a database. Its text may quote cells: no `Debug`.
pub struct Failed {
    /// The stage that failed.
    pub failure: Failure,
    /// The code of the database's error, if there is one.
    pub state: Option<SqlState>,
    /// The driver's own message.
    pub said: String,
}

impl Failed {
    /// Returns an error without a message of the driver.
    #[must_use]
    pub const fn at(failure: Failure) -> Self {
        Self {
            failure,
            state: None,
            said: String::new(),
        }
    }
}

/// Rows of text; a cell that is NULL is `None`.
pub type TextRows = Vec<Vec<Option<String>>>;

/// A part of an answer. It is data: no `Debug`.
///
/// An answer is any number of parts with rows, and then the end or a failure.
pub enum AnswerPart {
    /// Further rows.
    Rows(TextRows),
    /// There are no more rows.
    End,
    /// The error of the driver or the database. The rows before are not to be used.
    Failed(Failed),
}

/// A writer ends a part when it has this many bytes or cells. Readers accept far larger parts.
pub const PART: usize = 1 << 16;

/// Writes one frame.
///
/// # Errors
/// As `to`.
fn put(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    write!(to, "{}:", bytes.len())?;
    to.write_all(bytes)?;
    to.write_all(b",")
}

fn malformed() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// Reads one frame of at most `most` bytes.
fn get(from: &mut impl Read, most: usize) -> io::Result<Zeroizing<Vec<u8>>> {
    let mut length = 0_usize;
    for place in 0.. {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        match byte[0] {
            b':' if place > 0 => break,
            digit @ b'0'..=b'9' if place < 9 && (place == 0 || length > 0) => {
                length = length * 10 + usize::from(digit - b'0');
            }
            _ => return Err(malformed()),
        }
    }
    if length > most {
        return Err(malformed());
    }
    // Memory grows with the bytes that arrive.
    let mut bytes = Zeroizing::new(Vec::new());
    let read = from.take(length as u64).read_to_end(&mut bytes)?;
    let mut comma = [0];
    from.read_exact(&mut comma)?;
    match read == length && comma == *b"," {
        true => Ok(bytes),
        false => Err(malformed()),
    }
}

fn get_text(from: &mut impl Read, most: usize) -> io::Result<Zeroizing<String>> {
    let bytes = get(from, most)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| malformed())?;
    Ok(Zeroizing::new(text.to_owned()))
}

fn get_number<T: std::str::FromStr>(from: &mut impl Read) -> io::Result<T> {
    get_text(from, 20)?.parse().map_err(|_| malformed())
}

fn put_word(to: &mut impl Write, word: impl Into<&'static str>) -> io::Result<()> {
    put(to, word.into().as_bytes())
}

fn get_word<T: std::str::FromStr>(from: &mut impl Read) -> io::Result<T> {
    get_text(from, 16)?.parse().map_err(|_| malformed())
}

fn put_number(to: &mut impl Write, number: u64) -> io::Result<()> {
    put(to, number.to_string().as_bytes())
}

impl Request {
    /// Writes the request.
    ///
    /// # Errors
    /// As `to`.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        put(to, VERSION.as_bytes())?;
        put(to, self.driver.as_bytes())?;
        put(to, self.entrypoint.as_bytes())?;
        put_number(to, self.options.len() as u64)?;
        for (key, value) in &self.options {
            put(to, key.as_bytes())?;
            put(to, value.as_bytes())?;
        }
        put_number(to, self.files.len() as u64)?;
        for file in &self.files {
            put(to, file.as_bytes())?;
        }
        put_word(to, self.network)?;
        put(to, self.sql.as_bytes())?;
        let Limits {
            columns,
            rows,
            bytes,
            memory,
        } = self.limits;
        for number in [columns as u64, rows as u64, bytes as u64, memory] {
            put_number(to, number)?;
        }
        to.flush()
    }

    /// Reads a request and leaves the bytes after it unread.
    ///
    /// # Errors
    /// `InvalidData` if it has another form; as `from`.
    pub fn read(from: &mut impl Read) -> io::Result<Self> {
        if get_text(from, VERSION.len())?.as_str() != VERSION {
            return Err(malformed());
        }
        let driver = get_text(from, LONGEST)?.to_string();
        let entrypoint = get_text(from, LONGEST)?.to_string();
        let number: usize = get_number(from)?;
        let mut options = Vec::new();
        for _ in 0..number.min(MOST_ENTRIES) {
            options.push((
                get_text(from, LONGEST)?.to_string(),
                get_text(from, LONGEST)?,
            ));
        }
        let number: usize = get_number(from)?;
        let mut files = Vec::new();
        for _ in 0..number.min(MOST_ENTRIES) {
            files.push(get_text(from, LONGEST)?.to_string());
        }
        Ok(Self {
            driver,
            entrypoint,
            options,
            files,
            network: get_word(from)?,
            sql: get_text(from, LONGEST)?,
            limits: Limits {
                columns: get_number(from)?,
                rows: get_number(from)?,
                bytes: get_number(from)?,
                memory: get_number(from)?,
            },
        })
    }
}

impl Confinement {
    /// Writes how much the process is confined. The process writes it before it loads the driver,
    /// which could change it.
    ///
    /// # Errors
    /// As `to`.
    pub fn write(self, to: &mut impl Write) -> io::Result<()> {
        put(to, VERSION.as_bytes())?;
        put_word(to, self)?;
        to.flush()
    }

    /// Reads the bytes of [`Self::write`].
    ///
    /// # Errors
    /// `InvalidData` if it has another form; as `from`.
    pub fn read(from: &mut impl Read) -> io::Result<Self> {
        if get_text(from, VERSION.len())?.as_str() != VERSION {
            return Err(malformed());
        }
        get_word(from)
    }
}

impl AnswerPart {
    /// Writes the part, after [`Confinement::write`] and the parts before it.
    ///
    /// # Errors
    /// As `to`.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Rows(rows) => {
                put(to, b"rows")?;
                put_number(to, rows.len() as u64)?;
                for cell in rows.iter().flatten() {
                    match cell {
                        Some(text) => {
                            write!(to, "{}:t{text},", text.len() + 1)?;
                        }
                        None => put(to, b"-")?,
                    }
                }
            }
            Self::End => put(to, b"end")?,
            Self::Failed(Failed {
                failure,
                state,
                said,
            }) => {
                put(to, b"failed")?;
                put_word(to, *failure)?;
                put(to, state.as_ref().map_or("", SqlState::code).as_bytes())?;
                let end = (0..=LONGEST_FAILURE).rev().find_map(|end| said.get(..end));
                let said = if said.len() <= LONGEST_FAILURE {
                    said
                } else {
                    end.unwrap_or("")
                };
                put(to, said.as_bytes())?;
            }
        }
        to.flush()
    }

    /// Reads the next part of the answer to a request. The rows and bytes of `left` are what may
    /// still come; those of this part are subtracted. The last part ends the bytes.
    ///
    /// # Errors
    /// `InvalidData` if it has another form or exceeds the limits; as `from`.
    pub fn read(from: &mut impl Read, left: &mut Limits) -> io::Result<Self> {
        let last = match get_text(from, 6)?.as_str() {
            "rows" => return Ok(Self::Rows(get_rows(from, left)?)),
            "end" => Self::End,
            "failed" => {
                let failure = get_word(from)?;
                let code = get(from, 5)?;
                let code: Option<[u8; 5]> = match code.is_empty() {
                    true => None,
                    false => Some(code.as_slice().try_into().map_err(|_| malformed())?),
                };
                let state = code.map(|code| SqlState::new(code).ok_or_else(malformed));
                Self::Failed(Failed {
                    failure,
                    state: state.transpose()?,
                    said: get_text(from, LONGEST_FAILURE)?.to_string(),
                })
            }
            _ => return Err(malformed()),
        };
        match from.read(&mut [0])? {
            0 => Ok(last),
            _ => Err(malformed()),
        }
    }
}

/// Reads the rows of a part. A part has one row at least.
fn get_rows(from: &mut impl Read, left: &mut Limits) -> io::Result<TextRows> {
    let number: usize = get_number(from)?;
    let is_large = number > 1 && number.saturating_mul(left.columns) > MOST_CELLS;
    if number == 0 || number > left.rows || is_large {
        return Err(malformed());
    }
    left.rows -= number;
    let mut most = left.bytes.min(LONGEST_PART);
    let before = most;
    let mut rows = Vec::new();
    for _ in 0..number {
        let mut row = Vec::with_capacity(left.columns);
        for _ in 0..left.columns {
            let cell = get_cell(from, most)?;
            most = most.saturating_sub(cell.as_ref().map_or(0, String::len));
            row.push(cell);
        }
        rows.push(row);
    }
    left.bytes -= before - most;
    Ok(rows)
}

/// Reads a cell whose text has at most `most` bytes.
fn get_cell(from: &mut impl Read, most: usize) -> io::Result<Option<String>> {
    let mut bytes = get(from, most.saturating_add(1))?;
    match bytes.first() {
        Some(b't') => {
            let text = String::from_utf8(bytes.split_off(1)).map_err(|_| malformed())?;
            Ok(Some(text))
        }
        Some(b'-') if bytes.len() == 1 => Ok(None),
        _ => Err(malformed()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const LIMITS: Limits = Limits {
        columns: 2,
        rows: 3,
        bytes: 20,
        memory: 1 << 30,
    };

    #[test]
    fn a_request_is_read_as_it_was_written() {
        let request = Request {
            driver: "/a,b:c".to_owned(),
            entrypoint: String::new(),
            options: vec![("uri".to_owned(), Zeroizing::new("x:y,z".to_owned()))],
            files: vec!["/größe".to_owned()],
            network: Network::Sockets,
            sql: Zeroizing::new("SELECT '5:,'\n".to_owned()),
            limits: LIMITS,
        };
        let mut bytes = Vec::new();
        request.write(&mut bytes).unwrap();
        bytes.extend(b"rest");
        let mut from = bytes.as_slice();
        let read = Request::read(&mut from).unwrap();
        assert_eq!(from, b"rest");
        assert_eq!(
            (read.driver, read.entrypoint),
            (request.driver, String::new())
        );
        assert!(read.options == request.options && read.sql == request.sql);
        assert_eq!(
            (read.files, read.network),
            (request.files, Network::Sockets)
        );
        assert_eq!(read.limits, LIMITS);
    }

    fn cell(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    /// Reads an answer of these bytes.
    fn read(mut bytes: &[u8]) -> io::Result<(TextRows, Option<Failed>)> {
        let (mut left, mut rows) = (LIMITS, Vec::new());
        loop {
            match AnswerPart::read(&mut bytes, &mut left)? {
                AnswerPart::Rows(more) => rows.extend(more),
                AnswerPart::End => return Ok((rows, None)),
                AnswerPart::Failed(failed) => return Ok((rows, Some(failed))),
            }
        }
    }

    fn written(parts: &[AnswerPart]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for part in parts {
            part.write(&mut bytes).unwrap();
        }
        bytes
    }

    #[test]
    fn an_answer_is_read_part_by_part() {
        let row = vec![cell("1"), None];
        let others = vec![vec![cell(""), cell("-")], vec![cell("ä"), cell("t")]];
        let bytes = written(&[
            AnswerPart::Rows(vec![row.clone()]),
            AnswerPart::Rows(others.clone()),
            AnswerPart::End,
        ]);
        let (rows, failed) = read(&bytes).unwrap();
        assert!(failed.is_none());
        assert_eq!(rows, [vec![row], others].concat());
        let failed = Failed {
            failure: Failure::Execute,
            state: SqlState::new(*b"42P01"),
            said: "no, table".to_owned(),
        };
        let bytes = written(&[AnswerPart::Rows(rows), AnswerPart::Failed(failed)]);
        let failed = read(&bytes).unwrap().1.unwrap();
        assert_eq!(failed.failure, Failure::Execute);
        assert_eq!(failed.state.unwrap().code(), "42P01");
        assert_eq!(failed.said, "no, table");
    }

    #[test]
    fn an_answer_beyond_its_limits_or_in_another_form_is_refused() {
        let row = vec![cell("1"), None];
        let nines = |number: usize| cell(&"9".repeat(number));
        for wrong in [
            vec![vec![row.clone(); 4]],
            vec![vec![row.clone(); 2], vec![row.clone(); 2]],
            vec![vec![vec![cell("1")]]],
            vec![vec![vec![cell("1"); 3]]],
            vec![vec![vec![nines(30), None]]],
            vec![vec![vec![nines(15), nines(15)]]],
            vec![vec![vec![nines(15), None]], vec![vec![nines(15), None]]],
            vec![vec![]],
        ] {
            let mut parts: Vec<AnswerPart> = wrong.into_iter().map(AnswerPart::Rows).collect();
            parts.push(AnswerPart::End);
            assert!(read(&written(&parts)).is_err());
        }
        let whole = b"4:rows,1:1,2:t1,1:-,3:end,";
        assert!(read(&whole[..]).is_ok());
        for end in 0..whole.len() {
            assert!(read(&whole[..end]).is_err());
        }
        for text in [
            "3:end,x",
            "4:rows,2:-1,",
            "4:rows,1:1,1:x,1:-,3:end,",
            "4:rows,1:1,2:-1,1:-,3:end,",
            "4:rows,1:1,0:,1:-,3:end,",
            "03:end,",
            "9999999999:",
            "6:failed,5:wrong,0:,0:,",
            "6:failed,4:load,5:42p01,0:,",
            "6:failed,4:load,4:4201,0:,",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        let many = AnswerPart::Rows(vec![vec![None; 2]; MOST_CELLS / 2 + 1]);
        let bytes = written(&[many, AnswerPart::End]);
        let mut left = Limits {
            rows: MOST_CELLS,
            ..LIMITS
        };
        assert!(AnswerPart::read(&mut bytes.as_slice(), &mut left).is_err());
    }

    #[test]
    fn confinement_is_read_as_it_was_written() {
        let mut begin = Vec::new();
        Confinement::Partial.write(&mut begin).unwrap();
        assert_eq!(
            Confinement::read(&mut begin.as_slice()).unwrap(),
            Confinement::Partial
        );
        assert!(Confinement::read(&mut &b"19:poundwise-engine-v1,4:full,"[..]).is_err());
    }
}
