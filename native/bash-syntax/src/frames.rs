//! The constructs around the position. The frames replace the machine stack, so that nesting needs only memory.

use crate::names::Name;
use crate::operands::Operands;

#[derive(Clone, Copy)]
pub enum Frame {
    List(List),
    If(If),
    Loop(Loop),
    For(For),
    Case(Case),
    /// `{ … }`
    Group,
    /// `( … )`
    Subshell,
    Function(FunctionState),
    Simple(Simple),
    /// After a name or subscript: `=` or `+=`, then a value.
    Value,
    Array(Rewind),
    /// `[[ … ]]`
    Test(Test),
    /// `$( … )`, `<( … )`, `${ …; }`
    Substitution(Substitution),
    Backquote(Backquote),
    Word(Word),
    String(Quoted),
    Expansion(Expansion),
    Arithmetic(Arithmetic),
    HereDocuments(HereDocuments),
    /// A redirection of a simple command, by its event.
    Redirection(u32),
    /// The innermost open node ends.
    Close,
}

/// The state to return to if a construct is not closed.
#[derive(Clone, Copy)]
pub struct Rewind {
    pub event: u32,
    pub position: u32,
    pub pending: u32,
}

/// Commands up to a word that closes the construct around them.
#[derive(Clone, Copy)]
pub struct List {
    pub state: ListState,
    /// Of its statements.
    pub field: Name,
    /// Events of the nodes that are written only if they hold more than one command.
    pub list: u32,
    pub pipeline: u32,
    pub redirected: u32,
    pub is_compound: bool,
    pub is_empty: bool,
    pub may_be_empty: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ListState {
    Statement,
    /// After `|`.
    Command,
    /// After `&&` and `||`.
    Pipeline,
    AfterCommand,
}

#[derive(Clone, Copy)]
pub struct If {
    pub state: IfState,
    pub has_clause: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum IfState {
    Condition,
    Body,
    Else,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Loop {
    Condition,
    Body,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// After the variable.
    In,
    Words,
    /// Before `do` or `{`, after an optional `;`.
    Do,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Case {
    In,
    Item,
    Pattern,
    AfterPattern,
    AfterBody,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FunctionState {
    Body,
    Redirections,
}

#[derive(Clone, Copy)]
pub struct Simple {
    pub node: u32,
    pub kind: Name,
    pub assignments: u8,
    pub operands: Operands,
    /// The names are those of functions: `unset -f`.
    pub names_functions: bool,
    pub is_redirected: bool,
}

#[derive(Clone, Copy)]
pub struct Test {
    pub is_regex: bool,
    pub expected: Expected,
    /// An operand is complete, so that a line end may end the test.
    pub is_complete: bool,
    pub depth: u32,
}

/// The operand of a test at the position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Or a unary operator.
    First,
    /// After a binary operator.
    Second,
    /// A name of a variable: after `-v`, and beside `-eq`, where a word is arithmetic.
    Variable,
}

/// The state around a substitution, which has no effect inside.
#[derive(Clone, Copy)]
pub struct Scope {
    pub pending: u32,
    pub open: [u32; 5],
    pub is_brace: bool,
}

#[derive(Clone, Copy)]
pub struct Substitution {
    pub scope: Scope,
    pub is_brace: bool,
}

#[derive(Clone, Copy)]
pub struct Backquote {
    pub scope: Scope,
    /// The end of the text around it, and where that continues.
    pub end: u32,
    pub resume: u32,
}

#[derive(Clone, Copy)]
pub struct Word {
    pub mode: Mode,
    /// Of parentheses in patterns.
    pub depth: u32,
    pub node: u32,
    pub parts: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Command,
    Regex,
    /// Up to the `}` of an expansion.
    Parameter,
    /// Up to the `/` or `}` of an expansion.
    Pattern,
}

#[derive(Clone, Copy)]
pub struct Quoted {
    pub rewind: Rewind,
}

#[derive(Clone, Copy)]
pub struct Expansion {
    pub state: ExpansionState,
    pub rewind: Rewind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ExpansionState {
    Operator,
    Replacement,
    End,
}

#[derive(Clone, Copy)]
pub struct Arithmetic {
    pub form: Form,
    /// Of brackets inside.
    pub depth: u32,
    pub rewind: Rewind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `$(( … ))`, `(( … ))`, `for (( … ))`
    Parentheses,
    /// `$[ … ]`
    Brackets,
    /// `a[ … ]`
    Subscript,
    /// `${a: … }`; it ends before the brace.
    Substring,
}

#[derive(Clone, Copy)]
pub struct HereDocuments {
    pub state: HereState,
    /// Of the pending ones.
    pub next: u32,
    pub event: u32,
    /// End of the body, the line of its delimiter, and the text after both.
    pub body_end: u32,
    pub closing: u32,
    pub after: u32,
    pub end: u32,
    pub last_end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HereState {
    Next,
    Body,
}
