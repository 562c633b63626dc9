//! Compound commands, functions and coprocesses.

use crate::bytes::{CLASS, GLOB, META, WORD};
use crate::frames::{Case, Expected, For, Form, Frame, FunctionState, If, IfState, Loop, Mode, Test};
use crate::names::Name;
use crate::parser::{Category, Closer, Parser};

impl Parser {
    /// Whether a compound command starts at the position.
    pub(crate) fn is_compound(&self) -> bool {
        match self.here() {
            b'(' => true,
            b'{' => self.is_delimiter(self.pos + 1),
            b'i' => self.is_word(b"if"),
            b'w' => self.is_word(b"while"),
            b'u' => self.is_word(b"until"),
            b'f' => self.is_word(b"for"),
            b's' => self.is_word(b"select"),
            b'c' => self.is_word(b"case"),
            b'[' => self.is_word(b"[["),
            _ => false,
        }
    }

    /// Starts the compound command at the position.
    pub(crate) fn compound(&mut self, field: Name) {
        match self.here() {
            b'(' if self.next() == b'(' && self.is_arithmetic(self.pos + 2) => {
                let rewind = self.mark();
                self.open_node(Name::ArithmeticCommand, field);
                self.leaf(Name::DoubleParenOpen, 2);
                self.push_arithmetic(Form::Parentheses, rewind);
            }
            b'(' => {
                self.open_node(Name::Subshell, field);
                self.leaf(Name::ParenOpen, 1);
                self.enter(Category::Parenthesis);
                self.stack.push(Frame::Subshell);
                self.push_list(Name::None, false);
            }
            b'{' => self.open_group(field),
            b'i' => {
                self.open_node(Name::IfStatement, field);
                self.leaf(Name::If, 2);
                self.enter(Category::If);
                self.stack.push(Frame::If(If {
                    state: IfState::Condition,
                    has_clause: false,
                }));
                self.push_list(Name::FieldCondition, false);
            }
            b'w' | b'u' => {
                self.open_node(Name::WhileStatement, field);
                self.leaf(if self.here() == b'w' { Name::While } else { Name::Until }, 5);
                self.enter(Category::Loop);
                self.stack.push(Frame::Loop(Loop::Condition));
                self.push_list(Name::FieldCondition, false);
            }
            b'f' => self.open_for(field),
            b's' => {
                self.open_node(Name::ForStatement, field);
                self.leaf(Name::Select, 6);
                self.for_variable();
            }
            b'c' => {
                self.open_node(Name::CaseStatement, field);
                self.leaf(Name::Case, 4);
                self.enter(Category::Case);
                self.stack.push(Frame::Case(Case::In));
                self.blanks();
                self.word_here(Name::FieldValue, Mode::Command);
            }
            _ => {
                self.open_node(Name::TestCommand, field);
                self.leaf(Name::TestOpen, 2);
                self.stack.push(Frame::Test(Test {
                    is_regex: false,
                    expected: Expected::First,
                    is_complete: false,
                    depth: 0,
                }));
            }
        }
    }

    fn open_group(&mut self, field: Name) {
        self.open_node(Name::CompoundStatement, field);
        self.leaf(Name::BraceOpen, 1);
        self.enter(Category::Brace);
        self.stack.push(Frame::Group);
        self.push_list(Name::None, false);
    }

    pub(crate) fn group(&mut self) {
        if self.closer() == Some(Closer::Brace) {
            self.leaf(Name::BraceClose, 1);
        } else if self.gives_up() {
            self.missing(Name::BraceClose);
        } else {
            return self.push_list(Name::None, true);
        }
        self.leave(Category::Brace);
        self.stack.pop();
        self.close_node();
    }

    pub(crate) fn subshell(&mut self) {
        if self.closer() == Some(Closer::Parenthesis) {
            self.leaf(Name::ParenClose, 1);
        } else if self.gives_up() {
            self.missing(Name::ParenClose);
        } else {
            return self.push_list(Name::None, true);
        }
        self.leave(Category::Parenthesis);
        self.stack.pop();
        self.close_node();
    }

    pub(crate) fn if_statement(&mut self, mut frame: If) {
        let closer = self.closer();
        match (closer, frame.state) {
            (Some(Closer::Then), IfState::Condition) => {
                self.leaf(Name::Then, 4);
                frame.state = IfState::Body;
                self.suspend(Frame::If(frame));
                self.push_list(Name::None, false);
            }
            (Some(Closer::Elif | Closer::Else | Closer::Fi), IfState::Condition) => {
                self.missing(Name::Then);
                frame.state = IfState::Body;
                self.suspend(Frame::If(frame));
            }
            (Some(Closer::Elif | Closer::Else), IfState::Body) => {
                if frame.has_clause {
                    self.close_node();
                }
                frame.has_clause = true;
                if closer == Some(Closer::Elif) {
                    self.open_node(Name::ElifClause, Name::None);
                    self.leaf(Name::Elif, 4);
                    frame.state = IfState::Condition;
                } else {
                    self.open_node(Name::ElseClause, Name::None);
                    self.leaf(Name::Else, 4);
                    frame.state = IfState::Else;
                }
                self.suspend(Frame::If(frame));
                self.push_list(Name::None, false);
            }
            (Some(Closer::Fi), _) => {
                if frame.has_clause {
                    self.close_node();
                }
                self.leaf(Name::Fi, 2);
                self.end_if();
            }
            (Some(Closer::Then | Closer::Elif | Closer::Else), _) => {
                self.stray();
                self.push_list(Name::None, true);
            }
            _ if self.gives_up() => {
                if frame.has_clause {
                    self.close_node();
                }
                self.missing(Name::Fi);
                self.end_if();
            }
            _ => self.push_list(Name::None, true),
        }
    }

    fn end_if(&mut self) {
        self.leave(Category::If);
        self.stack.pop();
        self.close_node();
    }

    /// The body of a loop starts at `do`.
    fn open_do(&mut self) {
        self.open_node(Name::DoGroup, Name::FieldBody);
        self.leaf(Name::Do, 2);
        self.suspend(Frame::Loop(Loop::Body));
        self.push_list(Name::None, false);
    }

    pub(crate) fn loop_statement(&mut self, frame: Loop) {
        let closer = self.closer();
        match (closer, frame) {
            (Some(Closer::Do), Loop::Condition) => return self.open_do(),
            (Some(Closer::Done), Loop::Condition) => {
                self.missing(Name::Do);
                self.leaf(Name::Done, 4);
            }
            (Some(Closer::Done), Loop::Body) => {
                self.leaf(Name::Done, 4);
                self.close_node();
            }
            (Some(Closer::Do), Loop::Body) => {
                self.stray();
                return self.push_list(Name::None, true);
            }
            _ if self.gives_up() => {
                self.missing(Name::Done);
                if frame == Loop::Body {
                    self.close_node();
                }
            }
            _ => return self.push_list(Name::None, true),
        }
        self.leave(Category::Loop);
        self.stack.pop();
        self.close_node();
    }

    fn open_for(&mut self, field: Name) {
        let node = self.open_node(Name::ForStatement, field);
        self.leaf(Name::For, 3);
        self.blanks();
        if self.here() == b'(' && self.next() == b'(' {
            self.set_kind(node, Name::CStyleForStatement);
            self.enter(Category::Loop);
            self.stack.push(Frame::For(For::Do));
            let rewind = self.mark();
            self.open_tentative(Name::None);
            self.leaf(Name::DoubleParenOpen, 2);
            self.push_arithmetic(Form::Parentheses, rewind);
        } else {
            self.for_variable();
        }
    }

    fn for_variable(&mut self) {
        self.enter(Category::Loop);
        self.stack.push(Frame::For(For::In));
        self.blanks();
        let start = self.pos;
        while !self.is_delimiter(self.pos) {
            self.pos += 1;
        }
        if self.pos == start {
            self.missing(Name::MissingWord);
        } else {
            self.leaf_from(Name::VariableName, Name::FieldVariable, start);
        }
    }

    pub(crate) fn for_statement(&mut self, mut frame: For) {
        match frame {
            For::In => {
                if self.gap() {
                    return;
                }
                frame = if self.is_word(b"in") {
                    self.leaf(Name::In, 2);
                    For::Words
                } else {
                    For::Do
                };
                self.suspend(Frame::For(frame));
            }
            For::Words => {
                self.blanks();
                match self.here() {
                    b'\n' | b';' | b'#' => self.suspend(Frame::For(For::Do)),
                    b'<' | b'>' if self.next() == b'(' => self.word_here(Name::FieldValue, Mode::Command),
                    byte if CLASS[usize::from(byte)] & META != 0 || self.at_end() => {
                        if self.at_end() || byte == b')' {
                            self.suspend(Frame::For(For::Do));
                        } else {
                            self.unexpected(1);
                        }
                    }
                    _ => self.word_here(Name::FieldValue, Mode::Command),
                }
            }
            For::Do => {
                if self.gap() {
                    return;
                }
                if self.here() == b';' && !matches!(self.next(), b';' | b'&') {
                    self.pos += 1;
                    if self.gap() {
                        return;
                    }
                }
                match self.closer() {
                    Some(Closer::Do) => self.open_do(),
                    _ if self.here() == b'{' && self.is_delimiter(self.pos + 1) => {
                        self.suspend(Frame::For(For::End));
                        self.open_group(Name::FieldBody);
                    }
                    _ => {
                        self.missing(Name::Do);
                        self.open_tentative(Name::None);
                        self.suspend(Frame::Loop(Loop::Body));
                        self.push_list(Name::None, true);
                    }
                }
            }
            For::End => {
                self.leave(Category::Loop);
                self.stack.pop();
                self.close_node();
            }
        }
    }

    pub(crate) fn case_statement(&mut self, frame: Case) {
        match frame {
            Case::In => {
                if self.gap() {
                    return;
                }
                if self.is_word(b"in") {
                    self.leaf(Name::In, 2);
                    self.suspend(Frame::Case(Case::Item));
                } else {
                    self.missing(Name::In);
                    self.end_case();
                }
            }
            Case::Item => self.case_item(),
            Case::Pattern => {
                self.blanks();
                self.suspend(Frame::Case(Case::AfterPattern));
                if matches!(self.here(), b'|' | b')' | b'\n') || self.at_end() {
                    self.missing(Name::MissingWord);
                } else {
                    self.word_here(Name::FieldValue, Mode::Command);
                }
            }
            Case::AfterPattern => self.after_pattern(),
            Case::AfterBody => self.after_case_body(),
        }
    }

    fn case_item(&mut self) {
        if self.gap() {
            return;
        }
        match self.closer() {
            Some(Closer::Esac) => {
                self.leaf(Name::Esac, 4);
                return self.end_case();
            }
            Some(Closer::End) => {
                self.missing(Name::Esac);
                return self.end_case();
            }
            Some(Closer::Parenthesis | Closer::Brace | Closer::DoubleSemicolon) => {
                let is_brace = self.closer() == Some(Closer::Brace);
                let category = if is_brace {
                    Category::Brace
                } else {
                    Category::Parenthesis
                };
                if self.here() != b';' && self.open[category as usize] > 0 {
                    self.missing(Name::Esac);
                    return self.end_case();
                }
                return self.stray();
            }
            _ => {}
        }
        self.open_node(Name::CaseItem, Name::None);
        if self.here() == b'(' {
            self.pos += 1;
        }
        self.suspend(Frame::Case(Case::Pattern));
    }

    fn after_pattern(&mut self) {
        self.blanks();
        match self.here() {
            b'|' => {
                self.leaf(Name::Pipe, 1);
                self.suspend(Frame::Case(Case::Pattern));
            }
            b')' => {
                self.leaf(Name::ParenClose, 1);
                self.suspend(Frame::Case(Case::AfterBody));
                self.push_list(Name::None, true);
            }
            _ => {
                // No item: its line is an error.
                let end = self.line_end(self.pos);
                if end > self.pos {
                    self.unexpected(end - self.pos);
                } else {
                    self.missing(Name::ParenClose);
                }
                self.close_node();
                self.suspend(Frame::Case(Case::Item));
            }
        }
    }

    fn after_case_body(&mut self) {
        match self.closer() {
            Some(Closer::DoubleSemicolon) => {
                match (self.next(), self.byte(self.pos + 2)) {
                    (b'&', _) => self.leaf(Name::FallThrough, 2),
                    (_, b'&') => self.leaf(Name::TestNext, 3),
                    // Every item that is not followed by another ends here.
                    _ => self.pos += 2,
                }
                self.close_node();
                self.suspend(Frame::Case(Case::Item));
            }
            Some(Closer::Esac) => {
                self.close_node();
                self.suspend(Frame::Case(Case::Item));
            }
            _ if self.gives_up() => {
                self.close_node();
                self.missing(Name::Esac);
                self.end_case();
            }
            _ => self.push_list(Name::None, true),
        }
    }

    fn end_case(&mut self) {
        self.leave(Category::Case);
        self.stack.pop();
        self.close_node();
    }

    /// Starts the function at the position, if there is one.
    pub(crate) fn function_definition(&mut self) -> bool {
        if self.here() == b'f' && self.is_word(b"function") {
            return self.function_keyword();
        }
        if self.here() == b'@' && self.is_word(b"@test") && self.is_bats_test() {
            self.open_node(Name::FunctionDefinition, Name::None);
            self.pos += 5;
            self.blanks();
            self.stack.push(Frame::Function(FunctionState::Body));
            self.word_here(Name::FieldName, Mode::Command);
            return true;
        }
        let mut at = self.pos;
        while CLASS[usize::from(self.byte(at))] & (WORD | GLOB) != 0 && self.byte(at) != b'=' {
            at += 1;
        }
        let name_end = at;
        while matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        if name_end == self.pos || self.byte(at) != b'(' {
            return false;
        }
        at += 1;
        while matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        if self.byte(at) != b')' {
            return false;
        }
        self.open_node(Name::FunctionDefinition, Name::None);
        let start = self.pos;
        self.pos = name_end;
        self.leaf_from(Name::Word, Name::FieldName, start);
        self.pos = at + 1;
        self.stack.push(Frame::Function(FunctionState::Body));
        true
    }

    fn function_keyword(&mut self) -> bool {
        self.open_node(Name::FunctionDefinition, Name::None);
        self.pos += b"function".len();
        self.blanks();
        let start = self.pos;
        while !self.is_delimiter(self.pos) {
            self.pos += 1;
        }
        if self.pos == start {
            self.missing(Name::MissingWord);
        } else {
            self.leaf_from(Name::Word, Name::FieldName, start);
        }
        self.blanks();
        if self.here() == b'(' {
            let start = self.pos;
            self.pos += 1;
            self.blanks();
            if self.here() == b')' {
                self.pos += 1;
            } else {
                self.pos = start;
            }
        }
        self.stack.push(Frame::Function(FunctionState::Body));
        true
    }

    /// A test of bats: `@test "name" {`.
    fn is_bats_test(&self) -> bool {
        let end = self.line_end(self.pos);
        let line = self.text[self.pos..end].trim_ascii_end();
        line.ends_with(b"{") || line.ends_with(b"}") && line.contains(&b'{')
    }

    pub(crate) fn function(&mut self, frame: FunctionState) {
        if frame == FunctionState::Body {
            if self.gap() {
                return;
            }
            self.suspend(Frame::Function(FunctionState::Redirections));
            if self.is_compound() {
                return self.compound(Name::FieldBody);
            }
            self.missing(Name::BraceOpen);
        }
        self.blanks();
        if self.redirection() {
            return;
        }
        self.stack.pop();
        self.close_node();
    }

    /// Starts the coprocess at the position, if there is one.
    pub(crate) fn coprocess(&mut self) -> bool {
        if self.here() != b'c' || !self.is_word(b"coproc") {
            return false;
        }
        self.open_node(Name::Coprocess, Name::None);
        self.leaf(Name::Coproc, 6);
        self.stack.push(Frame::Close);
        self.blanks();
        if !self.is_compound() {
            let start = self.pos;
            let length = self.name_length(start);
            self.pos += length;
            self.blanks();
            if length > 0 && self.is_compound() {
                self.pos = start + length;
                self.leaf_from(Name::VariableName, Name::None, start);
                self.blanks();
            } else {
                self.pos = start;
            }
        }
        if self.is_compound() {
            self.stack.push(Frame::Function(FunctionState::Redirections));
            self.open_tentative(Name::None);
            self.compound(Name::None);
        } else {
            self.simple_command();
        }
        true
    }
}
