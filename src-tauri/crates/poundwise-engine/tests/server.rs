//! A server of PostgreSQL's protocol (version 3) that is hostile. It passes the messages of a
//! client on to the real server, up to the statement, and answers that one by itself.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use poundwise_driver::{Answered, DriverError, DriverMessage, Limits, Session};
use poundwise_query::kinds::CountSpec;
use poundwise_query::plan;
use poundwise_sql::{Dialect, SqlFault, SqlStatement};

use crate::databases::{TestDatabase, postgresql};
use crate::hostile::LIMITS;
use crate::questions::{creation, linked, schema, units};
use crate::sessions::asked_within;

/// What the server does when the statement is executed.
#[derive(Clone, PartialEq)]
enum Harm {
    /// Sends these rows.
    Rows(Vec<Vec<Option<String>>>),
    /// Sends the row without an end.
    Endless(Vec<Option<String>>),
    /// Describes columns of this type and sends bytes of it.
    Type(u32, Vec<u8>),
    /// Announces a row of a gigabyte, and sends it.
    Long,
    /// Announces a cell that is longer than its row.
    Lie,
    /// Sends notices without an end.
    Notices,
    /// Sends bytes of no protocol.
    Garbage,
    /// Sends nothing.
    Hang,
    /// Sends a row and closes the connection.
    Close,
    /// Sends an error with this code and text.
    Error(&'static str, &'static str),
}

/// What the server does when a client connects.
#[derive(Clone, Copy, PartialEq)]
enum Greeting {
    /// Logs the client in.
    LogIn,
    /// Offers TLS and speaks none.
    NoTls,
    /// Asks for a password with the most rounds.
    Rounds,
    /// Sends bytes of no protocol.
    Garbage,
    /// Sends nothing.
    Hang,
    /// Refuses the login with an error of this code and text.
    Refuse(&'static str, &'static str),
}

type Message = (u8, Vec<u8>);

fn read_message(from: &mut impl Read) -> io::Result<Message> {
    let mut head = [0; 5];
    from.read_exact(&mut head)?;
    let length = u32::from_be_bytes(head[1..].try_into().unwrap());
    let mut body = vec![0; usize::try_from(length).unwrap() - 4];
    from.read_exact(&mut body)?;
    Ok((head[0], body))
}

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap();
    [&[kind][..], &length.to_be_bytes(), body].concat()
}

fn error(code: &str, text: &str) -> Vec<u8> {
    let body = format!("SFATAL\0VFATAL\0C{code}\0M{text}\0\0");
    message(b'E', body.as_bytes())
}

/// The bytes of a row in COPY's binary format.
fn row(cells: &[Option<Vec<u8>>]) -> Vec<u8> {
    let mut bytes = u16::try_from(cells.len()).unwrap().to_be_bytes().to_vec();
    for cell in cells {
        match cell {
            Some(cell) => {
                bytes.extend(u32::try_from(cell.len()).unwrap().to_be_bytes());
                bytes.extend(cell);
            }
            None => bytes.extend(u32::MAX.to_be_bytes()),
        }
    }
    bytes
}

fn texts(cells: &[Option<String>]) -> Vec<u8> {
    let cells = cells
        .iter()
        .map(|cell| cell.clone().map(String::into_bytes));
    row(&cells.collect::<Vec<_>>())
}

/// Answers the statement.
fn harm(client: &mut impl Write, harm: &Harm, columns: u16) -> io::Result<()> {
    let mut begin = [1_u8].to_vec();
    begin.extend(columns.to_be_bytes());
    begin.extend((0..columns).flat_map(|_| 1_u16.to_be_bytes()));
    let begin = message(b'H', &begin);
    // The header is before the first row, in its message.
    let mut header = b"PGCOPY\n\xff\r\n\0".to_vec();
    header.extend([0; 8]);
    let first = |row: &[u8]| message(b'd', &[&header, row].concat());
    match harm {
        Harm::Rows(rows) => {
            client.write_all(&begin)?;
            for (place, row) in rows.iter().enumerate() {
                let row = texts(row);
                client.write_all(&match place {
                    0 => first(&row),
                    _ => message(b'd', &row),
                })?;
            }
            end(client)
        }
        Harm::Type(_, cell) => {
            client.write_all(&[begin, first(&row(&[Some(cell.clone())]))].concat())?;
            end(client)
        }
        Harm::Endless(row) => {
            client.write_all(&[begin, first(&texts(row))].concat())?;
            let rows = message(b'd', &texts(row)).repeat(1000);
            loop {
                client.write_all(&rows)?;
            }
        }
        Harm::Long => {
            client.write_all(&begin)?;
            client.write_all(b"d")?;
            client.write_all(&(1_u32 << 30).to_be_bytes())?;
            loop {
                client.write_all(&[0; 1 << 16])?;
            }
        }
        Harm::Lie => {
            let length = 0x7fff_ffff_u32.to_be_bytes();
            let lie = [&1_u16.to_be_bytes()[..], &length, b"9"].concat();
            client.write_all(&[begin, first(&lie)].concat())?;
            end(client)
        }
        Harm::Notices => loop {
            let notice = b"SNOTICE\0VNOTICE\0C00000\0Mnothing\0\0";
            client.write_all(&message(b'N', notice).repeat(1000))?;
        },
        Harm::Garbage => loop {
            client.write_all(&[0x5a; 1 << 12])?;
        },
        Harm::Hang => loop {
            thread::sleep(Duration::from_secs(60));
        },
        Harm::Close => client.write_all(&[begin, first(&texts(&[Some("1".to_owned())]))].concat()),
        Harm::Error(code, text) => {
            client.write_all(&begin)?;
            client.write_all(&error(code, text))?;
            client.write_all(&message(b'Z', b"I"))
        }
    }
}

fn end(client: &mut impl Write) -> io::Result<()> {
    client.write_all(&message(b'd', &u16::MAX.to_be_bytes()))?;
    client.write_all(&message(b'c', b""))?;
    client.write_all(&message(b'C', b"COPY 1\0"))?;
    client.write_all(&message(b'Z', b"I"))
}

/// Greets a client, and returns the bytes of its startup if it may go on.
fn greet(client: &mut TcpStream, greeting: Greeting) -> io::Result<Option<Vec<u8>>> {
    loop {
        let mut length = [0; 4];
        client.read_exact(&mut length)?;
        let mut body = vec![0; usize::try_from(u32::from_be_bytes(length)).unwrap() - 4];
        client.read_exact(&mut body)?;
        let code = u32::from_be_bytes(body[..4].try_into().unwrap());
        // Requests for encryption by TLS or GSSAPI.
        if code == 80_877_103 || code == 80_877_104 {
            match greeting {
                Greeting::NoTls if code == 80_877_103 => {
                    client.write_all(b"S")?;
                    client.write_all(&[0x5a; 1 << 12])?;
                    return Ok(None);
                }
                _ => client.write_all(b"N")?,
            }
            continue;
        }
        match greeting {
            Greeting::LogIn | Greeting::NoTls => return Ok(Some([&length[..], &body].concat())),
            Greeting::Hang => loop {
                thread::sleep(Duration::from_secs(60));
            },
            Greeting::Garbage => client.write_all(&[0x5a; 1 << 12])?,
            Greeting::Refuse(code, text) => client.write_all(&error(code, text))?,
            Greeting::Rounds => {
                let begin = [&10_u32.to_be_bytes()[..], b"SCRAM-SHA-256\0\0"].concat();
                client.write_all(&message(b'R', &begin))?;
                let (_, first) = read_message(client)?;
                let first = String::from_utf8_lossy(&first).into_owned();
                let nonce = first.split("r=").nth(1).unwrap_or_default().to_owned();
                let challenge = format!("r={nonce}x,s=QUFBQQ==,i=2147483647");
                let more = [&11_u32.to_be_bytes()[..], challenge.as_bytes()].concat();
                client.write_all(&message(b'R', &more))?;
                loop {
                    thread::sleep(Duration::from_secs(60));
                }
            }
        }
        return Ok(None);
    }
}

/// Serves one client.
fn serve(
    mut client: TcpStream,
    socket: &Path,
    greeting: Greeting,
    what: &Harm,
    columns: u16,
) -> io::Result<()> {
    let Some(startup) = greet(&mut client, greeting)? else {
        return Ok(());
    };
    let mut server = UnixStream::connect(socket)?;
    server.write_all(&startup)?;
    let is_statement = Arc::new(AtomicBool::new(false));
    let (mut from, mut to) = (server.try_clone()?, client.try_clone()?);
    let (seen, own) = (Arc::clone(&is_statement), what.clone());
    thread::spawn(move || -> io::Result<()> {
        loop {
            let (kind, mut body) = read_message(&mut from)?;
            if let (b'T', true, Harm::Type(oid, _)) = (kind, seen.load(Ordering::SeqCst), &own) {
                // The type of the last column is 12 bytes before the end of its description.
                let at = body.len() - 12;
                body[at..at + 4].copy_from_slice(&oid.to_be_bytes());
            }
            to.write_all(&message(kind, &body))?;
        }
    });
    loop {
        let (kind, body) = read_message(&mut client)?;
        let text = String::from_utf8_lossy(&body);
        if kind == b'P' && text.contains("hostile") {
            is_statement.store(true, Ordering::SeqCst);
        }
        if kind == b'P' && text.contains("hostile") && text.contains("COPY (") {
            // Bind, Describe, Execute and Sync follow.
            while read_message(&mut client)?.0 != b'S' {}
            let begin = [b'1', b'2', b'n'].map(|kind| message(kind, b""));
            client.write_all(&begin.concat())?;
            let answered = harm(&mut client, what, columns);
            // The other thread has the socket too.
            client.shutdown(Shutdown::Both)?;
            return answered;
        }
        server.write_all(&message(kind, &body))?;
    }
}

/// A hostile server; its threads end with the tests.
struct HostileServer {
    address: String,
    driver: PathBuf,
}

impl HostileServer {
    fn start(database: &TestDatabase, greeting: Greeting, harm: Harm, columns: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let folder = database.address.split("host=").nth(1).unwrap();
        let folder = folder.split('&').next().unwrap();
        let socket = Path::new(folder).join(".s.PGSQL.5432");
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, socket, harm) = (client.unwrap(), socket.clone(), harm.clone());
                // A client that is gone.
                thread::spawn(move || serve(client, &socket, greeting, &harm, columns));
            }
        });
        Self {
            address: format!("postgresql://owner@127.0.0.1:{port}/postgres"),
            driver: database.driver.clone(),
        }
    }

    fn ask(&self, sql: &str, limits: Limits, seconds: u64) -> Result<Answered, DriverError> {
        let session = Session::postgresql(&self.address, 60).ok().unwrap();
        asked_within(seconds, (&self.driver, session), sql, limits, &|| false)
    }
}

const SQL: &str = "SELECT '1'::text AS hostile";

fn cell(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Returns the message of the error that a statement of one column ends with.
fn harmed(database: &TestDatabase, harm: Harm, seconds: u64) -> DriverMessage {
    let server = HostileServer::start(database, Greeting::LogIn, harm, 1);
    let limits = Limits {
        memory: 1 << 30,
        ..LIMITS
    };
    let error = server.ask(SQL, limits, seconds).err().unwrap();
    error.message
}

#[test]
fn hostile_answers_are_clear_errors() {
    use DriverMessage as M;
    let Some(database) = postgresql() else { return };
    // The server can answer as a true one does.
    let rows = vec![vec![cell("7")], vec![None]];
    let server = HostileServer::start(&database, Greeting::LogIn, Harm::Rows(rows.clone()), 1);
    let answered = server.ask(SQL, LIMITS, 60);
    let answered =
        answered.unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private));
    assert_eq!(answered.rows, rows);

    let of = |harm| harmed(&database, harm, 60);
    // The types of float8, int8, bytea and timestamp.
    for (oid, length) in [(701, 8), (20, 8), (17, 3), (1114, 8)] {
        let harm = Harm::Type(oid, vec![0x7f; length]);
        assert!(matches!(of(harm), M::WrongTypes), "{oid}");
    }
    let many = Harm::Rows(vec![vec![cell("1")]; 4]);
    assert!(matches!(of(many), M::TooLarge));
    let wide = Harm::Rows(vec![vec![cell(&"9".repeat(1001))]]);
    assert!(matches!(of(wide), M::TooLarge));
    for row in [vec![cell("1")], vec![None], vec![cell("")]] {
        assert!(matches!(of(Harm::Endless(row)), M::TooLarge));
    }
    // The description has one column and the rows have others.
    for row in [vec![], vec![cell("1"); 2], vec![cell("1"); 1000]] {
        let message = of(Harm::Rows(vec![row]));
        assert!(
            matches!(message, M::NotExecuted | M::WrongTypes),
            "{message}"
        );
    }
    assert!(matches!(of(Harm::Lie), M::NotExecuted));
    // More than the memory of the process.
    assert!(matches!(of(Harm::Long), M::TooLarge));
    assert!(matches!(of(Harm::Close), M::ServerAway));
    let message = of(Harm::Garbage);
    assert!(
        matches!(message, M::ServerAway | M::NotExecuted),
        "{message}"
    );
    let text = "FATAL: 5:rows,1:0,\n poundwise-engine-v1";
    assert!(matches!(of(Harm::Error("XX000", text)), M::NotExecuted));
    assert!(matches!(
        of(Harm::Error("22P02", "poundwise: ann")),
        M::RefusedCell
    ));
    for harm in [Harm::Hang, Harm::Notices] {
        assert!(matches!(
            harmed(&database, harm, 2),
            M::TooSlow { seconds: 2 }
        ));
    }
}

#[test]
fn hostile_greetings_are_clear_errors() {
    use DriverMessage as M;
    let Some(database) = postgresql() else { return };
    let greeted = |greeting, parameters: &str, seconds| {
        let mut server = HostileServer::start(&database, greeting, Harm::Hang, 1);
        server.address.push_str(parameters);
        let error = server.ask(SQL, LIMITS, seconds).err().unwrap();
        error.message
    };
    let require = "?sslmode=require&gssencmode=disable";
    assert!(matches!(greeted(Greeting::LogIn, require, 60), M::NoTls));
    assert!(matches!(greeted(Greeting::NoTls, require, 60), M::NoTls));
    let refuse = |code, text| greeted(Greeting::Refuse(code, text), "", 60);
    let english = "password authentication failed for user \"owner\"";
    assert!(matches!(refuse("28P01", english), M::WrongLogin));
    let german = "Passwort-Authentifizierung für Benutzer »owner« fehlgeschlagen";
    assert!(matches!(refuse("28P01", german), M::WrongLogin));
    assert!(matches!(refuse("XX000", "\u{3042}"), M::NotConnected));
    let pooler = "unsupported startup parameter in options: default_transaction_read_only";
    assert!(matches!(refuse("08P01", pooler), M::Pooler));
    let message = greeted(Greeting::Garbage, "", 60);
    assert!(
        matches!(message, M::ServerAway | M::NotConnected),
        "{message}"
    );
    assert!(matches!(greeted(Greeting::Hang, "", 2), M::TooSlow { .. }));
    let hang = greeted(Greeting::Hang, "?connect_timeout=2", 60);
    assert!(matches!(hang, M::ServerAway), "{hang}");
    let rounds = greeted(Greeting::Rounds, "?password=x", 2);
    // The text of the address has no password.
    assert!(
        matches!(rounds, M::TooSlow { .. } | M::NotConnected),
        "{rounds}"
    );
}

/// Sums that no table has.
#[test]
fn hostile_sums_are_refused() {
    let Some(database) = postgresql() else { return };
    for statement in creation("hostile", &[], "") {
        database.execute(&statement);
    }
    let unit = &units()[0];
    let count = plan(&CountSpec::default().into(), &schema(), unit)
        .ok()
        .unwrap();
    let table = linked(Dialect::PostgreSql, &["public", "hostile"]);
    let statement = SqlStatement::new(&count, &table, &[7; 32]).unwrap();
    let columns = statement.answer_columns();
    let limits = Limits {
        columns,
        rows: statement.most_rows(),
        ..LIMITS
    };
    let asked = |rows: &[[&str; 2]]| {
        let rows = rows.iter().map(|row| row.map(cell).to_vec()).collect();
        let columns = u16::try_from(columns).unwrap();
        let server = HostileServer::start(&database, Greeting::LogIn, Harm::Rows(rows), columns);
        let answered = server.ask(statement.sql(), limits, 60);
        let answered =
            answered.unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private));
        let sums = statement.read(&answered.rows)?;
        Ok::<_, SqlFault>(statement.compute(&count, &sums).ok().unwrap())
    };
    let guard = ["-1", "1"];
    assert_eq!(asked(&[["0", "12"], guard]).ok().unwrap(), [12]);
    for number in [
        "NaN",
        "Infinity",
        "1e3",
        "1.5",
        " 1",
        "01",
        "-1",
        "+1",
        "",
        "99999999999999999999999999",
    ] {
        let fault = asked(&[["0", number], guard]);
        assert!(matches!(fault, Err(SqlFault::Answer { .. })), "{number}");
    }
    for rows in [
        &[["0", "12"]][..],
        &[["0", "12"], ["0", "12"]],
        &[["1", "12"], guard],
        &[guard, guard],
    ] {
        let fault = asked(rows);
        assert!(matches!(fault, Err(SqlFault::Answer { .. })));
    }
    let changed = asked(&[["0", "12"], ["-1", "0"]]);
    assert!(matches!(changed, Err(SqlFault::ChangedTypes)));
}
