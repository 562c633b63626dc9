//! A file whose declarations and blocks are compared.

use parse::elements::element_block::{Body, Callback, ElementBlock, Opening, callback_bodies};
use parse::elements::stored_block::BlockBytes;
use parse::facts::DeclarationFacts;

/// The properties of a declaration that groups of similar declarations depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedDeclaration {
    pub nodes: u32,
    /// The declaration around it, -1 for none.
    pub within: i32,
    pub start_byte: u32,
    pub end_byte: u32,
}

impl From<&DeclarationFacts> for ComparedDeclaration {
    fn from(facts: &DeclarationFacts) -> Self {
        Self {
            nodes: facts.nodes,
            within: facts.within,
            start_byte: facts.start_byte,
            end_byte: facts.end_byte,
        }
    }
}

/// What the declarations of a compared file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedBodies {
    Declarations,
    /// The callbacks of its block.
    Callbacks,
    /// So many declarations, then the callbacks.
    All(u32),
}

impl ComparedBodies {
    /// The bodies of a block with their numbers.
    /// `callbacks`: those of callbacks, from a number on.
    fn of(self, declarations: Vec<Body>, callbacks: impl FnOnce(u32) -> Vec<Body>) -> Vec<Body> {
        match self {
            Self::Declarations => declarations,
            Self::Callbacks => callbacks(0),
            Self::All(count) => {
                let mut all = declarations;
                all.extend(callbacks(count));
                all
            }
        }
    }
}

pub struct ComparedFile<'a> {
    /// An element block; its units are not read.
    pub elements: BlockBytes<'a>,
    pub declarations: Vec<ComparedDeclaration>,
    pub bodies: ComparedBodies,
}

/// # Panics
/// if the bytes are not a block: the parsers of this program and its validated cache never return such bytes
impl ComparedFile<'_> {
    /// Without units; the bodies are those of the declarations.
    pub fn block(&self) -> ElementBlock {
        let mut block = ElementBlock::decode_elements(self.elements.read(&mut Vec::new())).expect("an element block");
        let declarations = std::mem::take(&mut block.bodies);
        block.bodies = self
            .bodies
            .of(declarations, |first| callback_bodies(&block.callbacks, first));
        block
    }

    pub fn callbacks(&self) -> Vec<Callback> {
        ElementBlock::decode_callbacks(self.elements.read(&mut Vec::new())).expect("an element block")
    }

    /// As `ElementBlock::visit_elements`. `buffer`: overwritten.
    pub fn visit_elements<T: Copy>(
        &self,
        buffer: &mut Vec<u8>,
        openings: &mut Vec<T>,
        of: impl Fn(&Opening) -> T,
        visit: impl FnMut(T, u32),
    ) -> Vec<Body> {
        let elements = self.elements.read(buffer);
        let mut bodies = ElementBlock::visit_elements(elements, openings, of, visit).expect("an element block");
        let declarations = std::mem::take(&mut bodies.declarations);
        self.bodies.of(declarations, |first| {
            bodies.of_callbacks(first).expect("an element block")
        })
    }
}

/// Decodes the block of one file after another, without units; callers ask for files in order.
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
