//! Finds names in a file and in the files it includes, transitively: an include runs the other file's declarations in
//! the same process (PHP `include`, Bash `source`).

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::parse::facts::{DeclarationKind, Within};
use crate::relate::model::{CallVia, DeclarationRef, FileIndex, Outcome};

use crate::relate::imports::{is_php_class, is_php_function};
use crate::relate::reasons::import;

use super::call_file::{CallFile, CallFiles};
use super::declared_names::{FILE_SCOPE, Hit, Inherited};
use super::dotted::head_of;
use super::member::{InheritedMembers, Member};
use super::outcome::{call_of, external_call, member_call, unresolved_call};

/// Maximum number of includes between a call and a visible declaration.
const FARTHEST: usize = 8;
/// Maximum number of included files that are searched, nearest first.
const MOST_FILES: usize = 1000;

pub struct NameToTry {
    pub name: String,
    pub functions_only: bool,
}

/// The possible full names of a callee.
pub struct NamesToTry {
    /// In order; the first name with a declaration counts.
    pub names: Vec<NameToTry>,
    /// The reason if none has a declaration.
    pub otherwise: &'static str,
}

/// The file's own declaration has precedence; of included files, all that declare a name count.
pub struct IncludedNames<'f> {
    files: &'f CallFiles<'f>,
    files_by_name: &'f FilesByName<'f>,
    /// The files that the file of the calls includes; computed on first use.
    closure: Option<FxHashSet<FileIndex>>,
}

/// Files that can be included and declare a name at file level, in order.
#[derive(Default)]
pub struct FilesByName<'f>(FxHashMap<Cow<'f, str>, Vec<FileIndex>>);

impl<'f> FilesByName<'f> {
    /// Called in the order of their paths.
    pub fn add(&mut self, file: &CallFile<'f>) {
        if !file.rules.includes {
            return;
        }
        for name in file.declared.names() {
            let name = match name {
                Cow::Borrowed(name) => Cow::Borrowed(file_level_name(file, name)),
                Cow::Owned(name) => Cow::Owned(file_level_name(file, name).to_owned()),
            };
            let declaring = self.0.entry(name).or_default();
            if declaring.last() != Some(&file.index) {
                declaring.push(file.index);
            }
        }
    }
}

impl<'f> IncludedNames<'f> {
    pub fn new(files: &'f CallFiles<'f>, files_by_name: &'f FilesByName<'f>) -> Self {
        Self {
            files,
            files_by_name,
            closure: None,
        }
    }

    /// `bases`: for members that classes inherit.
    pub fn outcome(&mut self, file: &CallFile<'_>, names: &NamesToTry, bases: &dyn InheritedMembers) -> Outcome {
        let Search {
            found,
            via,
            heirs,
            miss,
        } = self.search(file, &names.names);
        if !found.is_empty() {
            return call_of(self.files, found, via);
        }
        match inherited_by(&heirs, bases) {
            Some(inherited) => member_call(self.files, inherited, CallVia::Inherited),
            None if miss.is_none() && file.rules.autoloads && names.names.iter().any(is_built_into_php) => {
                external_call(import::PHP)
            }
            None => unresolved_call(miss.unwrap_or(names.otherwise)),
        }
    }

    /// The only declaration that the name leads to, without inherited members.
    pub fn declaration(&mut self, file: &CallFile<'_>, names: &NamesToTry) -> Option<DeclarationRef> {
        match self.search(file, &names.names).found.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    fn search(&mut self, file: &CallFile<'_>, names: &[NameToTry]) -> Search {
        let mut search = Search::default();
        for NameToTry { name, functions_only } in names {
            let functions_only = *functions_only;
            for index in self.declaring(file, name) {
                let from = self.files.analysed(index);
                match from.declared.find(FILE_SCOPE, name) {
                    None => {}
                    Some(Hit::Miss { reason, inherited }) => {
                        search.miss.get_or_insert(reason);
                        search.add_heirs(from, inherited);
                    }
                    Some(Hit::Found { indices, via }) => {
                        let before = search.found.len();
                        search.found.extend(
                            from.refs(&indices)
                                .filter(|it| !functions_only || is_function(from, it)),
                        );
                        if index == file.index && search.found.len() > before {
                            search.via = via;
                            return search;
                        }
                    }
                }
            }
            if !search.found.is_empty() {
                return search;
            }
        }
        if search.miss.is_none() && file.rules.autoloads {
            self.autoloaded(names, &mut search);
        }
        search
    }

    /// Classes with a full name, and their members, in any file: an autoloader includes it when the class is first
    /// used.
    fn autoloaded(&self, names: &[NameToTry], search: &mut Search) {
        for NameToTry { name, functions_only } in names {
            if *functions_only || name.starts_with('$') {
                continue;
            }
            let is_member = name.contains('.');
            for index in self.files_by_name.0.get(head_of(name)).into_iter().flatten() {
                let from = self.files.analysed(*index);
                if !from.rules.autoloads {
                    continue;
                }
                match from.declared.find(FILE_SCOPE, name) {
                    None => {}
                    Some(Hit::Miss { inherited, .. }) => search.add_heirs(from, inherited),
                    Some(Hit::Found { indices, .. }) => search
                        .found
                        .extend(from.refs(&indices).filter(|it| is_member || !is_function(from, it))),
                }
            }
            if !search.found.is_empty() {
                return;
            }
        }
    }

    /// The file itself, and the files it includes that declare something with that name.
    fn declaring(&mut self, file: &CallFile<'_>, name: &str) -> Vec<FileIndex> {
        let mut declaring = vec![file.index];
        let Some(all) = self.files_by_name.0.get(file_level_name(file, name)) else {
            return declaring;
        };
        let closure = self.closure.get_or_insert_with(|| reach(self.files, file.index));
        declaring.extend(all.iter().filter(|it| **it != file.index && closure.contains(it)));
        declaring
    }
}

fn is_built_into_php(NameToTry { name, functions_only }: &NameToTry) -> bool {
    let first = head_of(name);
    let is_function_name = first.len() == name.len();
    (is_function_name && is_php_function(name)) || (!functions_only && is_php_class(first))
}

struct Search {
    found: Vec<DeclarationRef>,
    via: CallVia,
    /// Classes without the member, which may inherit it.
    heirs: Vec<(DeclarationRef, String)>,
    /// Why a name that a file binds has no declaration.
    miss: Option<&'static str>,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            via: CallVia::Import,
            heirs: Vec::new(),
            miss: None,
        }
    }
}

impl Search {
    fn add_heirs(&mut self, file: &CallFile<'_>, inherited: Option<Inherited<'_>>) {
        if let Some(Inherited { classes, member }) = inherited {
            self.heirs
                .extend(file.refs(&classes).map(|class| (class, member.clone())));
        }
    }
}

/// The member of several classes is that of each of them; `None` without a class.
fn inherited_by(heirs: &[(DeclarationRef, String)], bases: &dyn InheritedMembers) -> Option<Member> {
    let mut all = Vec::new();
    let mut first_doubt = None;
    let mut first_miss = None;
    for (class, member) in heirs {
        match bases.inherited(*class, member) {
            Member::Found { found, doubt } => {
                all.extend(found);
                first_doubt = first_doubt.or(doubt);
            }
            Member::Miss(reason) => {
                first_doubt = first_doubt.or(Some(reason));
                first_miss = first_miss.or(Some(reason));
            }
        }
    }
    if all.is_empty() {
        return first_miss.map(Member::Miss);
    }
    Some(Member::Found {
        found: all,
        doubt: first_doubt,
    })
}

fn reach(files: &CallFiles<'_>, start: FileIndex) -> FxHashSet<FileIndex> {
    let mut reached = vec![(start, 0)];
    let mut seen = FxHashSet::from_iter([start]);
    let mut at = 0;
    while let Some(&(file, hops)) = reached.get(at) {
        at += 1;
        if hops == FARTHEST {
            break;
        }
        for next in &files.analysed(file).imported.includes {
            if files.get(*next).is_none() || seen.contains(next) {
                continue;
            }
            if seen.len() > MOST_FILES {
                break;
            }
            seen.insert(*next);
            reached.push((*next, hops + 1));
        }
    }
    seen
}

fn is_function(file: &CallFile<'_>, it: &DeclarationRef) -> bool {
    file.declaration(it.declaration as Within)
        .is_some_and(|it| it.kind == DeclarationKind::Function)
}

/// The declaration at file level that a file must have for a name to be found in it.
fn file_level_name<'n>(file: &CallFile<'_>, name: &'n str) -> &'n str {
    if file.rules.flat { name } else { head_of(name) }
}
