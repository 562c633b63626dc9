//! Where a result goes: to a new file or to stdout.

use std::ffi::OsStr;
use std::io::IsTerminal;

use base::errors::AnalyzerError;
use render::out::Out;
use scan::supervise::caller;

use super::interrupt::Interrupt;
use super::new_file::NewFile;
use super::write_stream::write_stdout;

pub struct Output<'a> {
    file: Option<NewFile>,
    interrupt: &'a Interrupt,
}

impl<'a> Output<'a> {
    /// `file`: as the user wrote it. Fails if it can never be written.
    pub fn open(file: Option<&OsStr>, interrupt: &'a Interrupt) -> Result<Self, AnalyzerError> {
        let file = file.map(NewFile::new).transpose()?;
        if let Some(file) = &file {
            interrupt.remove_at_end(file.temporary().to_owned());
        }
        Ok(Self { file, interrupt })
    }

    pub fn is_terminal(&self) -> bool {
        self.file.is_none() && std::io::stdout().is_terminal()
    }

    pub fn write(self, render: impl FnOnce(&mut Out<'_>) -> Result<(), AnalyzerError>) -> Result<(), AnalyzerError> {
        caller::announce_output();
        let go_on = || self.interrupt.go_on();
        match self.file {
            Some(mut file) => {
                let mut sink = |piece: &[u8]| file.write(piece).and_then(|()| go_on());
                render(&mut Out::new(&mut sink))?;
                file.finish()
            }
            None => {
                let mut sink = |piece: &[u8]| write_stdout(piece).and_then(|()| go_on());
                render(&mut Out::new(&mut sink))
            }
        }
    }
}
