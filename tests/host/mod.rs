//! The app's host without its window: the real command handler, permissions and configuration on
//! Tauri's runtime for tests, behind HTTP on this machine, so that a plain browser can show the
//! very same pages (`ui/dist-browser`).
//!
//! It answers only who names it by its one address and has its token: `GET /?token=TOKEN`, which is
//! what it says as its address, gives that as a cookie. `POST /ipc/COMMAND` runs a command, `GET
//! /events` streams events and channels, everything else is a file. While commands are held (`POST
//! /hold`, their names as a JSON array), they wait before they run: a host that is slow.

use std::{
    collections::HashSet,
    convert::Infallible,
    ffi::OsString,
    fs,
    io::Read,
    path::{Component, Path, PathBuf},
    pin::Pin,
    process,
    sync::{Arc, Mutex},
    task::{Context, Poll},
    thread,
};

use crate::support::browser;
use http_body_util::BodyExt;
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Body, Bytes, Frame, Incoming},
    header::{
        CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, HeaderValue, LOCATION,
        ORIGIN, SET_COOKIE,
    },
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tauri::{
    AppHandle, Listener, Manager, RunEvent, WebviewWindow,
    ipc::{CallbackFn, InvokeBody, InvokeResponseBody},
    test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder},
    webview::InvokeRequest,
};
use tokio::{
    net::TcpListener,
    sync::{
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
        watch,
    },
};

/// The product's policy, but that its host is reached over HTTP.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'";

/// Not a test: the host that tests start as a process of its own.
#[test]
#[ignore = "other tests start it"]
fn host() {
    if let Some(words) = browser::host_words() {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/dist-browser");
        serve(words.into_iter().map(Into::into).collect(), pages);
    }
}

/// Serves the app until standard input ends, which it does with whoever started it. Says its
/// address first.
fn serve(words: Vec<OsString>, pages: PathBuf) {
    thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        process::exit(0);
    });
    let pages_heard = Hearers::default();
    let said = pages_heard.clone();
    let builder = mock_builder().channel_interceptor(move |_, CallbackFn(id), index, body| {
        let body: Value = match body {
            InvokeResponseBody::Json(json) => serde_json::from_str(json).unwrap(),
            InvokeResponseBody::Raw(bytes) => json!(bytes),
        };
        said.tell(&json!({ "channel": id, "index": index, "body": body }));
        true
    });
    let app = poundwise_desktop::app_on(builder, words).unwrap();
    app.run(move |app, event| {
        if let RunEvent::Ready = event {
            let host = Host {
                app: app.clone(),
                window: app.get_webview_window("main").unwrap(),
                heard: Arc::default(),
                hearers: pages_heard.clone(),
                held: watch::Sender::default(),
                pages: Arc::from(pages.as_path()),
                address: Arc::from(""),
                token: Arc::from(token()),
            };
            thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_multi_thread()
                    .worker_threads(2)
                    .enable_all()
                    .build();
                runtime.unwrap().block_on(host.listen());
            });
        }
    });
}

/// The pages that hear what happens.
#[derive(Clone, Default)]
struct Hearers(Arc<Mutex<Vec<UnboundedSender<Bytes>>>>);

impl Hearers {
    fn tell(&self, message: &Value) {
        let line = Bytes::from(format!("data: {message}\n\n"));
        // A page that is gone hears nothing.
        self.0
            .lock()
            .unwrap()
            .retain(|page| page.send(line.clone()).is_ok());
    }

    fn join(&self) -> UnboundedReceiver<Bytes> {
        let (page, heard) = unbounded_channel();
        self.0.lock().unwrap().push(page);
        heard
    }
}

#[derive(Clone)]
struct Host {
    app: AppHandle<MockRuntime>,
    window: WebviewWindow<MockRuntime>,
    /// The events that a page asked for.
    heard: Arc<Mutex<HashSet<String>>>,
    hearers: Hearers,
    /// The commands that wait until they are held no longer.
    held: watch::Sender<HashSet<String>>,
    pages: Arc<Path>,
    /// Host and port, as a request must name them.
    address: Arc<str>,
    /// What a request must know.
    token: Arc<str>,
}

impl Host {
    #[allow(clippy::print_stdout, reason = "the address is this program's answer")]
    async fn listen(mut self) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        self.address = Arc::from(listener.local_addr().unwrap().to_string());
        println!("http://{}/?token={}", self.address, self.token);
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let host = self.clone();
            tokio::spawn(async move {
                let service = service_fn(|request| {
                    let host = host.clone();
                    async move { Ok::<_, Infallible>(host.answer(request).await) }
                });
                // A browser that hangs up is no failure.
                let _ = http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
        }
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<Content> {
        let path = request.uri().path().to_owned();
        // Another page must not command a home, be it under a name that was made to lead here; nor
        // must another user of the machine.
        if !self.is_asked_by_name(&request) {
            return text(StatusCode::MISDIRECTED_REQUEST, "another host's name");
        }
        if !from_own_page(&request) {
            return text(StatusCode::FORBIDDEN, "another page's request");
        }
        if request.uri().query() == Some(&format!("token={}", self.token)) && path == "/" {
            return self.welcome();
        }
        if !self.knows_token(&request) {
            return text(StatusCode::FORBIDDEN, "no token");
        }
        match (
            request.method(),
            path.split_once('/').map_or("", |(_, path)| path),
        ) {
            (&Method::GET, "events") => {
                let content = Content::Events(self.hearers.join());
                with_type(StatusCode::OK, "text/event-stream", content)
            }
            (&Method::GET, file) => self.file(file),
            (&Method::POST, path) => {
                if let Some(event) = path.strip_prefix("listen/") {
                    self.hear(event);
                    json_answer(StatusCode::OK, "null".to_owned())
                } else if let Some(command) = path.strip_prefix("ipc/") {
                    let command = command.to_owned();
                    match request.into_body().collect().await {
                        Ok(body) => self.command(command, body.to_bytes()).await,
                        Err(_) => text(StatusCode::BAD_REQUEST, "the request broke off"),
                    }
                } else if path == "hold" {
                    match request.into_body().collect().await {
                        Ok(body) => self.hold(&body.to_bytes()),
                        Err(_) => text(StatusCode::BAD_REQUEST, "the request broke off"),
                    }
                } else {
                    text(StatusCode::NOT_FOUND, "no such thing to ask")
                }
            }
            _ => text(StatusCode::METHOD_NOT_ALLOWED, "GET or POST"),
        }
    }

    /// Whether a request names this host as it says its address, once and exactly.
    fn is_asked_by_name(&self, request: &Request<Incoming>) -> bool {
        let mut names = request.headers().get_all(HOST).iter();
        names.next().is_some_and(|name| name == &*self.address) && names.next().is_none()
    }

    fn knows_token(&self, request: &Request<Incoming>) -> bool {
        let cookies = request.headers().get(COOKIE);
        let own = format!("token={}", self.token);
        cookies
            .and_then(|cookies| cookies.to_str().ok())
            .is_some_and(|cookies| cookies.split("; ").any(|cookie| cookie == own))
    }

    /// Gives the token as a cookie, and sends the browser on to a page that does not show it.
    fn welcome(&self) -> Response<Content> {
        let mut response = text(StatusCode::SEE_OTHER, "");
        let cookie = format!("token={}; Path=/; HttpOnly; SameSite=Strict", self.token);
        let headers = response.headers_mut();
        headers.insert(SET_COOKIE, cookie.parse().unwrap());
        headers.insert(LOCATION, HeaderValue::from_static("/"));
        response
    }

    /// Runs a command as the window would have it run, permissions included.
    async fn command(&self, command: String, body: Bytes) -> Response<Content> {
        let Ok(body) = serde_json::from_slice::<Value>(&body) else {
            return text(StatusCode::BAD_REQUEST, "the arguments are not JSON");
        };
        let mut held = self.held.subscribe();
        // The sender lives as long as the host.
        let _ = held.wait_for(|names| !names.contains(&command)).await;
        let window = self.window.clone();
        let answer = tokio::task::spawn_blocking(move || {
            let request = InvokeRequest {
                cmd: command,
                callback: CallbackFn(0),
                error: CallbackFn(1),
                url: "tauri://localhost".parse().unwrap(),
                body: InvokeBody::Json(body),
                headers: hyper::HeaderMap::new(),
                invoke_key: INVOKE_KEY.to_owned(),
            };
            get_ipc_response(&window, request)
        })
        .await
        .unwrap();
        match answer {
            Ok(InvokeResponseBody::Json(json)) => json_answer(StatusCode::OK, json),
            Ok(InvokeResponseBody::Raw(bytes)) => {
                json_answer(StatusCode::OK, json!(bytes).to_string())
            }
            Err(error) => json_answer(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
        }
    }

    /// Holds these commands back, and lets all others go.
    fn hold(&self, names: &[u8]) -> Response<Content> {
        match serde_json::from_slice(names) {
            Ok(names) => {
                self.held.send_replace(names);
                json_answer(StatusCode::OK, "null".to_owned())
            }
            Err(_) => text(StatusCode::BAD_REQUEST, "not an array of names"),
        }
    }

    /// From now on the pages are told of that event.
    fn hear(&self, event: &str) {
        if self.heard.lock().unwrap().insert(event.to_owned()) {
            let (hearers, name) = (self.hearers.clone(), event.to_owned());
            self.app.listen_any(event.to_owned(), move |event| {
                let payload: Value = serde_json::from_str(event.payload()).unwrap();
                hearers.tell(&json!({ "event": name, "payload": payload }));
            });
        }
    }

    fn file(&self, path: &str) -> Response<Content> {
        let path = Path::new(if path.is_empty() { "index.html" } else { path });
        let inside = path
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        let Some(bytes) = inside
            .then(|| fs::read(self.pages.join(path)).ok())
            .flatten()
        else {
            return text(StatusCode::NOT_FOUND, "no such file");
        };
        let kind = match path.extension().and_then(|ending| ending.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            Some("woff2") => "font/woff2",
            Some("woff") => "font/woff",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        };
        with_type(StatusCode::OK, kind, Content::Whole(Some(bytes.into())))
    }
}

/// A token that nobody guesses.
fn token() -> String {
    let mut bytes = [0; 16];
    let mut random = fs::File::open("/dev/urandom").unwrap();
    random.read_exact(&mut bytes).unwrap();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether it is this host's own page that asks, or nobody's: other pages must not command a home.
fn from_own_page(request: &Request<Incoming>) -> bool {
    let of = |name| {
        request
            .headers()
            .get(name)
            .and_then(|value: &HeaderValue| value.to_str().ok())
    };
    match (of(ORIGIN), of(HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.strip_prefix("http://") == Some(host),
        _ => false,
    }
}

fn with_type(status: StatusCode, kind: &'static str, content: Content) -> Response<Content> {
    let mut response = Response::new(content);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

fn text(status: StatusCode, text: &'static str) -> Response<Content> {
    with_type(
        status,
        "text/plain",
        Content::Whole(Some(Bytes::from_static(text.as_bytes()))),
    )
}

fn json_answer(status: StatusCode, json: String) -> Response<Content> {
    with_type(
        status,
        "application/json",
        Content::Whole(Some(json.into())),
    )
}

/// What is answered: all of it, or what comes as it comes.
enum Content {
    Whole(Option<Bytes>),
    Events(UnboundedReceiver<Bytes>),
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Self::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Events(events) => events
                .poll_recv(context)
                .map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes)))),
        }
    }
}
