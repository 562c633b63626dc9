//! Operands of builtins that name variables: `read -r a b`, `printf -v a`, `mapfile a`, `getopts o a`.

/// A builtin that sets variables named by its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Builtin {
    Read,
    Mapfile,
    Printf,
    Getopts,
}

/// The meaning of the next argument of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operands {
    /// This argument and all after it are text.
    Text,
    /// An option, or the first operand.
    Options(Builtin),
    /// The argument of an option is text.
    OptionText(Builtin),
    /// The argument of an option is a name.
    OptionName(Builtin),
    First(Builtin),
    /// A name; the arguments after it are text.
    Name,
    Names,
}

impl Builtin {
    /// Letters of options: without an argument, with a text, with a name.
    fn letters(self) -> [&'static [u8]; 3] {
        match self {
            Self::Read => [b"ersE", b"dinNptu", b"a"],
            Self::Mapfile => [b"t", b"dnOsuCc", b""],
            Self::Printf => [b"", b"", b"v"],
            Self::Getopts => [b"", b"", b""],
        }
    }

    /// The meaning of the argument after this option, or after one that only starts so.
    fn after_option(self, start: &[u8], is_complete: bool) -> Operands {
        let [flags, texts, names] = self.letters();
        for (at, letter) in start.iter().enumerate().skip(1) {
            let is_last = is_complete && at + 1 == start.len();
            match () {
                () if flags.contains(letter) => {}
                () if texts.contains(letter) && is_last => return Operands::OptionText(self),
                () if names.contains(letter) && is_last => return Operands::OptionName(self),
                () if texts.contains(letter) => return Operands::Options(self),
                () if names.contains(letter) => return self.after_named(),
                () => return Operands::Text,
            }
        }
        if is_complete {
            Operands::Options(self)
        } else {
            Operands::Text
        }
    }

    fn after_named(self) -> Operands {
        match self {
            Self::Printf => Operands::Text,
            _ => Operands::Options(self),
        }
    }

    /// Whether the first operand is a name, and the meaning of the next.
    fn first_operand(self) -> (bool, Operands) {
        match self {
            Self::Read => (true, Operands::Names),
            Self::Mapfile => (true, Operands::Text),
            Self::Printf => (false, Operands::Text),
            Self::Getopts => (false, Operands::Name),
        }
    }
}

impl Operands {
    /// The first argument of this command.
    pub fn of(command: &[u8]) -> Self {
        match command {
            b"read" => Self::Options(Builtin::Read),
            b"mapfile" | b"readarray" => Self::Options(Builtin::Mapfile),
            b"printf" => Self::Options(Builtin::Printf),
            b"getopts" => Self::First(Builtin::Getopts),
            _ => Self::Text,
        }
    }

    /// Whether an argument without quotes and expansions is in the position of a name, and the meaning of the next.
    pub fn after_word(self, word: &[u8]) -> (bool, Self) {
        match self {
            Self::Text => (false, self),
            Self::Options(builtin) if word == b"--" => (false, Self::First(builtin)),
            Self::Options(builtin) if word.len() > 1 && word[0] == b'-' => (false, builtin.after_option(word, true)),
            Self::Options(builtin) | Self::First(builtin) => builtin.first_operand(),
            Self::OptionText(builtin) => (false, Self::Options(builtin)),
            Self::OptionName(builtin) => (true, builtin.after_named()),
            Self::Name => (true, Self::Text),
            Self::Names => (true, self),
        }
    }

    /// The meaning of the argument after one with quotes or expansions. The value of an expansion can be an option.
    ///
    /// # Arguments
    /// - `start`: the letters and hyphens at its start
    pub fn after_expansion(self, start: &[u8]) -> Self {
        match self {
            Self::Options(builtin) if start.first() == Some(&b'-') => builtin.after_option(start, false),
            Self::Options(_) => Self::Text,
            _ => self.after_word(start).1,
        }
    }
}
