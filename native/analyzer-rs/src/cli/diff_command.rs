//! Compares two projects and writes the result to a new file or to stdout.

use std::mem::ManuallyDrop;

use base::errors::AnalyzerError;
use diff::diff::{DiffContext, diff};
use diff::model::Diff;
use diff::options::complete_diff_options;
use render::diff::dot::render_diff_dot;
use render::diff::json::render_diff_json;
use render::diff::markdown::render_diff_markdown;
use render::diff::sarif::render_diff_sarif;
use render::diff::terminal::render_diff_terminal;
use render::out::Out;
use render::terminal::Detail;
use tree::open_source::open_source;

use super::diff_flags::{DiffFlags, DiffFormat};
use super::diff_progress::DiffProgress;
use super::interrupt::Interrupt;
use super::output::Output;
use super::require_complete::require_complete;
use super::run::{say_cache_trouble, say_git_problems};

/// Returns whether `--check` is set and the sides differ.
pub fn diff_command(flags: &DiffFlags) -> Result<bool, AnalyzerError> {
    let common = &flags.common;
    let options = complete_diff_options(
        common.options(),
        flags.threshold,
        flags.max_pairs,
        flags.without.unwrap_or(0),
    )?;
    let interrupt = Interrupt::listen()?;
    let output = Output::open(common.output.as_deref(), &interrupt)?;
    let before = open_source(&flags.before, &interrupt.cancelled)?;
    let after = open_source(&flags.after, &interrupt.cancelled)?;
    let progress = DiffProgress::new();
    let context = DiffContext {
        jobs: common.jobs(),
        cache_dir: common.cache_dir.as_deref(),
        cancelled: &interrupt.cancelled,
        on_event: &|event| progress.on(event),
    };
    let compared = diff(&*before, &*after, options, &context);
    progress.end();
    // The process ends after this: freeing both scans would only cost time.
    let diff = ManuallyDrop::new(compared?);
    say_git_problems("[1/2] ", &diff.scans.before.git_problems);
    say_git_problems("[2/2] ", &diff.scans.after.git_problems);
    say_cache_trouble(diff.runtime.cache.as_ref());

    let to_terminal = output.is_terminal();
    output.write(|out| render(&diff, flags, to_terminal, out))?;
    if common.strict {
        require_complete(&diff.scans.before)?;
        require_complete(&diff.scans.after)?;
    }
    Ok(flags.check && diff.has_differences())
}

fn render(diff: &Diff, flags: &DiffFlags, to_terminal: bool, out: &mut Out<'_>) -> Result<(), AnalyzerError> {
    match flags.format {
        DiffFormat::Json => {
            out.start_visible_json();
            render_diff_json(out, diff)
        }
        DiffFormat::Dot => render_diff_dot(out, diff),
        DiffFormat::Sarif => {
            out.start_visible_json();
            out.push_bytes(render_diff_sarif(diff, env!("CARGO_PKG_VERSION")).as_bytes())
        }
        DiffFormat::Markdown => render_diff_markdown(out, diff, flags.common.detail.unwrap_or(Detail::Declarations)),
        DiffFormat::Terminal => render_diff_terminal(out, diff, &flags.common.terminal_options(to_terminal)),
    }
}
