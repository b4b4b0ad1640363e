//! Requests to a server, synchronous outside. The server is not trusted: an answer is read within a
//! size and within a time, no redirect is followed, and no proxy of the environment is used.
//!
//! Requests run on a runtime of their own with one thread. The caller waits in short slices, in
//! which it can stop the request, and may itself be a thread of another runtime.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, sync_channel},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

use reqwest::{Client, Request, StatusCode, header, redirect::Policy};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use rustls_platform_verifier::BuilderVerifierExt;
use tokio::{
    runtime::{Builder, Runtime},
    time::timeout,
};
use url::Url;

use super::certificate::problem_of;
use crate::{messages::CertificateProblem, stop};

/// Time between two looks at whether the caller stopped the request.
const SLICE: Duration = Duration::from_millis(100);
/// Most bytes that are read of an answer that is not the object asked for.
const LONGEST_ERROR: u64 = 64 * 1024;
/// Slowest speed in bytes a second at which an object is sent or read to its end.
const SLOWEST: u64 = 16 * 1024;
/// Number of attempts.
const ATTEMPTS: u32 = 3;
/// Pause after the first attempt; it is four times as long after each further one.
const PAUSE: Duration = Duration::from_millis(200);

/// Times after which a server counts as one that does not answer.
#[derive(Clone, Copy)]
struct Patience {
    /// To connect.
    connect: Duration,
    /// Without a byte of the answer.
    silence: Duration,
}

impl Patience {
    fn new() -> Self {
        #[cfg(debug_assertions)]
        if let Some(silence) = stated() {
            return Self {
                connect: silence,
                silence,
            };
        }
        Self {
            connect: Duration::from_secs(10),
            silence: Duration::from_secs(20),
        }
    }

    /// Returns the time in which a number of bytes has to be sent and answered, or read.
    fn of(self, bytes: u64) -> Duration {
        self.silence + Duration::from_secs(bytes / SLOWEST)
    }
}

/// Returns the patience in milliseconds that a test states.
#[cfg(debug_assertions)]
fn stated() -> Option<Duration> {
    let stated = std::env::var("POUNDWISE_PATIENCE_MS").ok()?;
    stated.parse().ok().map(Duration::from_millis)
}

/// An answer of a server.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) headers: header::HeaderMap,
    /// The body, if it is within the limit.
    pub(super) body: Vec<u8>,
    /// Whether the body is longer than the limit.
    pub(super) is_too_large: bool,
}

/// Reason why there is no answer.
pub(super) enum Silence {
    /// The caller stopped the request.
    Stopped,
    /// The server cannot be reached, or the connection broke.
    Broken(String),
    /// The server's certificate was refused.
    Untrusted(CertificateProblem),
    /// The server did not answer in time.
    Hung(Duration),
}

/// A connection to one server.
pub(super) struct Transport {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    client: Client,
    patience: Patience,
}

impl Drop for Transport {
    fn drop(&mut self) {
        // Dropping a runtime waits for its thread, which panics inside another runtime.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Transport {
    /// Returns a connection to the server of a URL, which is made by the first request.
    pub(super) fn new(url: &Url) -> Result<Self, CertificateProblem> {
        let other = |why| CertificateProblem::Other { why };
        let patience = Patience::new();
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("market")
            .enable_io()
            .enable_time()
            .build()
            .map_err(|e| other(e.to_string()))?;
        let client = Client::builder()
            .tls_backend_preconfigured(tls(url)?)
            .redirect(Policy::none())
            .referer(false)
            .no_proxy()
            .connect_timeout(patience.connect)
            .pool_idle_timeout(Duration::from_secs(20))
            .user_agent(concat!("poundwise/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| other(whole(&e)))?;
        Ok(Self {
            runtime: Some(runtime),
            client,
            patience,
        })
    }

    /// Returns the time within which a request with a body of that many bytes is usually answered.
    pub(super) fn usual_time(&self, bytes: u64) -> Duration {
        self.patience.of(bytes) - self.patience.silence * 3 / 4
    }

    /// Sends a request, and sends it again a few times if the server cannot be reached or is too
    /// busy. `request` makes it anew each time, since a signature has a time. `limit` is the most
    /// bytes of an answer with success. `go_on` gets the number of bytes read, and stops the
    /// request by `false`.
    pub(super) fn send(
        &self,
        request: &dyn Fn() -> Result<Request, String>,
        limit: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Reply, Silence> {
        let mut pause = PAUSE;
        for attempt in 1.. {
            let made = request().map_err(Silence::Broken)?;
            let sent = self.send_once(made, limit, go_on);
            let is_last = attempt >= ATTEMPTS;
            match sent {
                Err(Silence::Broken(_)) if !is_last => {}
                Ok(reply) if is_busy(reply.status) && !is_last => {}
                sent => return sent,
            }
            wait(pause, go_on)?;
            pause *= 4;
        }
        unreachable!("the last attempt returns")
    }

    fn send_once(
        &self,
        request: Request,
        limit: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Reply, Silence> {
        let Some(runtime) = &self.runtime else {
            return Err(Silence::Stopped);
        };
        let (answer, answered) = sync_channel(1);
        let done = Arc::new(AtomicU64::new(0));
        let exchange = exchange(
            self.client.clone(),
            request,
            limit,
            self.patience,
            Arc::clone(&done),
        );
        let task = runtime.spawn(async move {
            let _ = answer.send(exchange.await);
        });
        loop {
            if stop::is_stopped() || !go_on(done.load(Ordering::Relaxed)) {
                task.abort();
                return Err(Silence::Stopped);
            }
            match answered.recv_timeout(SLICE) {
                Ok(reply) => return reply,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Silence::Broken("the request ended".to_owned()));
                }
            }
        }
    }
}

/// Waits, unless the caller stops it.
fn wait(pause: Duration, go_on: &mut dyn FnMut(u64) -> bool) -> Result<(), Silence> {
    let end = Instant::now() + pause;
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        if stop::is_stopped() || !go_on(0) {
            return Err(Silence::Stopped);
        }
        thread::sleep(left.min(SLICE));
    }
    Ok(())
}

/// Returns whether a status says that the server may do the same request a moment later.
pub(super) fn is_busy(status: StatusCode) -> bool {
    matches!(status.as_u16(), 429 | 502 | 503 | 504)
}

/// Sends a request and reads its answer.
async fn exchange(
    client: Client,
    request: Request,
    limit: u64,
    patience: Patience,
    done: Arc<AtomicU64>,
) -> Result<Reply, Silence> {
    let sent = request
        .body()
        .and_then(|body| body.as_bytes())
        .map_or(0, |bytes| bytes.len() as u64);
    let host = request.url().host_str().unwrap_or_default().to_owned();
    let hung = |_| Silence::Hung(patience.silence);
    let broken = |error: reqwest::Error| {
        if error.is_timeout() {
            Silence::Hung(patience.connect)
        } else if let Some(problem) = problem_of(&error, &host) {
            Silence::Untrusted(problem)
        } else {
            Silence::Broken(whole(&error))
        }
    };
    let mut response = timeout(patience.of(sent), client.execute(request))
        .await
        .map_err(hung)?
        .map_err(broken)?;
    let (status, headers) = (response.status(), response.headers().clone());
    let limit = if status.is_success() {
        limit
    } else {
        LONGEST_ERROR
    };
    let mut reply = Reply {
        status,
        headers,
        body: Vec::new(),
        is_too_large: false,
    };
    if response
        .content_length()
        .is_some_and(|length| length > limit)
    {
        reply.is_too_large = true;
        return Ok(reply);
    }
    // A server that sends a byte now and then is not waited for for ever.
    let end = Instant::now() + patience.of(limit);
    while let Some(chunk) = timeout(patience.silence, response.chunk())
        .await
        .map_err(hung)?
        .map_err(broken)?
    {
        if (reply.body.len() as u64).saturating_add(chunk.len() as u64) > limit {
            reply.is_too_large = true;
            reply.body = Vec::new();
            return Ok(reply);
        }
        reply.body.extend_from_slice(&chunk);
        done.store(reply.body.len() as u64, Ordering::Relaxed);
        if Instant::now() > end {
            return Err(Silence::Hung(patience.of(limit)));
        }
    }
    Ok(reply)
}

/// Returns how TLS checks the server: by the certificates of authorities that the system trusts.
fn tls(url: &Url) -> Result<ClientConfig, CertificateProblem> {
    let other = |error: rustls::Error| CertificateProblem::Other {
        why: error.to_string(),
    };
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(other)?;
    if url.scheme() == "https" {
        let builder = builder
            .with_platform_verifier()
            .map_err(|error| match error {
                // The text of a system that has none.
                rustls::Error::General(_) => CertificateProblem::NoAuthorities,
                error => other(error),
            })?;
        Ok(builder.with_no_client_auth())
    } else {
        // Plain http, to this machine.
        Ok(builder
            .with_root_certificates(RootCertStore::empty())
            .with_no_client_auth())
    }
}

/// Returns an error's text with those of its causes. It has no URL.
fn whole(error: &dyn std::error::Error) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut cause = Some(error);
    while let Some(error) = cause {
        cause = error.source();
        let text = error.to_string();
        // reqwest's own text is only that something failed, and where.
        let says_more = cause.is_none() || !text.contains("error sending request");
        if says_more && !texts.iter().any(|before| before.contains(&text)) {
            texts.push(text);
        }
    }
    texts.join(": ")
}

/// Returns by how many seconds the server's clock is ahead of this machine's, if it states a time.
pub(super) fn ahead(reply: &Reply) -> Option<i64> {
    let stated = reply.headers.get(header::DATE)?.to_str().ok()?;
    let stated = chrono::DateTime::parse_from_rfc2822(stated)
        .ok()?
        .timestamp();
    let here = chrono::DateTime::<chrono::Utc>::from(SystemTime::now()).timestamp();
    stated.checked_sub(here)
}
