//! Follows a dotted name from the file level of one file to its declarations, there or through imports and re-exports.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{DeclarationRef, Destination, FileIndex, LinkState, Outcome, Reason};
use crate::reasons::call;
use parse::facts::Within;

use super::call_file::{CallFile, CallFiles};
use super::declared_names::{FILE_SCOPE, Hit, Inherited, NameTable};
use super::dotted::{head_of, join, rest_of};
use super::member::InheritedMembers;
use super::outcome::{Findings, unresolved_call};

/// Maximum number of imports that a name is followed through: its own import, then re-exports.
const FARTHEST: usize = 8;
/// Maximum number of files that a name is searched in.
const MAX_NODES: usize = 256;

struct Node {
    file: FileIndex,
    dotted: String,
    /// The scope in that file; below file level only for the name of the call.
    scope: Within,
    /// Number of imports between the call and this node.
    hops: usize,
}

impl Node {
    /// Moves its name out.
    fn take(&mut self) -> Self {
        Self {
            dotted: std::mem::take(&mut self.dotted),
            ..*self
        }
    }
}

/// Breadth-first, visiting each node once, so that cycles and forks end. It follows all bindings, because which of
/// two bindings applies can depend on a condition.
///
/// `bases`: for members that classes inherit.
pub fn trace(
    files: &CallFiles<'_>,
    file: &CallFile<'_>,
    dotted: &str,
    table: NameTable,
    bases: &dyn InheritedMembers,
) -> Outcome {
    if !file.binds_stars() && !file.knows(dotted, table) {
        return unresolved_call(unknown(dotted));
    }
    search(files, file, (dotted, FILE_SCOPE), table, Some(bases)).outcome(files)
}

/// The same for a name that a scope below file level binds.
pub fn trace_inner(
    files: &CallFiles<'_>,
    file: &CallFile<'_>,
    name: (&str, Within),
    table: NameTable,
    bases: &dyn InheritedMembers,
) -> Outcome {
    search(files, file, name, table, Some(bases)).outcome(files)
}

/// The same for a name that other files see in a file.
pub fn trace_exported(
    files: &CallFiles<'_>,
    file: &CallFile<'_>,
    dotted: &str,
    table: NameTable,
    bases: &dyn InheritedMembers,
) -> Outcome {
    search_from(files, file, (dotted, FILE_SCOPE, 1), table, Some(bases)).outcome(files)
}

/// The only declaration that the name leads to, without inherited members.
pub fn trace_declaration(
    files: &CallFiles<'_>,
    file: &CallFile<'_>,
    name: (&str, Within),
    table: NameTable,
) -> Option<DeclarationRef> {
    let (dotted, scope) = name;
    if scope == FILE_SCOPE && !file.binds_stars() && !file.knows(dotted, table) {
        return None;
    }
    search(files, file, name, table, None).only()
}

fn search(
    files: &CallFiles<'_>,
    file: &CallFile<'_>,
    (dotted, scope): (&str, Within),
    table: NameTable,
    bases: Option<&dyn InheritedMembers>,
) -> Findings {
    search_from(files, file, (dotted, scope, 0), table, bases)
}

fn search_from(
    files: &CallFiles<'_>,
    file: &CallFile<'_>,
    (dotted, scope, hops): (&str, Within, usize),
    table: NameTable,
    bases: Option<&dyn InheritedMembers>,
) -> Findings {
    let mut trace = NameTrace {
        files,
        table,
        bases,
        findings: Findings::default(),
        nodes: Nodes::default(),
    };
    trace.nodes.list.push(Node {
        file: file.index,
        dotted: dotted.to_owned(),
        scope,
        hops,
    });
    let mut at = 0;
    while let Some(node) = trace.nodes.list.get_mut(at).map(Node::take) {
        at += 1;
        if !trace.declared_or_bound(&node) && node.scope == FILE_SCOPE {
            trace.follow_stars(&node);
        }
    }
    trace.findings
}

struct NameTrace<'f> {
    files: &'f CallFiles<'f>,
    table: NameTable,
    bases: Option<&'f dyn InheritedMembers>,
    findings: Findings,
    nodes: Nodes,
}

impl NameTrace<'_> {
    /// Whether the file itself binds the name.
    fn declared_or_bound(
        &mut self,
        Node {
            file,
            dotted,
            scope,
            hops,
        }: &Node,
    ) -> bool {
        let file = self.files.analysed(*file);
        let inside;
        let name = if *hops == 0 {
            dotted.as_str()
        } else {
            inside = file.inside(dotted);
            &inside
        };
        let mut known = false;
        let hit = if *hops == 0 {
            file.declared.find(*scope, name, self.table)
        } else {
            file.declared.find_exported(name, self.table)
        };
        match hit {
            None => {}
            Some(Hit::Miss { reason, inherited }) => {
                known = true;
                match (self.bases, inherited) {
                    (Some(bases), Some(Inherited { classes, member })) => {
                        for class in file.refs(&classes) {
                            self.findings.add_member(bases.inherited(class, &member, self.table));
                        }
                    }
                    _ => self.findings.miss_known(reason),
                }
            }
            Some(Hit::Found { indices, via }) if *hops == 0 || file.shows(dotted, &indices) => {
                known = true;
                self.findings.add(file.refs(&indices), (*hops == 0).then_some(via));
                if file.is_reassigned(&indices) {
                    self.findings.miss_known(call::REASSIGNED);
                }
            }
            Some(Hit::Found { .. }) => {}
        }
        let imports = file.imported_in(*scope);
        let bindings = imports.and_then(|it| it.bindings.get(head_of(name)));
        for binding in bindings.into_iter().flat_map(|it| it.list()) {
            if binding.reexport && *hops == 0 {
                continue;
            }
            known = true;
            self.enter(binding.destination, join(binding.name, rest_of(name)), file, *hops);
        }
        let Some((module, destination)) = imports.and_then(|it| longest_module(&it.modules, name)) else {
            return known;
        };
        self.enter(
            destination,
            name.get(module + 1..).unwrap_or("").to_owned(),
            file,
            *hops,
        );
        true
    }

    /// Continues in the files that an import leads to; an empty name is the module itself.
    fn enter(&mut self, destination: &Destination, dotted: String, from: &CallFile<'_>, hops: usize) {
        let reason = || destination.reason.clone().unwrap_or(Reason::Known(""));
        match destination.state {
            LinkState::External => self.findings.external(reason()),
            LinkState::Unresolved => self.findings.miss(reason()),
            _ => {}
        }
        let name = if dotted.is_empty() && from.rules.calls_default {
            "default".to_owned()
        } else {
            dotted
        };
        for to in &destination.files {
            if self.files.get(*to).is_none() {
                self.findings.miss_known(call::NOT_ANALYSED);
            } else if name.is_empty() {
                self.findings.miss_known(call::MODULE);
            } else if hops == FARTHEST
                || !self.nodes.add(Node {
                    file: *to,
                    dotted: name.clone(),
                    scope: FILE_SCOPE,
                    hops: hops + 1,
                })
            {
                self.findings.miss_known(call::FAR);
            }
        }
    }

    /// Follows imports and re-exports of all names, up to the nearest files that bind the name.
    fn follow_stars(&mut self, Node { file, dotted, hops, .. }: &Node) {
        let mut order = vec![*file];
        let mut seen = FxHashSet::from_iter([*file]);
        let (mut open, mut far, mut found) = (false, false, false);
        let mut next = 0;
        while let Some(&index) = order.get(next).filter(|_| head_of(dotted) != "default") {
            next += 1;
            let at = self.files.analysed(index);
            if index != *file && at.offers(dotted, self.table) {
                found = true;
                let node = Node {
                    file: index,
                    dotted: dotted.clone(),
                    scope: FILE_SCOPE,
                    hops: hops + 1,
                };
                if *hops == FARTHEST || !self.nodes.add(node) {
                    self.findings.miss_known(call::FAR);
                }
                continue;
            }
            if *hops == 0 && index == *file && !at.binds_stars() {
                break;
            }
            open |= at.imported.stars.open;
            for star in &at.imported.stars.files {
                if seen.len() == MAX_NODES {
                    far = true;
                    break;
                }
                if self.files.get(*star).is_none() {
                    open = true;
                } else if seen.insert(*star) {
                    order.push(*star);
                }
            }
        }
        if found {
            return;
        }
        self.findings.miss_known(if far {
            call::FAR
        } else if open {
            call::STAR
        } else if *hops > 0 {
            call::NOT_THERE
        } else {
            unknown(dotted)
        });
    }
}

/// Length of the longest imported module that is a prefix of a dotted name, and its target.
fn longest_module<'f>(modules: &'f FxHashMap<String, Destination>, dotted: &str) -> Option<(usize, &'f Destination)> {
    if modules.is_empty() {
        return None;
    }
    let mut end = dotted.len();
    while end > 0 {
        if let Some(destination) = modules.get(&dotted[..end]) {
            return Some((end, destination));
        }
        end = dotted[..end].rfind('.')?;
    }
    None
}

fn unknown(dotted: &str) -> &'static str {
    if dotted.contains('.') {
        call::RECEIVER
    } else {
        call::UNDECLARED
    }
}

/// The nodes of one trace in the order in which they are reached, without duplicates.
#[derive(Default)]
struct Nodes {
    list: Vec<Node>,
    seen: FxHashSet<(FileIndex, String)>,
}

impl Nodes {
    /// `false` if there are too many.
    fn add(&mut self, node: Node) -> bool {
        let key = (node.file, node.dotted.clone());
        if self.seen.contains(&key) {
            return true;
        }
        if self.list.len() == MAX_NODES {
            return false;
        }
        self.seen.insert(key);
        self.list.push(node);
        true
    }
}
