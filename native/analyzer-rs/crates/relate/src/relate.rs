//! Relates the facts of a project's files to each other: ids, imports, call candidates, import cycles, identical
//! files and clone groups. Depends only on its input, and not on the order of the files.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use base::errors::AnalyzerError;
use parse::facts::FileFacts;

use super::calls::{CallSource, ResolvedNames, resolve_calls};
use super::copies::{CopiedFile, CopyEvidence, CopyLimits, LeftOutRuns, OccurrenceRange, fold_groups, group_copies};
use super::cycles::{cycle_target, cycles_beyond, find_cycles};
use super::duplicate_files::duplicate_files;
use super::entry::{Entry, FileEntry};
use super::groups::{Functions, GroupedFile, group_functions};
use super::ids::DeclarationIds;
use super::imports::{ImportResolver, Importer, PythonFile};
use super::left_out::{LeftOut, LeftOutPath};
use super::model::{Cycle, DuplicateFiles, FileIndex, FileRelations, Group, GroupKind, ResolvedImport};
use super::project_files::ProjectFiles;
use super::settings::{ConfigurationProblem, SettingText, Settings};

pub struct RelateInput<'a> {
    pub entries: &'a [Entry],
    /// Paths that exist, and that are not among the entries.
    pub left_out: &'a [LeftOutPath<'a>],
    /// Below the root, searched for Python modules besides `.` and `src`.
    pub source_roots: &'a [String],
    /// Configuration files that define import targets.
    pub settings: &'a BTreeMap<String, SettingText>,
    /// Smallest number of nodes of a grouped function.
    pub min_nodes: u64,
    /// Kinds of groups; those that are not exact compare the files that have an element block.
    pub kinds: &'a [GroupKind],
    /// Sizes of copies of the kinds that are not exact.
    pub limits: CopyLimits,
    /// Calls are not resolved, which saves a tenth of the time.
    pub without_calls: bool,
    /// The result has `copy_evidence`.
    pub with_copy_evidence: bool,
    pub cancelled: &'a AtomicBool,
}

#[derive(Clone)]
pub struct Relations {
    /// Aligned with the entries, for those with facts.
    pub relations: Vec<Option<FileRelations>>,
    pub cycles: Vec<Cycle>,
    pub non_load_cycles: Vec<Cycle>,
    /// By path.
    pub configuration_problems: Vec<ConfigurationProblem>,
    pub duplicate_files: Vec<DuplicateFiles>,
    pub groups: Vec<Group>,
    /// Files are indices of entries.
    pub runs_left_out: LeftOutRuns,
    pub copy_evidence: Option<CopyEvidence>,
}

/// A file with facts.
struct Analysed<'a> {
    index: FileIndex,
    path: &'a str,
    language: Option<&'static str>,
    facts: &'a FileFacts,
}

/// Fails with `cancelled`.
pub fn relate(input: &RelateInput<'_>) -> Result<Relations, AnalyzerError> {
    let RelateInput {
        entries,
        left_out,
        source_roots,
        settings,
        min_nodes,
        kinds,
        limits,
        without_calls,
        with_copy_evidence,
        cancelled,
    } = *input;
    let go_on = || {
        if cancelled.load(Ordering::Relaxed) {
            Err(AnalyzerError::cancelled())
        } else {
            Ok(())
        }
    };
    let path_of = |file: FileIndex| entries[file as usize].path.as_str();
    let settings = Settings::new(settings);
    let ordered = files_in_order(entries);
    // First, because comparing needs more memory than what the other relations leave.
    let mut copies = Vec::new();
    let mut runs_left_out = LeftOutRuns::default();
    let mut copy_evidence = with_copy_evidence.then(CopyEvidence::default);
    if kinds.iter().any(|kind| !kind.is_exact()) {
        go_on()?;
        let copied: Vec<CopiedFile<'_>> = ordered
            .iter()
            .filter_map(|file| {
                let (_, facts) = with_facts(&entries[*file as usize])?;
                Some(CopiedFile {
                    file: *file,
                    elements: facts.elements.as_ref()?,
                    declarations: &facts.declarations,
                })
            })
            .collect();
        (copies, runs_left_out) = group_copies(&copied, kinds, &limits, copy_evidence.as_mut());
    }
    let files = ProjectFiles::new(ordered.iter().map(|file| (*file, path_of(*file))));
    let file_at = |file: FileIndex| {
        let facts = entries[file as usize].file().and_then(|it| it.facts.as_deref());
        PythonFile {
            path: path_of(file),
            facts,
        }
    };
    let php = ordered
        .iter()
        .filter_map(|file| match with_facts(&entries[*file as usize])? {
            (Some("php"), facts) => Some((*file, facts)),
            _ => None,
        });
    let left_out = LeftOut::new(left_out);
    let mut imports = ImportResolver::new(&files, &left_out, source_roots, &file_at, &path_of, &settings, php);

    let mut analysed: Vec<Analysed<'_>> = Vec::new();
    let mut ids: Vec<DeclarationIds> = Vec::new();
    let mut links: Vec<Vec<ResolvedImport>> = Vec::new();
    let mut certain: Vec<(FileIndex, FileIndex)> = Vec::new();
    let mut at_load: Vec<(FileIndex, FileIndex)> = Vec::new();
    let declarations = entries
        .iter()
        .filter_map(with_facts)
        .map(|(_, it)| it.declarations.len());
    let mut functions = Functions::new(min_nodes, declarations.sum());
    for &index in &ordered {
        let Some((language, facts)) = with_facts(&entries[index as usize]) else {
            continue;
        };
        go_on()?;
        let path = path_of(index);
        analysed.push(Analysed {
            index,
            path,
            language,
            facts,
        });
        // All data of a file's declarations is read at once, while it is in the processor's cache.
        ids.push(DeclarationIds::new(&facts.declarations));
        functions.add(&facts.declarations);
        let resolved = imports.resolve(Importer { path, language }, &facts.imports);
        for it in &resolved {
            let target = |in_any_phase| cycle_target(index, it, &facts.imports, in_any_phase).map(|to| (index, to));
            certain.extend(target(true));
            at_load.extend(target(false));
        }
        links.push(resolved);
    }
    settings.read_all();
    let called = if without_calls { 0 } else { analysed.len() };
    let sources = analysed[..called].iter().zip(&ids).zip(&links);
    let sources = sources.map(|((file, ids), links)| CallSource {
        index: file.index,
        path: file.path,
        language: file.language,
        facts: file.facts,
        ids,
        links,
    });
    let module_at = |importer: &str, module: &str| imports.resolve_python_module(importer, module);
    let mut resolved = resolve_calls(sources, entries.len(), module_at, go_on)?;
    resolved.resize(analysed.len(), ResolvedNames::default());
    go_on()?;
    let cycles = find_cycles(&ordered, &at_load);
    go_on()?;
    let non_load_cycles = cycles_beyond(&cycles, find_cycles(&ordered, &certain));
    go_on()?;
    let duplicate_files = duplicates_among(entries, &ordered);
    let grouped: Vec<GroupedFile<'_>> = analysed
        .iter()
        .zip(&ids)
        .map(|(file, ids)| GroupedFile {
            file: file.index,
            path: file.path,
            ids,
            declarations: &file.facts.declarations,
        })
        .collect();
    let mut groups = group_functions(&grouped, &functions);
    drop(grouped);
    groups.extend(copies);
    let mut groups = chosen_groups(groups, kinds);
    go_on()?;
    let mut position: Vec<u32> = vec![0; entries.len()];
    for (at, index) in (0..).zip(&ordered) {
        position[*index as usize] = at;
    }
    fold_groups(&mut groups, |group| {
        let declared = group.occurrences.iter().map(|it| {
            let facts = with_facts(&entries[it.file as usize]).map(|(_, facts)| facts);
            let range = facts.map(|facts| &facts.declarations[it.declaration as usize]);
            (it.file, range.map_or((0, 0), |it| (it.start_byte, it.end_byte)))
        });
        let blocks = group.blocks.iter().map(|it| (it.file, (it.start_byte, it.end_byte)));
        let all = declared.chain(blocks);
        all.map(|(file, (start, end))| OccurrenceRange {
            file: position[file as usize],
            start,
            end,
        })
        .collect()
    });

    let mut relations: Vec<Option<FileRelations>> = entries.iter().map(|_| None).collect();
    for (((file, ids), imports), names) in analysed.into_iter().zip(ids).zip(links).zip(resolved) {
        let ResolvedNames {
            calls,
            bases,
            references,
        } = names;
        relations[file.index as usize] = Some(FileRelations {
            ids,
            imports,
            calls,
            bases,
            references,
        });
    }
    Ok(Relations {
        relations,
        cycles,
        non_load_cycles,
        configuration_problems: settings.problems(),
        duplicate_files,
        groups,
        runs_left_out,
        copy_evidence,
    })
}

/// The relations of another state of the project that has the same paths, facts and settings: only files without facts
/// differ, and only identical files depend on these.
pub fn relations_of_same_facts(related: &Relations, entries: &[Entry]) -> Relations {
    Relations {
        duplicate_files: duplicates_among(entries, &files_in_order(entries)),
        ..related.clone()
    }
}

/// Whether the entries have the same paths, and files there with the same facts.
pub fn have_same_facts(before: &[Entry], now: &[Entry]) -> bool {
    let is_same = |before: &Entry, now: &Entry| {
        let are_same = match (before.file(), now.file()) {
            (None, None) => true,
            (Some(before), Some(now)) => before.language == now.language && have_equal_facts(before, now),
            _ => false,
        };
        are_same && before.path == now.path
    };
    before.len() == now.len() && before.iter().zip(now).all(|(before, now)| is_same(before, now))
}

/// Files of equal content share their facts.
pub fn have_equal_facts(before: &FileEntry, now: &FileEntry) -> bool {
    match (&before.facts, &now.facts) {
        (Some(before), Some(now)) => Arc::ptr_eq(before, now),
        (None, None) => true,
        _ => false,
    }
}

fn duplicates_among(entries: &[Entry], ordered: &[FileIndex]) -> Vec<DuplicateFiles> {
    duplicate_files(ordered.iter().filter_map(|index| {
        let file = entries[*index as usize].file()?;
        Some((*index, file.content?.sha256, file.size))
    }))
}

/// Groups of the chosen kinds, highest score first, then by id. Links to groups of other kinds are removed.
fn chosen_groups(mut groups: Vec<Group>, kinds: &[GroupKind]) -> Vec<Group> {
    groups.retain(|group| kinds.contains(&group.kind));
    let known: FxHashSet<String> = groups.iter().map(|group| group.id.clone()).collect();
    for group in &mut groups {
        group.same_as = group.same_as.take().filter(|id| known.contains(id));
        group.contained_in = group.contained_in.take().filter(|id| known.contains(id));
    }
    groups.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    groups
}

fn with_facts(entry: &Entry) -> Option<(Option<&'static str>, &FileFacts)> {
    let file = entry.file()?;
    Some((file.language, file.facts.as_deref()?))
}

fn files_in_order(entries: &[Entry]) -> Vec<FileIndex> {
    let mut files: Vec<FileIndex> = (0..entries.len() as FileIndex)
        .filter(|index| entries[*index as usize].file().is_some())
        .collect();
    files.sort_by(|a, b| entries[*a as usize].path.cmp(&entries[*b as usize].path));
    files
}
