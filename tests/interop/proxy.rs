//! A TCP proxy between the program and a market's server, which delays, cuts and hangs, and counts
//! the requests that go through it.

#![allow(dead_code, reason = "each program of tests uses a part")]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What a proxy does with connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Passes everything on.
    Open,
    /// Passes every answer on after a pause.
    Slow(Duration),
    /// Closes connections at once.
    Dead,
    /// Takes requests, and answers none from the one with this number on, counted from 0.
    HangsFrom(usize),
    /// Cuts the connection in place of the answer to the request with this number.
    CutsAnswer(usize),
    /// Does not pass on the request with this number, and cuts the connection.
    CutsRequest(usize),
    /// Passes on only some bytes of each request from the one with this number on, and cuts the
    /// connection.
    CutsInsideRequestsFrom(usize),
    /// Passes on only some bytes of the answer to the request with this number.
    CutsInside(usize),
}

struct State {
    line: Line,
    /// The requests since the line was set: method and path.
    requests: Vec<String>,
}

/// A proxy that runs until the test ends.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    state: Arc<Mutex<State>>,
}

impl Proxy {
    pub(crate) fn to(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(State {
            line: Line::Open,
            requests: Vec::new(),
        }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                thread::spawn(move || {
                    let _ = pass(client, server, &state);
                });
            }
        });
        Self { port, state }
    }

    /// Sets what is done with requests, and counts them from 0 again.
    pub(crate) fn set(&self, line: Line) {
        let mut state = self.state.lock().unwrap();
        state.line = line;
        state.requests.clear();
    }

    /// Returns the requests since the line was set.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }
}

/// Passes one connection on, a request and its answer at a time.
fn pass(mut client: TcpStream, server: u16, state: &Mutex<State>) -> std::io::Result<()> {
    if state.lock().unwrap().line == Line::Dead {
        return client.shutdown(Shutdown::Both);
    }
    let mut server = TcpStream::connect(("127.0.0.1", server))?;
    loop {
        let Some((head, request)) = message(&mut client, false)? else {
            return Ok(());
        };
        let first = head.lines().next().unwrap_or_default();
        let first = first.trim_end_matches(" HTTP/1.1").to_owned();
        let is_head = first.starts_with("HEAD ");
        let (line, number) = {
            let mut state = state.lock().unwrap();
            state.requests.push(first);
            (state.line, state.requests.len() - 1)
        };
        match line {
            Line::HangsFrom(first) if first <= number => loop {
                // Until the client gives up.
                if client.read(&mut [0; 1024])? == 0 {
                    return Ok(());
                }
            },
            Line::Dead => return client.shutdown(Shutdown::Both),
            Line::CutsRequest(cut) if cut == number => return client.shutdown(Shutdown::Both),
            Line::CutsInsideRequestsFrom(first) if first <= number => {
                server.write_all(&request[..request.len() * 2 / 3])?;
                server.shutdown(Shutdown::Both)?;
                return client.shutdown(Shutdown::Both);
            }
            _ => server.write_all(&request)?,
        }
        let Some((_, answer)) = message(&mut server, is_head)? else {
            return client.shutdown(Shutdown::Both);
        };
        match line {
            Line::Slow(pause) => thread::sleep(pause),
            Line::CutsAnswer(cut) if cut == number => return client.shutdown(Shutdown::Both),
            Line::CutsInside(cut) if cut == number => {
                client.write_all(&answer[..answer.len() * 2 / 3])?;
                return client.shutdown(Shutdown::Both);
            }
            _ => {}
        }
        client.write_all(&answer)?;
    }
}

/// Reads a message of HTTP: its head, and all of its bytes; `None` at the end of the connection.
fn message(from: &mut TcpStream, is_head: bool) -> std::io::Result<Option<(String, Vec<u8>)>> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if !more(from, &mut bytes)? {
            return Ok(None);
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let field = |name: &str| {
        head.lines().find_map(|line| {
            let (field, value) = line.split_once(':')?;
            field
                .eq_ignore_ascii_case(name)
                .then(|| value.trim().to_owned())
        })
    };
    let has_none = is_head || head.starts_with("HTTP/1.1 204") || head.starts_with("HTTP/1.1 304");
    if !has_none && field("transfer-encoding").is_some_and(|how| how == "chunked") {
        while !bytes[end..].ends_with(b"0\r\n\r\n") {
            more(from, &mut bytes)?;
        }
    } else if !has_none {
        let length = field("content-length").map_or(0, |length| length.parse().unwrap());
        while bytes.len() < end + length {
            if !more(from, &mut bytes)? {
                return Ok(None);
            }
        }
    }
    Ok(Some((head, bytes)))
}

fn more(from: &mut TcpStream, into: &mut Vec<u8>) -> std::io::Result<bool> {
    let mut piece = [0; 64 * 1024];
    let read = loop {
        match from.read(&mut piece) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => break read?,
        }
    };
    into.extend_from_slice(&piece[..read]);
    Ok(read > 0)
}
