//! Prints the view that was kept of a project in which nothing has changed since; scans any other one and keeps its view
//! for the next run.

use std::ffi::OsStr;
use std::mem::ManuallyDrop;
use std::os::unix::ffi::OsStrExt;
use std::time::Instant;

use crate::errors::AnalyzerError;
use crate::parse::cache::report::joined_report;
use crate::parse::cache::versions::versions;
use crate::parse::cache::view_file::{KeptView, ViewKey};
use crate::parse::cache::views::ViewPlace;
use crate::parse::facts::Hash;
use crate::render::out::Out;
use crate::render::terminal::{LastLine, TerminalOptions, render_last_line, render_view};
use crate::scan::cache_place::location_of_cache;
use crate::scan::model::{Scan, ScanOptions};
use crate::scan::options::require_source_roots;
use crate::scan::project_digest::{RowDigest, contents_now, contents_of_scan, tree_digest};
use crate::scan::scan::{ScanContext, list, scan_listed};
use crate::tree::folder::Folder;
use crate::tree::source::TreeSource;
use crate::tree::walk::Listing;

use super::output::Output;
use super::progress::Progress;
use super::require_complete::lack_of;
use super::run::say_cache_trouble;

/// What a view is of.
pub struct Viewing<'a> {
    pub folder: &'a Folder,
    pub options: ScanOptions,
    pub context: &'a ScanContext<'a>,
    /// As a person wrote it.
    pub cache: &'a OsStr,
    pub look: TerminalOptions,
}

/// The project as it was listed, and where its view is kept.
struct Listed {
    listing: Listing,
    place: ViewPlace,
    tree: Hash,
}

enum Viewed {
    Kept(KeptView),
    Scanned(Box<Scan>),
}

/// Fails as a scan does, and with `incomplete` where `strict` asks for it.
pub fn view_from_cache(
    viewing: &Viewing<'_>,
    strict: bool,
    output: Output<'_>,
    progress: &Progress,
) -> Result<(), AnalyzerError> {
    let started = Instant::now();
    let viewed = list_project(viewing).and_then(|mut listed| Ok((view(viewing, &mut listed)?, listed)));
    progress.end();
    // The process ends behind this: giving back piece by piece what it holds would cost a fortieth of a scan.
    let (viewed, listed) = &mut *ManuallyDrop::new(viewed?);
    let last = LastLine {
        jobs: match viewed {
            Viewed::Kept(_) => None,
            Viewed::Scanned(scan) => Some(scan.runtime.jobs),
        },
        wall_ms: started.elapsed().as_millis() as u64,
    };
    let incomplete = match viewed {
        Viewed::Kept(view) => {
            say_cache_trouble(Some(&listed.place.report));
            output.write(|out| {
                view.pieces
                    .iter()
                    .try_for_each(|piece| out.push_bytes(piece.as_bytes()))?;
                render_last_line(out, &last, &viewing.look)
            })?;
            view.incomplete.take()
        }
        Viewed::Scanned(scan) => print_and_keep(scan, listed, &last, &viewing.look, output)?,
    };
    match incomplete {
        Some(lack) if strict => Err(AnalyzerError::incomplete(lack)),
        _ => Ok(()),
    }
}

fn list_project(viewing: &Viewing<'_>) -> Result<Listed, AnalyzerError> {
    let Viewing {
        folder,
        options,
        context,
        cache,
        look,
    } = viewing;
    require_source_roots(|path| folder.has_folder(path), &options.source_roots)?;
    let listing = list(*folder, options, context)?;
    let mut asked = RowDigest::new("view");
    asked.bytes(folder.location().map_or(&[], |it| it.as_os_str().as_bytes()));
    asked.options(options);
    asked.number(look.detail as u64);
    asked.number(look.ascii.into());
    asked.number(look.color.into());
    asked.number(look.width as u64);
    let asked = asked.finish();
    Ok(Listed {
        place: ViewPlace::new(&location_of_cache(cache), versions(), &asked),
        tree: tree_digest(&asked, folder.name(), &listing),
        listing,
    })
}

fn view(viewing: &Viewing<'_>, listed: &mut Listed) -> Result<Viewed, AnalyzerError> {
    if let Some(likely) = listed.place.find(&listed.tree)
        && let Some(contents) = contents_now(viewing.folder, &listed.listing, viewing.context)
        && let Some(view) = listed.place.view(&likely, &contents)
    {
        return Ok(Viewed::Kept(view));
    }
    let listing = std::mem::take(&mut listed.listing);
    let scan = scan_listed(viewing.folder, Some(listing), viewing.options.clone(), viewing.context)?;
    Ok(Viewed::Scanned(Box::new(scan)))
}

/// Gives what `--strict` says of the project.
fn print_and_keep(
    scan: &Scan,
    listed: &mut Listed,
    last: &LastLine,
    look: &TerminalOptions,
    output: Output<'_>,
) -> Result<Option<String>, AnalyzerError> {
    let Listed { place, tree, .. } = listed;
    let before = joined_report(&[&scan.runtime.cache, &Some(std::mem::take(&mut place.report))]).unwrap_or_default();
    say_cache_trouble(Some(&before));
    let incomplete = lack_of(scan);
    // Where facts could not be kept a view need not be tried.
    let is_usable = scan.runtime.cache.as_ref().is_none_or(|it| it.errors == 0);
    let contents = contents_of_scan(&scan.entries).filter(|_| is_usable);
    let mut writer = ViewPlace::writer(incomplete.as_deref());
    output.write(|out| {
        let mut sink = |piece: &[u8]| {
            if contents.is_some() {
                writer.push(&String::from_utf8_lossy(piece));
            }
            out.push_bytes(piece)
        };
        render_view(&mut Out::new(&mut sink), scan, look)?;
        render_last_line(out, last, look)
    })?;
    if let Some(contents) = contents {
        place.keep(&ViewKey { tree: *tree, contents }, writer);
        if before.errors == 0 {
            say_cache_trouble(Some(&place.report));
        }
    }
    Ok(incomplete)
}
