//! Scans and writes the result, to a new file or to stdout.

use std::io::IsTerminal;
use std::mem::ManuallyDrop;
use std::thread::available_parallelism;

use crate::errors::AnalyzerError;
use crate::render::coverage::is_incomplete;
use crate::render::dot::render_dot;
use crate::render::json::{push_closing, push_content, push_opening};
use crate::render::out::Out;
use crate::render::snapshot_id::take_snapshot;
use crate::render::terminal::{Detail, TerminalOptions, UNBOUNDED, render_terminal};
use crate::scan::model::Scan;
use crate::scan::options::complete_options;
use crate::scan::scan::{ScanContext, scan};

use super::arguments::{Color, Format, ScanFlags};
use super::interrupt::Interrupt;
use super::new_file::NewFile;
use super::progress::Progress;
use super::write_stream::Stdout;

const MOST_JOBS: usize = 64;
const NAMED: usize = 10;
/// A document up to here is rendered once, for its id and for the reader; of a larger one memory matters more.
const KEPT_BYTES: usize = 16 * 1024 * 1024;

pub fn scan_command(flags: ScanFlags) -> Result<(), AnalyzerError> {
    let ScanFlags {
        path,
        options,
        output,
        jobs,
        cache_dir,
        ..
    } = &flags;
    let options = complete_options(options.clone())?;
    let interrupt = Interrupt::listen()?;
    let mut file = output.as_deref().map(NewFile::new).transpose()?;
    if let Some(file) = &file {
        interrupt.remove_at_end(file.temporary().to_owned());
    }
    let jobs = jobs.unwrap_or_else(|| available_parallelism().map_or(1, usize::from).min(MOST_JOBS));
    let progress = Progress::new();
    let on_event = |event| progress.on(event);
    let context = ScanContext {
        jobs,
        cache_dir: cache_dir.as_deref(),
        cancelled: interrupt.cancelled.clone(),
        on_event: &on_event,
    };
    let scanned = scan(path, options, &context);
    progress.end();
    // The process ends behind this: giving back piece by piece what a scan holds would cost a fortieth of it.
    let scan = ManuallyDrop::new(scanned?);

    let go_on = || interrupt.go_on();
    match &mut file {
        Some(file) => {
            let mut sink = |piece: &[u8]| file.write(piece).and_then(|()| go_on());
            render(&scan, &flags, false, &go_on, &mut Out::new(&mut sink))?;
        }
        None => {
            let mut stdout = Stdout::default();
            let mut sink = |piece: &[u8]| stdout.write(piece).and_then(|()| go_on());
            render(
                &scan,
                &flags,
                std::io::stdout().is_terminal(),
                &go_on,
                &mut Out::new(&mut sink),
            )?;
        }
    }
    file.map_or(Ok(()), NewFile::finish)?;
    if flags.strict { require_complete(&scan) } else { Ok(()) }
}

fn render(
    scan: &Scan,
    flags: &ScanFlags,
    to_terminal: bool,
    go_on: &dyn Fn() -> Result<(), AnalyzerError>,
    out: &mut Out<'_>,
) -> Result<(), AnalyzerError> {
    match flags.format {
        Format::Json => {
            let facts = flags.detail != Detail::Files;
            let snapshot = take_snapshot(scan, if facts { KEPT_BYTES } else { 0 }, go_on)?;
            push_opening(&mut out.text, scan, &snapshot.id);
            match snapshot.content.filter(|_| facts) {
                Some(content) => out.push_bytes(&content)?,
                None => push_content(out, scan, facts)?,
            }
            push_closing(&mut out.text, scan);
            out.flush()
        }
        Format::Dot => render_dot(out, scan, flags.detail),
        Format::Terminal => {
            let wants_color = flags.color == Color::Auto && to_terminal && wants_color();
            let options = TerminalOptions {
                detail: flags.detail,
                ascii: flags.ascii,
                color: flags.color == Color::Always || wants_color,
                width: width(to_terminal),
            };
            render_terminal(out, scan, &options)
        }
    }
}

fn wants_color() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

fn width(to_terminal: bool) -> i64 {
    let own = if to_terminal {
        rustix::termios::tcgetwinsize(std::io::stdout()).ok()
    } else {
        None
    };
    let columns = || std::env::var("COLUMNS").ok()?.trim().parse::<i64>().ok();
    own.map(|size| i64::from(size.ws_col))
        .filter(|it| *it > 0)
        .or_else(columns)
        .filter(|it| *it != 0)
        .unwrap_or(UNBOUNDED)
}

fn require_complete(scan: &Scan) -> Result<(), AnalyzerError> {
    let missing: Vec<String> = scan
        .entries
        .iter()
        .filter(|entry| is_incomplete(entry))
        .map(|entry| format!("{} ({})", entry.path, entry.status().map_or("", |it| it.name())))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let named = missing[..missing.len().min(NAMED)].join(", ");
    let more = if missing.len() > NAMED {
        format!(" and {} more", missing.len() - NAMED)
    } else {
        String::new()
    };
    Err(AnalyzerError::incomplete(format!(
        "--strict: {} not analysed whole: {named}{more}",
        missing.len()
    )))
}
