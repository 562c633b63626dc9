//! The libraries of others: in folders of dependencies those with an own manifest, licence or list of installed files, and
//! single files whose first comment names them; elsewhere folders that say so.

use rustc_hash::{FxHashMap, FxHashSet};

use scan::model::Scan;
use tree::roles::{ChosenRoles, RoleFinder, Roles};
use tree::source::TreeSource;

use super::folders::{folders_of, is_in, name_of};
use super::libraries_elsewhere::libraries_elsewhere;
use super::library_evidence::{
    EvidenceReader, Library, LibraryFile, evidence_of_folders, is_installed, library_of_folder,
};
use super::model::{CopyRelation, RelationKind};
use super::package_evidence::{NamedPackage, latin1, package_of_comment, package_of_headers};
use super::rules::RELATIONS;

fn relation_of(library: Library) -> CopyRelation {
    let NamedPackage { name, version, licence } = &library.package;
    let mut differs = name.as_deref().unwrap_or_else(|| name_of(&library.side)).to_owned();
    if let Some(version) = version {
        differs += &format!(" {version}");
    }
    differs += &format!(" ({})", library.evidence);
    if let Some(licence) = licence {
        differs += &format!(", {licence}");
    }
    CopyRelation {
        kind: RelationKind::VendoredLibrary,
        sides: vec![library.side],
        pairs: Vec::new(),
        lines: library.lines,
        differs: Some(differs),
        groups: Vec::new(),
        elsewhere: 0,
    }
}

/// With the number of files that may be evidence, and were not read because of the limit.
pub fn find_vendored_libraries(scan: &Scan, source: &dyn TreeSource) -> (Vec<CopyRelation>, u64) {
    let files = library_files(scan, true);
    let mut reader = EvidenceReader::new(source);
    let mut libraries = Vec::new();
    let installed = installed_libraries(&files, &mut reader, &mut libraries);
    let folders = libraries_of_folders(&files, &mut reader, &mut libraries);
    for file in &files {
        let Some(lines) = file.lines else { continue };
        let known = installed
            .get(file.path)
            .copied()
            .or_else(|| innermost(file.path, &folders));
        let Some(at) = known.or_else(|| library_of_file(file.path, &mut reader, &mut libraries)) else {
            continue;
        };
        libraries[at].lines += lines;
    }
    let others = library_files(scan, false);
    let elsewhere = libraries_elsewhere(&others, &mut reader, &mut libraries);
    for file in others.iter().filter(|_| !elsewhere.is_empty()) {
        if let (Some(lines), Some(at)) = (file.lines, innermost(file.path, &elsewhere)) {
            libraries[at].lines += lines;
        }
    }
    libraries.retain(|it| it.lines >= RELATIONS.vendored_library.least_lines);
    let relations = libraries.into_iter().map(relation_of).collect();
    (relations, reader.left_out)
}

fn innermost(path: &str, libraries: &FxHashMap<&str, usize>) -> Option<usize> {
    folders_of(path).find_map(|folder| libraries.get(folder)).copied()
}

/// Files of class vendored that are not tests, examples or benchmarks; or those of no class, and those that are not parsed.
fn library_files(scan: &Scan, are_vendored: bool) -> Vec<LibraryFile<'_>> {
    let files = scan.entries.iter().filter_map(|entry| {
        let file = entry.file()?;
        let roles = file.roles;
        let is_apart = if are_vendored {
            roles.is_test || roles.is_example || roles.is_benchmark
        } else {
            roles != Roles::default()
        };
        if roles.is_vendored != are_vendored || is_apart || entry.name_lossy {
            return None;
        }
        let lines = file.content.map_or(0, |it| it.lines);
        Some(LibraryFile {
            path: &entry.path,
            lines: file.facts.is_some().then_some(lines),
        })
    });
    files.collect()
}

/// By folder: the index of a library in a folder of dependencies.
fn libraries_of_folders<'a>(
    files: &[LibraryFile<'a>],
    reader: &mut EvidenceReader<'_>,
    libraries: &mut Vec<Library>,
) -> FxHashMap<&'a str, usize> {
    let mut roles = RoleFinder::new(ChosenRoles::default());
    // The folder of dependencies itself is not a library: a folder above it is of that class.
    let evidence = evidence_of_folders(files, |folder| roles.of(folder, b"").is_vendored);
    let mut of_folder = FxHashMap::default();
    for (side, its) in evidence {
        if let Some(library) = library_of_folder(side, &its, reader) {
            of_folder.insert(side, libraries.len());
            libraries.push(library);
        }
    }
    of_folder
}

/// By path: the index of the package of Python whose list of installed files has the file.
fn installed_libraries(
    files: &[LibraryFile<'_>],
    reader: &mut EvidenceReader<'_>,
    libraries: &mut Vec<Library>,
) -> FxHashMap<String, usize> {
    let parsed: FxHashSet<&str> = files.iter().filter(|it| it.lines.is_some()).map(|it| it.path).collect();
    let mut installed = FxHashMap::default();
    for LibraryFile { path, .. } in files {
        let mut around = folders_of(path);
        let folder = around.next().unwrap_or_default();
        let above = around.next().unwrap_or_default();
        if name_of(path) != "METADATA" || !is_installed(folder) {
            continue;
        }
        let Some(package) = reader.read(path).and_then(|it| package_of_headers(&it)) else {
            continue;
        };
        let Some(record) = reader.read(&format!("{folder}/RECORD")) else {
            continue;
        };
        let record = latin1(&record);
        let start = if above.is_empty() {
            String::new()
        } else {
            format!("{above}/")
        };
        let full = |line: &str| format!("{start}{}", line.split(',').next().unwrap_or_default());
        let listed: Vec<String> = record
            .split('\n')
            .map(full)
            .filter(|it| parsed.contains(it.as_str()))
            .collect();
        let Some(first) = listed.first() else { continue };
        let has_all = |it: &&str| it.is_empty() || listed.iter().all(|other| is_in(other, it));
        let common = folders_of(first).find(has_all).unwrap_or_default();
        let side = match listed.len() {
            1 => first,
            _ if common == above => folder,
            _ => common,
        };
        libraries.push(Library::new(package, side, path));
        for it in listed {
            installed.insert(it, libraries.len() - 1);
        }
    }
    installed
}

fn library_of_file(path: &str, reader: &mut EvidenceReader<'_>, libraries: &mut Vec<Library>) -> Option<usize> {
    if ![".js", ".cjs", ".mjs"].iter().any(|end| path.ends_with(end)) {
        return None;
    }
    let package = package_of_comment(&reader.read(path)?)?;
    libraries.push(Library::new(package, path, path));
    Some(libraries.len() - 1)
}
