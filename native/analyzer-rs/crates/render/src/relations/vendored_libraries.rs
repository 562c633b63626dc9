//! The libraries of others in folders of dependencies: those with an own manifest, licence or list of installed files, and
//! single files whose first comment names them.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use scan::model::Scan;
use tree::location::TreePath;
use tree::roles::{ChosenRoles, RoleFinder};
use tree::source::TreeSource;

use super::folders::{folders_of, is_in, name_of};
use super::model::{CopyRelation, RelationKind};
use super::package_evidence::{
    NamedPackage, latin1, licence_of, package_of_comment, package_of_headers, package_of_json,
};
use super::rules::RELATIONS;

/// A file of class vendored that is not a test, example or benchmark.
struct VendoredFile<'a> {
    path: &'a str,
    /// `None` for a file that is not parsed.
    lines: Option<u64>,
}

/// A package in a folder, or a single file.
struct Library {
    package: NamedPackage,
    side: String,
    /// Path of the file that names the package, or its licence.
    evidence: String,
    lines: u64,
}

impl Library {
    fn new(package: NamedPackage, side: &str, evidence: &str) -> Self {
        Library {
            package,
            side: side.to_owned(),
            evidence: evidence.to_owned(),
            lines: 0,
        }
    }

    fn into_relation(self) -> CopyRelation {
        let NamedPackage { name, version, licence } = &self.package;
        let mut differs = name.as_deref().unwrap_or_else(|| name_of(&self.side)).to_owned();
        if let Some(version) = version {
            differs += &format!(" {version}");
        }
        differs += &format!(" ({})", self.evidence);
        if let Some(licence) = licence {
            differs += &format!(", {licence}");
        }
        CopyRelation {
            kind: RelationKind::VendoredLibrary,
            sides: vec![self.side],
            pairs: Vec::new(),
            lines: self.lines,
            differs: Some(differs),
            groups: Vec::new(),
            elsewhere: 0,
        }
    }
}

/// With the number of files that may be evidence, and were not read because of the limit.
pub fn find_vendored_libraries(scan: &Scan, source: &dyn TreeSource) -> (Vec<CopyRelation>, u64) {
    let files = vendored_files(scan);
    let mut reader = EvidenceReader {
        left_out: 0,
        source,
        read: 0,
    };
    let mut libraries = Vec::new();
    let installed = installed_libraries(&files, &mut reader, &mut libraries);
    let folders = libraries_of_folders(&files, &mut reader, &mut libraries);
    for file in &files {
        let Some(lines) = file.lines else { continue };
        let of_folders = || folders_of(file.path).find_map(|folder| folders.get(folder));
        let known = installed.get(file.path).or_else(of_folders).copied();
        let Some(at) = known.or_else(|| library_of_file(file.path, &mut reader, &mut libraries)) else {
            continue;
        };
        libraries[at].lines += lines;
    }
    libraries.retain(|it| it.lines >= RELATIONS.vendored_library.least_lines);
    let relations = libraries.into_iter().map(Library::into_relation).collect();
    (relations, reader.left_out)
}

fn vendored_files(scan: &Scan) -> Vec<VendoredFile<'_>> {
    let files = scan.entries.iter().filter_map(|entry| {
        let file = entry.file()?;
        let roles = file.roles;
        let is_apart = roles.is_test || roles.is_example || roles.is_benchmark;
        if !roles.is_vendored || is_apart || entry.name_lossy {
            return None;
        }
        let lines = file.content.map_or(0, |it| it.lines);
        Some(VendoredFile {
            path: &entry.path,
            lines: file.facts.is_some().then_some(lines),
        })
    });
    files.collect()
}

#[derive(Default)]
struct Evidence<'a> {
    manifests: Vec<&'a str>,
    licence: Option<&'a str>,
}

/// By folder: the index of that of its first manifest with a name, or of its first licence.
fn libraries_of_folders<'a>(
    files: &[VendoredFile<'a>],
    reader: &mut EvidenceReader<'_>,
    libraries: &mut Vec<Library>,
) -> FxHashMap<&'a str, usize> {
    let mut roles = RoleFinder::new(ChosenRoles::default());
    let order = &RELATIONS.vendored_library.manifests;
    let rank = |path: &str| order.iter().position(|it| it == name_of(path));
    let mut evidence: Vec<(&str, Evidence<'_>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for VendoredFile { path, lines } in files {
        let folder = folders_of(path).next().unwrap_or_default();
        let is_manifest = rank(path).is_some();
        if lines.is_some() || !(is_manifest || is_licence(name_of(path))) {
            continue;
        }
        // The folder of dependencies itself is not a library: a folder above it is of that class.
        if !roles.of(folder, b"").is_vendored || is_installed(folder) {
            continue;
        }
        let at = *places.entry(folder).or_insert(evidence.len());
        if at == evidence.len() {
            evidence.push((folder, Evidence::default()));
        }
        let its = &mut evidence[at].1;
        if is_manifest {
            its.manifests.push(path);
        } else if its.licence.is_none() {
            its.licence = Some(path);
        }
    }
    let mut of_folder = FxHashMap::default();
    for (side, mut its) in evidence {
        its.manifests.sort_by_key(|path| rank(path));
        let text = its.licence.and_then(|path| reader.read(path));
        let licence = text.as_deref().and_then(licence_of).map(str::to_owned);
        let found = its.manifests.iter().find_map(|path| {
            let bytes = reader.read(path)?;
            let of = if name_of(path) == "PKG-INFO" {
                package_of_headers
            } else {
                package_of_json
            };
            let package = of(&bytes)?;
            let licence = package.licence.clone().or_else(|| licence.clone());
            Some(Library::new(NamedPackage { licence, ..package }, side, path))
        });
        let of_licence = || {
            let package = NamedPackage {
                licence: licence.clone(),
                ..NamedPackage::default()
            };
            text.as_ref()?;
            Some(Library::new(package, side, its.licence?))
        };
        if let Some(library) = found.or_else(of_licence) {
            of_folder.insert(side, libraries.len());
            libraries.push(library);
        }
    }
    of_folder
}

/// By path: the index of the package of Python whose list of installed files has the file.
fn installed_libraries(
    files: &[VendoredFile<'_>],
    reader: &mut EvidenceReader<'_>,
    libraries: &mut Vec<Library>,
) -> FxHashMap<String, usize> {
    let parsed: FxHashSet<&str> = files.iter().filter(|it| it.lines.is_some()).map(|it| it.path).collect();
    let mut installed = FxHashMap::default();
    for VendoredFile { path, .. } in files {
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

fn is_licence(name: &str) -> bool {
    let word = name.split(['-', '.', '_']).next().unwrap_or_default().to_lowercase();
    RELATIONS.vendored_library.licence_files.contains(&word)
}

fn is_installed(folder: &str) -> bool {
    folder.ends_with(".dist-info")
}

struct EvidenceReader<'a> {
    left_out: u64,
    source: &'a dyn TreeSource,
    read: usize,
}

impl EvidenceReader<'_> {
    /// `None` for a file that cannot be read, is too large or exceeds the limit.
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        self.read += 1;
        if self.read > RELATIONS.vendored_library.most_read_files {
            self.left_out += 1;
            return None;
        }
        let path = TreePath {
            path: path.to_owned(),
            raw: None,
        };
        let mut content = Vec::new();
        let reading = self
            .source
            .read(&path, RELATIONS.candidates.largest_file_bytes, &mut content);
        reading.is_ok_and(|it| it.held).then_some(content)
    }
}
