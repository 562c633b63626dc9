//! Scans a folder and writes the result to a new file or to stdout.

use std::mem::ManuallyDrop;

use base::errors::AnalyzerError;
use render::dot::render_dot;
use render::json::{push_body, push_closing, push_exclusions, push_header, push_opening};
use render::out::Out;
use render::relations::find::{find_facts, find_relations};
use render::snapshot_id::take_snapshot;
use render::terminal::{Detail, render_terminal};
use scan::context::ScanContext;
use scan::model::Scan;
use scan::options::complete_options;
use scan::scan::scan;
use tree::folder::Folder;
use tree::source::TreeSource;

use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::Progress;
use super::require_complete::require_complete;
use super::run::{say_cache_trouble, say_git_problems};
use super::scan_flags::{Format, ScanFlags};

/// Up to this size a document is rendered once, for its id and for the reader. A larger one is rendered twice to save
/// memory.
const RENDERED_ONCE_BYTES: usize = 16 * 1024 * 1024;

pub fn scan_command(flags: &ScanFlags) -> Result<(), AnalyzerError> {
    let common = &flags.common;
    let options = complete_options(flags.common.options())?;
    let interrupt = Interrupt::listen()?;
    let output = Output::open(common.output.as_deref(), &interrupt)?;
    let folder = Folder::open(&flags.path)?;
    let progress = Progress::new("");
    let on_event = |event| progress.on(event);
    // It and its tree show no calls and no uses of names.
    let is_first_screen = flags.format == Format::Terminal && common.detail.is_none();
    let context = ScanContext {
        jobs: common.jobs(),
        cache_dir: common.cache_dir.as_deref(),
        own: &[],
        wants_grams: &|_| false,
        without_calls: is_first_screen,
        without_uses: is_first_screen,
        cancelled: &interrupt.cancelled,
        on_event: &on_event,
    };
    let scanned = scan(&folder, options, &context);
    progress.end();
    // The process ends after this: freeing the scan would cost a fortieth of it.
    let scan = ManuallyDrop::new(scanned?);
    say_git_problems("", &scan.git_problems);
    say_cache_trouble(scan.runtime.cache.as_ref());

    let to_terminal = output.is_terminal();
    output.write(|out| render(&scan, &folder, flags, to_terminal, &|| interrupt.go_on(), out))?;
    if common.strict { require_complete(&scan) } else { Ok(()) }
}

fn render(
    scan: &Scan,
    source: &dyn TreeSource,
    flags: &ScanFlags,
    to_terminal: bool,
    go_on: &dyn Fn() -> Result<(), AnalyzerError>,
    out: &mut Out<'_>,
) -> Result<(), AnalyzerError> {
    let detail = flags.common.detail;
    match flags.format {
        Format::Json => {
            out.start_visible_json();
            let facts = detail != Some(Detail::Files);
            let snapshot = take_snapshot(scan, if facts { RENDERED_ONCE_BYTES } else { 0 }, go_on)?;
            push_opening(&mut out.text, scan, &snapshot.id);
            push_header(&mut out.text, scan);
            match snapshot.body.filter(|_| facts) {
                Some(body) => out.push_bytes(&body)?,
                None => push_body(out, scan, facts)?,
            }
            push_exclusions(out, scan)?;
            push_closing(&mut out.text, scan, &find_relations(scan, source));
            out.flush()
        }
        Format::Dot => render_dot(out, scan, detail.unwrap_or(Detail::Declarations)),
        Format::Terminal => {
            let relations = detail.is_none().then(|| find_facts(scan, source));
            render_terminal(out, scan, relations.as_ref(), &flags.terminal_options(to_terminal))
        }
    }
}
