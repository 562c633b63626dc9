//! Resolves the imports of a project's files, each by the rules of its file's language.

use crate::left_out::LeftOut;
use crate::model::{Destination, FileIndex, ImportLink, LinkNames, ResolvedImport, rule};
use crate::project_files::ProjectFiles;
use crate::reasons::import;
use base::languages::declaration_file::is_declaration_file;
use parse::facts::{FileFacts, ImportFacts, ImportPhase, Lookup};

use crate::settings::Settings;

use rustc_hash::FxHashMap;

use super::builtin_modules::is_php_constant;
use super::javascript::{Dialect, JavaScriptImports, ModuleGlobs};
use super::link::{external, unresolved};
use super::literal_path::{resolve_from_folder, resolve_path, resolve_suffix};
use super::php_classes::PhpClasses;
use super::python::{PythonFile, PythonImports};
use super::python_roots::PythonRoots;

/// A file with imports.
#[derive(Clone, Copy)]
pub struct Importer<'a> {
    pub path: &'a str,
    pub language: Option<&'a str>,
}

pub struct ImportResolver<'a> {
    files: &'a ProjectFiles<'a>,
    left_out: &'a LeftOut<'a>,
    file_at: &'a dyn Fn(FileIndex) -> PythonFile<'a>,
    javascript: JavaScriptImports<'a>,
    globs: ModuleGlobs<'a>,
    php: PhpClasses<'a>,
    python: PythonImports<'a>,
}

impl<'a> ImportResolver<'a> {
    pub fn new(
        files: &'a ProjectFiles<'a>,
        left_out: &'a LeftOut<'a>,
        source_roots: &[String],
        file_at: &'a dyn Fn(FileIndex) -> PythonFile<'a>,
        path_of: &'a dyn Fn(FileIndex) -> &'a str,
        settings: &'a Settings<'a>,
        php: impl Iterator<Item = (FileIndex, &'a FileFacts)>,
    ) -> Self {
        Self {
            files,
            left_out,
            file_at,
            javascript: JavaScriptImports::new(files, left_out, settings, path_of),
            globs: ModuleGlobs::new(left_out),
            php: PhpClasses::new(php, left_out, settings, path_of),
            python: PythonImports::new(
                files,
                left_out,
                PythonRoots::new(files, settings, source_roots),
                file_at,
            ),
        }
    }

    /// For each import, in order, at least one link; several if its names have different targets.
    pub fn resolve(&mut self, importer: Importer<'_>, imports: &[ImportFacts]) -> Vec<ResolvedImport> {
        let mut links = Vec::with_capacity(imports.len());
        for (index, imported) in imports.iter().enumerate() {
            let index = index as u32;
            let phase = self.phase(importer, imported);
            if matches!(imported.lookup, Lookup::Module | Lookup::Script | Lookup::Loaded)
                && importer.language == Some("python")
            {
                let several = self.python.resolve(importer.path, imported);
                links.extend(several.into_iter().map(|link| ResolvedImport { index, phase, link }));
                continue;
            }
            let destinations = match imported.lookup {
                Lookup::Glob => self.globs.resolve(self.files, importer.path, &imported.target),
                _ => vec![self.destination(importer, imported)],
            };
            links.extend(destinations.into_iter().map(|destination| {
                let link = ImportLink {
                    names: LinkNames::All,
                    destination,
                    modules: false,
                };
                ResolvedImport { index, phase, link }
            }));
        }
        without_repeated_parents(&mut links);
        links
    }

    /// The target of a Python module itself, without its names.
    pub fn resolve_python_module(&mut self, importer: &str, module: &str) -> Destination {
        self.python.resolve_module(importer, module)
    }

    fn phase(&self, importer: Importer<'_>, imported: &ImportFacts) -> ImportPhase {
        if is_declaration_file(importer.path) {
            return ImportPhase::TypeOnly;
        }
        match (imported.lookup, importer.language) {
            (Lookup::Module, Some("javascript" | "typescript")) => self.javascript.phase(importer.path, imported),
            _ => imported.phase,
        }
    }

    fn destination(&self, importer: Importer<'_>, imported: &ImportFacts) -> Destination {
        let target = &imported.target;
        match (imported.lookup, importer.language) {
            (Lookup::Dynamic, _) if target.is_empty() => unresolved(import::DYNAMIC),
            (Lookup::Dynamic, _) => unresolved(import::WORKING_DIRECTORY),
            (Lookup::Autoload | Lookup::Class, _) => self.php.class(target),
            (Lookup::Function, _) => self.php.function(target),
            (Lookup::Constant, _) if is_php_constant(target) => external(import::PHP),
            (Lookup::Constant, _) => unresolved(import::CONSTANT),
            (Lookup::Path, _) => resolve_path(self.files, self.left_out, importer.path, target, |file| {
                (self.file_at)(file).path
            }),
            (Lookup::Directory, _) => resolve_from_folder(self.files, self.left_out, importer.path, target),
            (Lookup::Suffix, _) => resolve_suffix(self.files, self.left_out, importer.path, target),
            (Lookup::Module, Some("javascript")) => self.javascript.resolve(importer.path, Dialect::JavaScript, target),
            (Lookup::Module, Some("typescript")) => self.javascript.resolve(importer.path, Dialect::TypeScript, target),
            (Lookup::Module | Lookup::Script | Lookup::Loaded | Lookup::Glob, _) => unresolved(import::LANGUAGE),
        }
    }
}

/// The file of a package runs once: a later link to it in the same or a later phase adds nothing.
fn without_repeated_parents(links: &mut Vec<ResolvedImport>) {
    let mut earliest: FxHashMap<FileIndex, ImportPhase> = FxHashMap::default();
    if links
        .iter()
        .all(|it| it.link.destination.rule != Some(rule::PARENT_PACKAGE))
    {
        return;
    }
    links.retain(|it| {
        let Some(file) = it.link.destination.file() else {
            return true;
        };
        let known = earliest.get(&file).copied();
        let is_earlier = known.is_none_or(|known| it.phase < known);
        if is_earlier {
            earliest.insert(file, it.phase);
        }
        is_earlier || it.link.destination.rule != Some(rule::PARENT_PACKAGE)
    });
}
