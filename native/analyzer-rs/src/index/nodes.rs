//! Rows of files and their declarations, and the staged data for groups.

use std::io;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::json_text::push_list;
use crate::parse::facts::{DeclarationFacts, DeclarationKind};
use crate::relate::ids::DeclarationId;
use crate::scan::model::FileEntry;

use super::output::Output;
use super::project::Project;
use super::rows::Rows;
use super::tokens::TokenBlocks;

/// Bytes of a public id without its prefix.
const KEY_BYTES: usize = 10;
/// Indices in `NODE_KINDS` of `codes.ts`; kinds of declarations follow in the order of `DeclarationKind`.
const FILE: u32 = 1;
const FIRST_DECLARATION: u32 = 2;

/// Strings that rows refer to by number, from 0 in order of first use; a frame lists new ones.
struct Dictionary<'a> {
    numbers: FxHashMap<&'a str, u32>,
    new: Rows,
}

impl<'a> Dictionary<'a> {
    fn new(table: &'static str) -> Self {
        Self {
            numbers: FxHashMap::default(),
            new: Rows::new(table),
        }
    }

    fn number(&mut self, text: &'a str) -> u32 {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.new.text(text);
        }
        number
    }
}

pub struct NodeRows<'a> {
    project: &'a Project<'a>,
    blocks: &'a TokenBlocks<'a>,
    names: Dictionary<'a>,
    languages: Dictionary<'a>,
    nodes: Rows,
    files: Rows,
    prints: Rows,
    trees: Rows,
    blocks_of_files: Rows,
    /// Of the current declaration.
    id: String,
}

impl<'a> NodeRows<'a> {
    pub fn new(project: &'a Project<'a>, blocks: &'a TokenBlocks<'a>) -> Self {
        Self {
            project,
            blocks,
            names: Dictionary::new("name"),
            languages: Dictionary::new("language"),
            nodes: Rows::new("node"),
            files: Rows::new("file"),
            prints: Rows::new("print"),
            trees: Rows::new("tree"),
            blocks_of_files: Rows::new("block_of_file"),
            id: String::new(),
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
        let Project { scan, ids, nodes, .. } = self.project;
        let id = nodes[index];
        let language = file.language.map(|it| self.languages.number(it));
        let declarations = file.facts.as_ref().map_or(&[][..], |facts| &facts.declarations);
        let key = self.key_of(path);
        let node = self.nodes.number(id).bytes(&key).number(FILE).number(ids.project);
        node.number(id).number(ids.node).optional_number(language).nulls(2);
        node.flag(false).number(file.roles.bits()).flag(false).nulls(8);
        if let Some(relations) = &scan.relations[index] {
            for (at, facts) in (0..).zip(declarations) {
                let place = Place {
                    node: id + 1 + at,
                    file: id,
                    language,
                    classes: file.roles.bits(),
                };
                self.declaration(&place, facts, relations.ids.of(path, declarations, at));
            }
        }
        let tree_hash = file.facts.as_ref().map(|facts| &facts.tree_hash[..]);
        if let Some(hash) = tree_hash {
            self.trees.number(id).bytes(hash);
        }
        if let Some(block) = file.facts.as_ref().and_then(|facts| self.blocks.of(facts)) {
            self.blocks_of_files.number(id).number(block);
        }
        let row = self.files.number(id).number(id + declarations.len() as u32);
        row.number(ids.project).text(path).flag(name_lossy);
        row.number(file.status as u32).optional_text(file.reason.as_deref());
        row.number(file.error_ranges().map_or(0, |errors| errors.count));
        row.optional_text(file.dialect).optional_text(file.encoding.as_deref());
        row.number(file.size).optional_number(file.content.map(|it| it.lines));
        row.optional_bytes(file.content.as_ref().map(|it| &it.sha256[..]));
        row.optional_bytes(tree_hash);
        row.number(declarations.iter().filter(|it| is_function(it)).count() as u64);
        row.number(0u32);
        if [&self.nodes, &self.files, &self.prints]
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
            &mut self.prints,
            &mut self.trees,
            &mut self.blocks_of_files,
        ] {
            rows.write(output)?;
        }
        Ok(())
    }

    fn declaration(&mut self, place: &Place, facts: &'a DeclarationFacts, id: DeclarationId<'a>) {
        let name = self.names.number(&facts.name);
        let qualifier = facts
            .qualified_name
            .strip_suffix(facts.name.as_str())
            .unwrap_or_default();
        let qualifier = (!qualifier.is_empty()).then(|| self.names.number(qualifier));
        self.id.clear();
        id.push_to(&mut self.id, String::push_str);
        let key = self.key_of(&self.id);
        let Place {
            node,
            file,
            language,
            classes,
            ..
        } = *place;
        let row = self.nodes.number(node).bytes(&key);
        row.number(facts.kind as u32 + FIRST_DECLARATION);
        row.number(self.project.ids.project).number(file);
        row.number((file + 1).strict_add_signed(facts.within));
        row.optional_number(language).number(name).optional_number(qualifier);
        row.flag(facts.exported).number(classes).flag(false);
        row.number(facts.start_line).number(facts.end_line);
        row.number(facts.start_byte).number(facts.end_byte);
        row.number(id.ordinal()).number(facts.nodes);
        if facts.parameters.is_empty() {
            row.null();
        } else {
            let mut parameters = String::new();
            push_list(&mut parameters, facts.parameters.iter().map(AsRef::as_ref));
            row.text(&parameters);
        }
        row.optional_text(facts.returns.as_deref());
        if let Some(function) = &facts.function
            && is_function(facts)
            && u64::from(facts.nodes) >= self.project.scan.options.min_nodes
        {
            self.prints.number(node).bytes(&function.body).bytes(&function.shape);
        }
        if let Some(hash) = &facts.tree_hash {
            self.trees.number(node).bytes(hash);
        }
    }

    /// Of a node by its id in the project.
    fn key_of(&self, id: &str) -> [u8; KEY_BYTES] {
        let mut digest = Sha256::new();
        digest.update(self.project.label);
        digest.update([0]);
        digest.update(id);
        let digest = digest.finalize();
        std::array::from_fn(|at| digest[at])
    }
}

/// Location of a declaration.
struct Place {
    node: u32,
    file: u32,
    language: Option<u32>,
    classes: u32,
}

fn is_function(facts: &DeclarationFacts) -> bool {
    matches!(facts.kind, DeclarationKind::Function | DeclarationKind::Method)
}
