//! The working directories of a script's commands. Nothing is executed: `cd` is assumed to succeed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bash_constants::constant_word;
use super::bash_folder_changes::{FolderChanges, command_name, folder_changes, folder_command, is_loop, is_subshell};
use super::bash_lists::read_list;
use super::bash_script_path::{ScriptPath, ScriptPaths};
use super::bash_words::literal_word;
use crate::extract::nodes::Nodes;
use syntax::flat_tree::NodeId;

/// A working directory: empty for that in which the script starts, `sub/` for a folder from there, `/sub/` for one from
/// the script's own folder; none if it is not known.
pub type Folder = Option<String>;

/// Bytes of a working directory.
const LONGEST: usize = 1000;

/// A node after which the working directory is the one before it, or unknown if it changed.
struct Part {
    end: NodeId,
    before: Folder,
    restores: bool,
}

struct Walk<'a, 'p, 's> {
    nodes: Nodes<'a>,
    paths: &'p ScriptPaths<'s>,
    /// The word that a variable has in the complete file; none if it can have another value.
    assigned: &'p dyn Fn(&str) -> Option<&'a str>,
    changes: FolderChanges<'a>,
    found: FxHashMap<NodeId, Folder>,
    open: Vec<Part>,
    /// Commands after `||`, with the working directory before their list and whether they end the script.
    alternatives: FxHashMap<NodeId, (Folder, bool)>,
    /// Parts of pipelines.
    piped: FxHashSet<NodeId>,
    folder: Folder,
}

/// Of the commands `source` and `.`; none if no command changes it.
pub fn working_folders<'a>(
    nodes: Nodes<'a>,
    paths: &ScriptPaths<'_>,
    assigned: &dyn Fn(&str) -> Option<&'a str>,
) -> Option<FxHashMap<NodeId, Folder>> {
    let mut walk = Walk {
        nodes,
        paths,
        assigned,
        changes: folder_changes(nodes)?,
        found: FxHashMap::default(),
        open: Vec::new(),
        alternatives: FxHashMap::default(),
        piped: FxHashSet::default(),
        folder: Some(String::new()),
    };
    for node in 0..nodes.tree.count() {
        walk.node(node);
    }
    Some(walk.found)
}

impl Walk<'_, '_, '_> {
    fn node(&mut self, node: NodeId) {
        let nodes = self.nodes;
        self.leave(node);
        self.enter_alternative(node);
        let kind = nodes.kind(node);
        if matches!(kind, "elif_clause" | "else_clause" | "case_item") {
            let before = self.open.last().and_then(|it| it.before.clone());
            self.forget_other(&before);
        }
        if self.piped.contains(&node) || is_subshell(nodes, node) {
            self.enter(node, true);
        }
        match kind {
            "if_statement" | "case_statement" | "negated_command" => self.enter(node, false),
            "function_definition" => {
                self.enter(node, true);
                if self.changes.in_functions || self.changes.last > Some(node) {
                    self.folder = None;
                }
            }
            "list" => self.enter_list(node),
            "pipeline" if nodes.solids(node).count() > 1 => self.piped.extend(nodes.solids(node)),
            "command" => self.command(node),
            _ if is_loop(kind) => {
                self.enter(node, false);
                if self.changes.loops.contains(&node) {
                    self.folder = None;
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, node: NodeId, restores: bool) {
        self.open.push(Part {
            end: self.nodes.tree.end_of(node),
            before: self.folder.clone(),
            restores,
        });
    }

    fn leave(&mut self, node: NodeId) {
        while let Some(part) = self.open.pop_if(|it| it.end <= node) {
            if part.restores {
                self.folder = part.before;
            } else {
                self.forget_other(&part.before);
            }
        }
    }

    /// The working directory is unknown if it is not the earlier one.
    fn forget_other(&mut self, before: &Folder) {
        if self.folder != *before {
            self.folder = None;
        }
    }

    fn enter_list(&mut self, node: NodeId) {
        let list = read_list(self.nodes, node, &self.changes.commands);
        if !list.is_certain {
            self.enter(node, false);
        }
        for it in list.alternatives {
            let leaves = list.leaving == Some(it);
            self.alternatives.insert(it, (self.folder.clone(), leaves));
        }
    }

    fn enter_alternative(&mut self, node: NodeId) {
        let Some((before, leaves)) = self.alternatives.remove(&node) else {
            return;
        };
        if leaves {
            self.enter(node, true);
        }
        self.forget_other(&before);
    }

    fn command(&mut self, node: NodeId) {
        let name = command_name(self.nodes, node);
        if name == "source" || name == "." {
            self.found.insert(node, self.folder.clone());
        } else if self.changes.commands.contains(&node) {
            self.folder = self.changed(node);
        } else if self.changes.in_functions && self.changes.functions.contains(name.as_str()) {
            self.folder = None;
        }
    }

    /// The working directory after `cd` or `pushd`.
    fn changed(&self, node: NodeId) -> Folder {
        let (name, words) = folder_command(self.nodes, node)?;
        let mut operands = words.into_iter().filter(|word| !is_option(&self.nodes.text(*word)));
        let operand = operands.next()?;
        if name == "popd" || operands.next().is_some() {
            return None;
        }
        if let Some(literal) = literal_word(self.nodes, operand) {
            return self.inside(&literal);
        }
        let written = self.nodes.tree.written(operand);
        match self.paths.word(written) {
            Some(ScriptPath::Folder(path)) => Some(path + "/"),
            Some(ScriptPath::Script) => None,
            None => self.inside(&constant_word(written, self.assigned)?),
        }
    }

    fn inside(&self, literal: &str) -> Folder {
        if literal.is_empty() || literal.starts_with(['/', '+', '-']) {
            return None;
        }
        let folder = format!("{}{literal}/", self.folder.as_ref()?);
        (folder.len() <= LONGEST).then_some(folder)
    }
}

/// An option of `cd`.
fn is_option(word: &str) -> bool {
    let is_letter = |one| matches!(one, 'L' | 'P' | 'e' | '@');
    word == "--"
        || word
            .strip_prefix('-')
            .is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_letter))
}
