//! Rows of files and their declarations, and the staged data for groups.

use std::io;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use base::json_text::push_list;
use parse::facts::{DeclarationFacts, DeclarationKind};
use relate::ids::DeclarationId;
use render::lists::ignored_code::ignored_lines;
use scan::model::FileEntry;

use super::codes::code_of;
use super::control_records::control_of_file;
use super::file_blocks::FileBlocks;
use super::output::Output;
use super::row_layouts::{
    ControlOfFileRow, DocOfFileRow, ElementBlockOfFileRow, FileRow, LanguageRow, NODE_KINDS, NameRow, NodeRow,
    PrintRow, SilencedLinesRow, TokenBlockOfFileRow, TreeRow,
};
use super::rows::{Row, Rows};
use super::scanned_project::ScannedProject;

/// The version of node ids, the first byte of a key.
const NODE_ID_VERSION: u8 = 2;
/// Bytes of a public id without its prefix: the version and a hash.
const KEY_BYTES: usize = 10;
const FILE: u64 = code_of(&NODE_KINDS, "file");
/// Kinds of declarations have the order of `DeclarationKind`.
const FIRST_DECLARATION: u64 = code_of(&NODE_KINDS, "function");

/// Strings that rows refer to by number, from 0 in order of first use; a frame lists new ones.
#[derive(Default)]
struct Dictionary<'a> {
    numbers: FxHashMap<&'a str, u32>,
    new: Rows,
}

impl<'a> Dictionary<'a> {
    /// `row`: of a new string.
    fn number<R: Row>(&mut self, text: &'a str, row: impl FnOnce(&'a str) -> R) -> u64 {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.new.push(&row(text));
        }
        number.into()
    }
}

pub struct NodeRows<'a> {
    project: &'a ScannedProject<'a>,
    blocks: &'a FileBlocks<'a>,
    names: Dictionary<'a>,
    languages: Dictionary<'a>,
    nodes: Rows,
    files: Rows,
    fingerprints: Rows,
    trees: Rows,
    token_blocks: Rows,
    element_blocks: Rows,
    control: Rows,
    docs: Rows,
    silenced: Rows,
    /// Number of declarations of the current file by kind and qualified name.
    equal: FxHashMap<(DeclarationKind, &'a str), u32>,
}

impl<'a> NodeRows<'a> {
    pub fn new(project: &'a ScannedProject<'a>, blocks: &'a FileBlocks<'a>) -> Self {
        Self {
            project,
            blocks,
            names: Dictionary::default(),
            languages: Dictionary::default(),
            nodes: Rows::default(),
            files: Rows::default(),
            fingerprints: Rows::default(),
            trees: Rows::default(),
            token_blocks: Rows::default(),
            element_blocks: Rows::default(),
            control: Rows::default(),
            docs: Rows::default(),
            silenced: Rows::default(),
            equal: FxHashMap::default(),
        }
    }

    /// `index`: the file's index in the scan's entries.
    pub fn file(
        &mut self,
        index: usize,
        path: &'a str,
        name_lossy: bool,
        file: &'a FileEntry,
        output: &Output,
    ) -> io::Result<()> {
        let ScannedProject { scan, ids, nodes, .. } = self.project;
        let node = FileNode {
            id: nodes[index],
            language_id: file
                .language
                .map(|name| self.languages.number(name, |name| LanguageRow { name })),
            classes: file.roles.bits().into(),
        };
        let declarations = file.facts.as_ref().map_or(&[][..], |facts| &facts.declarations);
        self.nodes.push(&NodeRow {
            kind: FILE,
            parent_id: Some(ids.node.into()),
            ..self.node_of_file(&node, node.id, &self.key_of(&[path]))
        });
        if let Some(relations) = &scan.relations[index] {
            self.equal.clear();
            for (at, facts) in (0..).zip(declarations) {
                let key = self.key_of_declaration(path, facts);
                self.declaration(&node, at, facts, (&key, relations.ids.of(path, declarations, at)));
            }
        }
        let id = u64::from(node.id);
        let tree_hash = file.facts.as_ref().map(|facts| &facts.tree_hash[..]);
        if let Some(tree_hash) = tree_hash {
            self.trees.push(&TreeRow { node_id: id, tree_hash });
        }
        if let Some(facts) = &file.facts {
            let blocks = self.blocks.of(facts);
            if blocks.tokens > 0 {
                self.token_blocks.push(&TokenBlockOfFileRow {
                    file_id: id,
                    staged_id: blocks.tokens.into(),
                });
            }
            if blocks.elements > 0 {
                self.element_blocks.push(&ElementBlockOfFileRow {
                    file_id: id,
                    staged_id: blocks.elements.into(),
                });
            }
            if let Some(data) = &blocks.docs {
                self.docs.push(&DocOfFileRow { file_id: id, data });
            }
            if let Some(data) = control_of_file(facts) {
                self.control.push(&ControlOfFileRow {
                    file_id: id,
                    data: &data,
                });
            }
            if scan.options.trust_suppressions {
                for (start_line, end_line) in ignored_lines(facts) {
                    self.silenced.push(&SilencedLinesRow {
                        file_id: id,
                        start_line: start_line.into(),
                        end_line: end_line.into(),
                    });
                }
            }
        }
        self.files.push(&FileRow {
            id,
            last_node_id: id + declarations.len() as u64,
            project_id: ids.project.into(),
            path,
            name_lossy,
            status: file.status as u64,
            reason: file.reason.as_deref(),
            errors: file.error_ranges().map_or(0, |errors| errors.count.into()),
            dialect: file.dialect,
            encoding: file.encoding.as_deref(),
            size: file.size,
            lines: file.content.map(|it| it.lines),
            sha256: file.content.as_ref().map(|it| &it.sha256[..]),
            tree_hash,
            functions: declarations.iter().filter(|it| is_function(it)).count() as u64,
            repeated_lines: 0,
            copied_lines: 0,
            references_truncated: file.facts.as_ref().is_some_and(|it| it.references_truncated),
        });
        if [&self.nodes, &self.files, &self.fingerprints, &self.control, &self.docs]
            .iter()
            .any(|rows| rows.is_full())
        {
            self.finish(output)?;
        }
        Ok(())
    }

    pub fn finish(&mut self, output: &Output) -> io::Result<()> {
        // Rows come after the strings that they refer to.
        for rows in [
            &mut self.languages.new,
            &mut self.names.new,
            &mut self.nodes,
            &mut self.files,
            &mut self.fingerprints,
            &mut self.trees,
            &mut self.token_blocks,
            &mut self.element_blocks,
            &mut self.control,
            &mut self.docs,
            &mut self.silenced,
        ] {
            rows.write(output)?;
        }
        Ok(())
    }

    /// `index`: the declaration's index in its file.
    fn declaration(
        &mut self,
        file: &FileNode,
        index: u32,
        facts: &'a DeclarationFacts,
        (key, id): (&[u8], DeclarationId<'a>),
    ) {
        let qualifier = facts
            .qualified_name
            .strip_suffix(facts.name.as_str())
            .unwrap_or_default();
        let mut name_id = |text| self.names.number(text, |text| NameRow { text });
        let name = name_id(&facts.name);
        let qualifier_id = (!qualifier.is_empty()).then(|| name_id(qualifier));
        let node = file.id + 1 + index;
        let parameters = (!facts.parameters.is_empty()).then(|| {
            let mut json = String::new();
            push_list(&mut json, facts.parameters.iter().map(AsRef::as_ref));
            json
        });
        self.nodes.push(&NodeRow {
            kind: facts.kind as u64 + FIRST_DECLARATION,
            parent_id: Some((file.id + 1).strict_add_signed(facts.within).into()),
            name_id: Some(name),
            qualifier_id,
            exported: facts.exported,
            start_line: Some(facts.start_line.into()),
            end_line: Some(facts.end_line.into()),
            start_byte: Some(facts.start_byte.into()),
            end_byte: Some(facts.end_byte.into()),
            ordinal: Some(id.ordinal().into()),
            nodes: Some(facts.nodes.into()),
            parameters: parameters.as_deref(),
            returns: facts.returns.as_deref(),
            ..self.node_of_file(file, node, key)
        });
        let node_id = node.into();
        if let Some(function) = &facts.function
            && is_function(facts)
        {
            let options = &self.project.scan.options;
            let nodes = u64::from(facts.nodes);
            let listed = nodes >= options.min_nodes;
            // Similar functions that are all identical are not listed, even if they are too small for a group of their own.
            if listed || nodes >= options.copy_limits().near_nodes {
                self.fingerprints.push(&PrintRow {
                    node_id,
                    listed,
                    body: &function.body,
                    shape: &function.shape,
                });
            }
        }
        if let Some(tree_hash) = &facts.tree_hash {
            self.trees.push(&TreeRow { node_id, tree_hash });
        }
    }

    /// The columns that a file has in common with its declarations; the others are null, false or 0.
    fn node_of_file<'k>(&self, file: &FileNode, id: u32, key: &'k [u8]) -> NodeRow<'k> {
        NodeRow {
            id: id.into(),
            key,
            kind: 0,
            project_id: self.project.ids.project.into(),
            file_id: Some(file.id.into()),
            parent_id: None,
            language_id: file.language_id,
            name_id: None,
            qualifier_id: None,
            exported: false,
            classes: file.classes,
            grouped: false,
            start_line: None,
            end_line: None,
            start_byte: None,
            end_byte: None,
            ordinal: None,
            nodes: None,
            parameters: None,
            returns: None,
        }
    }

    /// Of the next declaration of a file, wherever it is in it.
    fn key_of_declaration(&mut self, path: &str, facts: &'a DeclarationFacts) -> [u8; KEY_BYTES] {
        let count = self.equal.entry((facts.kind, &facts.qualified_name)).or_default();
        *count += 1;
        let parts = [path, facts.kind.name(), &facts.qualified_name];
        match *count {
            1 => self.key_of(&parts),
            number => self.key_of(&[parts[0], parts[1], parts[2], &number.to_string()]),
        }
    }

    /// Of a node by what identifies it in the project.
    fn key_of(&self, parts: &[&str]) -> [u8; KEY_BYTES] {
        let mut digest = Sha256::new();
        digest.update(self.project.label);
        for part in parts {
            digest.update([0]);
            digest.update(part);
        }
        let digest = digest.finalize();
        std::array::from_fn(|at| if at == 0 { NODE_ID_VERSION } else { digest[at - 1] })
    }
}

/// The node of a file, with the data of its declarations.
struct FileNode {
    id: u32,
    language_id: Option<u64>,
    classes: u64,
}

fn is_function(facts: &DeclarationFacts) -> bool {
    matches!(facts.kind, DeclarationKind::Function | DeclarationKind::Method)
}
