//! The behaviours of ../behaviours.json by tokio-postgres: PROGRAM FILE URL; as
//! python/behaviours.py. Values that come back are shown as the bytes of their binary format.

use std::collections::HashMap;
use std::error::Error as StdError;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::mpsc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::future::{join, join_all};
use futures_util::{SinkExt, TryStreamExt};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use tokio_postgres::types::{Format, FromSql, IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{
    AsyncMessage, CancelToken, Error, GenericClient, Row, Statement, Transaction,
};
use tokio_postgres_rustls::MakeRustlsConnect;

/// A value of any type, as it came.
struct Raw(Vec<u8>);

impl<'a> FromSql<'a> for Raw {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(Raw(raw.to_vec()))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// A value of the file, such as {"int": 1}.
#[derive(Debug)]
struct Literal {
    kind: String,
    value: Value,
    format: Format,
}

impl Literal {
    fn new(described: &Value, binary: bool) -> Literal {
        let (kind, value) = described.as_object().unwrap().iter().next().unwrap();
        let format = if binary { Format::Binary } else { Format::Text };
        Literal {
            kind: kind.clone(),
            value: value.clone(),
            format,
        }
    }

    fn text(&self) -> String {
        match (&self.value, self.kind.as_str()) {
            (Value::String(text), "bytea") => format!("\\x{text}"),
            (Value::String(text), _) => text.clone(),
            (Value::Array(_), _) => self.value.to_string().replace('[', "{").replace(']', "}"),
            (other, _) => other.to_string(),
        }
    }
}

impl ToSql for Literal {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        if self.value.is_null() {
            return Ok(IsNull::Yes);
        }
        let text = self.text();
        if let Format::Text = self.format {
            out.extend_from_slice(text.as_bytes());
            return Ok(IsNull::No);
        }
        match self.kind.as_str() {
            "int" => text.parse::<i32>()?.to_sql(ty, out),
            "bigint" => text.parse::<i64>()?.to_sql(ty, out),
            "bigint[]" => {
                let numbers = self
                    .value
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|n| n.as_i64().unwrap());
                numbers.collect::<Vec<i64>>().to_sql(ty, out)
            }
            "date" => text.parse::<chrono::NaiveDate>()?.to_sql(ty, out),
            "uuid" => text.parse::<uuid::Uuid>()?.to_sql(ty, out),
            "bytea" => {
                let digits = text[2..].as_bytes().chunks(2);
                let bytes = digits.map(|d| u8::from_str_radix(str::from_utf8(d).unwrap(), 16));
                bytes.collect::<Result<Vec<u8>, _>>()?.to_sql(ty, out)
            }
            "text" => text.to_sql(ty, out),
            other => Err(format!("no binary format of {other} here").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        self.format
    }

    to_sql_checked!();
}

/// One behaviour on one connection of its own.
struct Run {
    binary: bool,
    cancel: CancelToken,
    tls: MakeRustlsConnect,
    notices: mpsc::Receiver<String>,
    prepared: HashMap<String, Statement>,
}

type Outcome = Result<Vec<String>, Error>;

impl Run {
    fn steps<'a, C: GenericClient>(
        &'a mut self,
        on: &'a mut C,
        steps: &'a [Value],
    ) -> Pin<Box<dyn Future<Output = ()> + 'a>> {
        Box::pin(async move {
            for step in steps {
                for _ in 0..step["times"].as_u64().unwrap_or(1) {
                    match self.step(on, step).await {
                        Ok(lines) => lines.iter().for_each(|line| println!("{line}")),
                        Err(failure) => println!("error {}", described(&failure)),
                    }
                }
            }
        })
    }

    async fn step<C: GenericClient>(&mut self, on: &mut C, step: &Value) -> Outcome {
        if let Some(sql) = step["query"].as_str() {
            let statement = self.prepared(on, sql).await?;
            query(on, &statement, literals(&step["parameters"], self.binary)).await
        } else if let Some(sql) = step["stream"].as_str() {
            stream(on.transaction().await?, sql, step).await
        } else if let Some(sql) = step["copy in"].as_str() {
            let mut sink = pin!(on.client().copy_in::<_, Bytes>(sql).await?);
            let data = step["data"].as_str().unwrap().to_owned();
            sink.send(Bytes::from(data)).await?;
            Ok(vec![sink.finish().await?.to_string()])
        } else if let Some(sql) = step["copy out"].as_str() {
            copy_out(on, sql).await
        } else if let Some(sql) = step["cancel"].as_str() {
            let cancelled = async {
                tokio::time::sleep(Duration::from_secs(1)).await;
                self.cancel.cancel_query(self.tls.clone()).await
            };
            let (statement, cancelled) = join(on.batch_execute(sql), cancelled).await;
            cancelled?;
            statement.map(|()| vec!["not cancelled".to_owned()])
        } else if let Some(sql) = step["batch"].as_str() {
            let statement = self.prepared(on, sql).await?;
            let rows = step["parameters"].as_array().unwrap();
            // All are sent before the first is answered; each is a transaction of its own.
            let sent = rows
                .iter()
                .map(|row| query(on, &statement, literals(row, self.binary)));
            Ok(all(join_all(sent).await))
        } else if let Some(queries) = step["pipeline"].as_array() {
            let mut statements = vec![];
            for one in queries {
                statements.push(self.prepared(on, one["query"].as_str().unwrap()).await?);
            }
            let sent = queries.iter().zip(&statements).map(|(one, statement)| {
                query(on, statement, literals(&one["parameters"], self.binary))
            });
            Ok(all(join_all(sent).await))
        } else if let Some(sql) = step["notices"].as_str() {
            on.batch_execute(sql).await?;
            Ok(self.notices.try_iter().collect())
        } else if let Some(end) = step["transaction"].as_str() {
            let mut transaction = on.transaction().await?;
            self.steps(&mut transaction, step["steps"].as_array().unwrap())
                .await;
            if end == "commit" {
                transaction.commit().await?;
            } else {
                transaction.rollback().await?;
            }
            Ok(vec![end.to_owned()])
        } else {
            panic!("unknown step {step}")
        }
    }

    async fn prepared<C: GenericClient>(&mut self, on: &C, sql: &str) -> Result<Statement, Error> {
        if let Some(known) = self.prepared.get(sql) {
            return Ok(known.clone());
        }
        let statement = on.prepare(sql).await?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

fn all(outcomes: Vec<Outcome>) -> Vec<String> {
    let lines = |outcome: Outcome| match outcome {
        Ok(lines) => lines,
        Err(failure) => vec![format!("error {}", described(&failure))],
    };
    outcomes.into_iter().flat_map(lines).collect()
}

fn literals(parameters: &Value, binary: bool) -> Vec<Literal> {
    let described = parameters.as_array().map_or(&[][..], |all| all);
    described
        .iter()
        .map(|one| Literal::new(one, binary))
        .collect()
}

async fn query<C: GenericClient>(
    on: &C,
    statement: &Statement,
    parameters: Vec<Literal>,
) -> Outcome {
    let mut rows = pin!(on.query_raw(statement, &parameters).await?);
    let mut lines = vec![];
    while let Some(row) = rows.try_next().await? {
        lines.push(shown(&row));
    }
    lines.push(format!("{:?} rows", rows.rows_affected()));
    Ok(lines)
}

/// By a portal that is asked for some rows at a time.
async fn stream(transaction: Transaction<'_>, sql: &str, step: &Value) -> Outcome {
    let portal = transaction.bind(sql, &[]).await?;
    let most = step["rows"].as_i64().unwrap() as i32;
    let until = step["until"].as_u64().unwrap_or(u64::MAX);
    let (mut count, mut total) = (0, 0);
    loop {
        let rows = transaction.query_portal(&portal, most).await?;
        for row in &rows {
            if count < until {
                count += 1;
                let Raw(bytes) = row.get(0);
                total += bytes
                    .iter()
                    .fold(0, |number, byte| number << 8 | i64::from(*byte));
            }
        }
        if count == until || rows.len() < most as usize {
            break;
        }
    }
    transaction.commit().await?;
    Ok(vec![format!("{count} rows, {total} in all")])
}

async fn copy_out<C: GenericClient>(on: &C, sql: &str) -> Outcome {
    let parts: Vec<Bytes> = on.client().copy_out(sql).await?.try_collect().await?;
    let text = String::from_utf8(parts.concat()).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort();
    let mut seen: Vec<String> = lines
        .iter()
        .step_by(100)
        .map(|line| line.to_string())
        .collect();
    seen.push(format!("{} lines", lines.len()));
    Ok(seen)
}

fn shown(row: &Row) -> String {
    let cell = |place: usize| match row.get::<_, Option<Raw>>(place) {
        None => "NULL".to_owned(),
        Some(Raw(bytes)) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    (0..row.len())
        .map(cell)
        .collect::<Vec<String>>()
        .join(" | ")
}

fn described(failure: &Error) -> String {
    match failure.as_db_error() {
        None => failure.to_string(),
        // Not the context, to which Argosy adds the node.
        Some(e) => format!(
            "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            e.code().code(),
            e.message(),
            e.detail(),
            e.hint(),
            e.position(),
            e.schema(),
            e.table(),
            e.constraint()
        ),
    }
}

/// Trusts who signed the server's certificate; nobody where none is named.
fn tls(authority: Option<&str>) -> MakeRustlsConnect {
    let mut roots = RootCertStore::empty();
    if let Some(file) = authority {
        let certificate = CertificateDer::from_pem_file(file).unwrap();
        roots.add(certificate).unwrap();
    }
    let trusting = ClientConfig::builder().with_root_certificates(roots);
    MakeRustlsConnect::new(trusting.with_no_client_auth())
}

async fn run(behaviour: &Value, url: &str) -> Result<(), Error> {
    // The driver leaves checking to its TLS, which always checks the name too, and knows no modes for that.
    let (url, tls) = match url.split_once("?sslmode=verify-full&sslrootcert=") {
        Some((url, authority)) => (format!("{url}?sslmode=require"), tls(Some(authority))),
        None => (url.to_owned(), tls(None)),
    };
    let (mut client, mut connection) = tokio_postgres::connect(&url, tls.clone()).await?;
    let (heard, notices) = mpsc::channel();
    let open = tokio::task::spawn_local(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notice(notice) = message {
                heard
                    .send(format!("{} {}", notice.severity(), notice.message()))
                    .ok();
            }
        }
    });
    let mut run = Run {
        binary: behaviour["format"] == "binary",
        cancel: client.cancel_token(),
        tls,
        notices,
        prepared: HashMap::new(),
    };
    run.steps(&mut client, behaviour["steps"].as_array().unwrap())
        .await;
    drop(run);
    drop(client);
    open.await.unwrap();
    Ok(())
}

fn version() -> &'static str {
    let lock = include_str!("Cargo.lock");
    let package = lock
        .split("name = \"tokio-postgres\"\nversion = \"")
        .nth(1)
        .unwrap();
    package.split('"').next().unwrap()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&arguments[1]).unwrap();
    let behaviours: Vec<Value> = serde_json::from_str(&text).unwrap();
    println!("tokio-postgres {}", version());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let tasks = tokio::task::LocalSet::new();
    for behaviour in &behaviours {
        println!("== {}", behaviour["behaviour"].as_str().unwrap());
        tasks
            .block_on(&runtime, run(behaviour, &arguments[2]))
            .unwrap_or_else(|failure| panic!("{failure}: {}", failure.source().unwrap()));
    }
}
