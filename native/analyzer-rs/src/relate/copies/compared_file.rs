//! A file whose declarations and blocks are compared.

use crate::parse::elements::element_block::ElementBlock;
use crate::parse::facts::DeclarationFacts;

/// The properties of a declaration that groups of similar declarations depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedDeclaration {
    pub nodes: u32,
    /// The declaration around it, -1 for none.
    pub within: i32,
    pub start_byte: u32,
}

impl From<&DeclarationFacts> for ComparedDeclaration {
    fn from(facts: &DeclarationFacts) -> Self {
        Self {
            nodes: facts.nodes,
            within: facts.within,
            start_byte: facts.start_byte,
        }
    }
}

pub struct ComparedFile<'a> {
    /// An element block.
    pub elements: &'a [u8],
    pub declarations: Vec<ComparedDeclaration>,
}

impl ComparedFile<'_> {
    /// # Panics
    /// if the bytes are not a block: the parsers of this program and its validated cache never return such bytes
    pub fn block(&self) -> ElementBlock {
        ElementBlock::decode(self.elements).expect("an element block")
    }
}

/// Decodes the block of one file after another; callers ask for files in order.
pub struct ElementBlocks<'a> {
    files: &'a [ComparedFile<'a>],
    last: Option<(u32, ElementBlock)>,
}

impl<'a> ElementBlocks<'a> {
    pub fn new(files: &'a [ComparedFile<'a>]) -> Self {
        Self { files, last: None }
    }

    pub fn of(&mut self, file: u32) -> &ElementBlock {
        if self.last.as_ref().is_none_or(|(last, _)| *last != file) {
            self.last = Some((file, self.files[file as usize].block()));
        }
        &self.last.as_ref().expect("just decoded").1
    }
}
