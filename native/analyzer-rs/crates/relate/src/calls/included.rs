//! Finds names in a file and in the files it includes, transitively: an include runs the other file's declarations in
//! the same process (PHP `include`, Bash `source`).

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{CallVia, DeclarationRef, FileIndex, LinkState, MAX_CANDIDATES, Outcome, Reason};
use parse::facts::{DeclarationKind, Within};

use crate::imports::{is_php_class, is_php_function};
use crate::reasons::{call, import};

use super::call_file::{CallFile, CallFiles};
use super::declared_names::{FILE_SCOPE, Hit, Inherited, NameTable};
use super::dotted::head_of;
use super::included_files::{IncludeGraph, Includes};
use super::member::{InheritedMembers, Member};
use super::outcome::{call_of, external_call, member_call, uncertain, unresolved_call};

/// The table of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    Function,
    Class,
    Any,
}

pub struct NameToTry {
    pub name: String,
    pub kind: NameKind,
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
    /// The files that the file of the calls includes, by the includes that count; computed on first use.
    reached: [Option<FxHashSet<FileIndex>>; 3],
}

/// Files that can be included and declare a name at file level.
#[derive(Default)]
pub struct FilesByName<'f> {
    /// In order of their paths.
    files: FxHashMap<Cow<'f, str>, Vec<FileIndex>>,
    /// Of names that many files declare.
    common: RefCell<FxHashMap<String, Rc<AutoloadedClasses>>>,
    pub graph: IncludeGraph,
}

/// Classes that an autoloader finds by name, the same for all files.
#[derive(Default)]
struct AutoloadedClasses {
    found: Vec<DeclarationRef>,
    heirs: Vec<Heir>,
    /// Of a call with these names; computed on first use.
    outcome: OnceCell<Outcome>,
}

/// A class without a member, which may inherit it.
type Heir = (DeclarationRef, String);

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
            let declaring = self.files.entry(name).or_default();
            if declaring.last() != Some(&file.index) {
                declaring.push(file.index);
            }
        }
    }

    fn with(&self, name: &str) -> &[FileIndex] {
        self.files.get(name).map_or(&[], Vec::as_slice)
    }
}

impl<'f> IncludedNames<'f> {
    pub fn new(files: &'f CallFiles<'f>, files_by_name: &'f FilesByName<'f>) -> Self {
        Self {
            files,
            files_by_name,
            reached: [None, None, None],
        }
    }

    /// `bases`: for members that classes inherit.
    pub fn outcome(
        &mut self,
        file: &CallFile<'_>,
        names: &NamesToTry,
        table: NameTable,
        bases: &dyn InheritedMembers,
    ) -> Outcome {
        let Search {
            found,
            via,
            heirs,
            miss,
        } = self.search(file, &names.names, table, Includes::Certain);
        if !found.is_empty() {
            let is_here = found.iter().any(|it| it.file == file.index);
            let possible = (!is_here).then(|| self.uncertain(file, names, table, Includes::Possible, found.len()));
            if let Some(outcome) = possible.flatten() {
                return outcome;
            }
            let is_reassigned = |it: &DeclarationRef| self.files.analysed(it.file).is_reassigned(&[it.declaration]);
            let reassigned = found.iter().any(is_reassigned);
            let outcome = call_of(self.files, found, via);
            return if reassigned { uncertain(outcome) } else { outcome };
        }
        if miss.is_none() && file.rules.autoloads {
            let classes = self.autoloaded(names, table);
            if let Some(known) = classes.outcome.get() {
                return known.clone();
            }
            let outcome = self.outcome_of(&classes, names, table, bases);
            // Bases can lead to the same name, which sets it first.
            return classes.outcome.get_or_init(|| outcome).clone();
        }
        match inherited_by(&heirs, table, bases) {
            Some(inherited) => member_call(self.files, inherited, CallVia::Inherited),
            None => self
                .uncertain(file, names, table, Includes::Around, 0)
                .unwrap_or_else(|| unresolved_call(miss.unwrap_or(names.otherwise))),
        }
    }

    /// With the declarations in files that are possibly included, or that run in the same process if a file that includes this
    /// one runs; none without others. `certain`: number of certain declarations.
    fn uncertain(
        &mut self,
        file: &CallFile<'_>,
        names: &NamesToTry,
        table: NameTable,
        includes: Includes,
        certain: usize,
    ) -> Option<Outcome> {
        if !self.files_by_name.graph.is_linked() || file.rules.autoloads {
            return None;
        }
        let Search { found, .. } = self.search(file, &names.names, table, includes);
        if found.len() <= certain {
            return None;
        }
        let outcome = call_of(self.files, found, CallVia::Import);
        let reason = outcome.reason.or(Some(Reason::Known(call::POSSIBLE_INCLUDE)));
        Some(Outcome {
            state: LinkState::Ambiguous,
            reason,
            ..outcome
        })
    }

    /// The only declaration that the name leads to, without inherited members.
    pub fn declaration(&mut self, file: &CallFile<'_>, names: &NamesToTry, table: NameTable) -> Option<DeclarationRef> {
        let Search { found, miss, .. } = self.search(file, &names.names, table, Includes::Certain);
        let only = |found: &[DeclarationRef]| match found {
            [only] => Some(*only),
            _ => None,
        };
        if !found.is_empty() || miss.is_some() || !file.rules.autoloads {
            only(&found)
        } else {
            only(&self.autoloaded(names, table).found)
        }
    }

    /// In the file itself and its included files.
    fn search(&mut self, file: &CallFile<'_>, names: &[NameToTry], table: NameTable, includes: Includes) -> Search {
        let mut search = Search::default();
        for NameToTry { name, kind } in names {
            let is_member = name.contains('.');
            for index in self.declaring(file, name, includes) {
                let from = self.files.analysed(index);
                match from.declared.find(FILE_SCOPE, name, table) {
                    None => {}
                    Some(Hit::Miss { reason, inherited }) => {
                        search.miss.get_or_insert(reason);
                        add_heirs(&mut search.heirs, from, inherited);
                    }
                    Some(Hit::Found { indices, via }) => {
                        let before = search.found.len();
                        search.found.extend(
                            from.refs(&indices)
                                .filter(|it| is_member || is_of_kind(from, it, *kind)),
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
        search
    }

    fn outcome_of(
        &self,
        classes: &AutoloadedClasses,
        names: &NamesToTry,
        table: NameTable,
        bases: &dyn InheritedMembers,
    ) -> Outcome {
        if !classes.found.is_empty() {
            let outcome = call_of(self.files, classes.found.clone(), CallVia::Import);
            // A function of the namespace replaces the one of PHP only where its file is included, often in tests.
            let is_builtin = |it: &NameToTry| it.kind == NameKind::Function && is_built_into_php(it);
            return if names.names.iter().any(is_builtin) {
                Outcome {
                    state: LinkState::Ambiguous,
                    reason: Some(Reason::Known(import::PHP)),
                    ..outcome
                }
            } else {
                outcome
            };
        }
        match inherited_by(&classes.heirs, table, bases) {
            Some(inherited) => member_call(self.files, inherited, CallVia::Inherited),
            None if names.names.iter().any(is_built_into_php) => external_call(import::PHP),
            None => unresolved_call(names.otherwise),
        }
    }

    /// Classes with a full name, their members, and functions, in any file: an autoloader includes the file of a class when
    /// it is first used, and the files of functions at the start.
    fn autoloaded(&self, names: &NamesToTry, table: NameTable) -> Rc<AutoloadedClasses> {
        let written = || names.names.iter().filter(|it| it.kind != NameKind::Any);
        let is_common = written().any(|it| self.files_by_name.with(head_of(&it.name)).len() > MAX_CANDIDATES);
        if !is_common {
            return Rc::new(self.search_all(written(), table));
        }
        let kinds = names.names.iter().map(|it| format!("{} {:?}", it.name, it.kind));
        let key = format!(
            "{table:?}\n{}\n{}",
            names.otherwise,
            kinds.collect::<Vec<_>>().join("\n")
        );
        if let Some(known) = self.files_by_name.common.borrow().get(&key) {
            return known.clone();
        }
        let classes = Rc::new(self.search_all(written(), table));
        self.files_by_name.common.borrow_mut().insert(key, classes.clone());
        classes
    }

    fn search_all<'n>(&self, names: impl Iterator<Item = &'n NameToTry>, table: NameTable) -> AutoloadedClasses {
        let mut classes = AutoloadedClasses::default();
        for NameToTry { name, kind } in names {
            if *kind == NameKind::Function && is_php_function(name) {
                break;
            }
            let is_member = name.contains('.');
            for index in self.files_by_name.with(head_of(name)) {
                let from = self.files.analysed(*index);
                if !from.rules.autoloads {
                    continue;
                }
                match from.declared.find(FILE_SCOPE, name, table) {
                    None => {}
                    Some(Hit::Miss { inherited, .. }) => add_heirs(&mut classes.heirs, from, inherited),
                    Some(Hit::Found { indices, .. }) => classes.found.extend(
                        from.refs(&indices)
                            .filter(|it| is_member || is_of_kind(from, it, *kind)),
                    ),
                }
            }
            if !classes.found.is_empty() {
                break;
            }
        }
        classes
    }

    /// The file itself, and the files it includes that declare something with that name, in order of their paths.
    fn declaring(&mut self, file: &CallFile<'_>, name: &str, includes: Includes) -> Vec<FileIndex> {
        let mut declaring = vec![file.index];
        let all = self.files_by_name.with(file_level_name(file, name));
        if all.is_empty() {
            return declaring;
        }
        let files = self.files;
        let path_of = |it: FileIndex| files.analysed(it).path;
        let graph = &self.files_by_name.graph;
        let closure = self.reached[includes as usize].get_or_insert_with(|| graph.files(files, file.index, includes));
        // The smaller of the two is searched in the other one.
        if all.len() <= closure.len() {
            declaring.extend(all.iter().filter(|it| **it != file.index && closure.contains(it)));
        } else {
            let is_among = |it: FileIndex| all.binary_search_by(|other| path_of(*other).cmp(path_of(it))).is_ok();
            declaring.extend(closure.iter().filter(|it| **it != file.index && is_among(**it)));
            declaring[1..].sort_by(|a, b| path_of(*a).cmp(path_of(*b)));
        }
        declaring
    }
}

fn is_built_into_php(NameToTry { name, kind }: &NameToTry) -> bool {
    match kind {
        NameKind::Function => is_php_function(name),
        NameKind::Class => is_php_class(head_of(name)),
        NameKind::Any => false,
    }
}

struct Search {
    found: Vec<DeclarationRef>,
    via: CallVia,
    heirs: Vec<Heir>,
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

fn add_heirs(heirs: &mut Vec<Heir>, file: &CallFile<'_>, inherited: Option<Inherited<'_>>) {
    if let Some(Inherited { classes, member }) = inherited {
        heirs.extend(file.refs(&classes).map(|class| (class, member.clone())));
    }
}

/// The member of several classes is that of each of them; `None` without a class.
fn inherited_by(heirs: &[Heir], table: NameTable, bases: &dyn InheritedMembers) -> Option<Member> {
    let mut all = Vec::new();
    let mut first_doubt = None;
    let mut first_miss = None;
    for (class, member) in heirs {
        match bases.inherited(*class, member, table) {
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

fn is_of_kind(file: &CallFile<'_>, it: &DeclarationRef, kind: NameKind) -> bool {
    let declaration = file.declaration(it.declaration as Within);
    let is_function = declaration.is_some_and(|it| it.kind == DeclarationKind::Function);
    kind == NameKind::Any || is_function == (kind == NameKind::Function)
}

/// The declaration at file level that a file must have for a name to be found in it.
fn file_level_name<'n>(file: &CallFile<'_>, name: &'n str) -> &'n str {
    if file.rules.flat { name } else { head_of(name) }
}
