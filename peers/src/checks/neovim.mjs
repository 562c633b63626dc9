import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Neovim of Debian and the libraries that it needs. */
const PACKAGES = [
  'neovim',
  'neovim-runtime',
  'libluajit-5.1-2',
  'libluajit-5.1-common',
  'libmsgpackc2',
  'libtermkey1',
  'libtree-sitter0',
  'libunibilium4',
  'libuv1',
  'libvterm0',
  'lua-luv',
];

const python = (name) => `def ${name}(a, b):\n    return [a + b, a - b, a * b]\n`;

/** What a user does: edits a file, looks at diagnostics, lists the copies, opens one. */
const SESSION = `
local function wait(what, condition)
  if not vim.wait(60000, condition, 50) then
    print('no ' .. what .. ': ' .. vim.inspect(vim.diagnostic.get(0)))
    vim.cmd('cquit')
  end
  print('has ' .. what)
end
local function has(text)
  return function()
    for _, it in ipairs(vim.diagnostic.get(0)) do
      if it.message == text then return true end
    end
    return false
  end
end
wait('the copy on disk', has('identical: sum in b.py:2'))
vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'import c' })
wait('the cycle of unsaved text', has('new import cycle: a.py -> c.py -> a.py'))
vim.api.nvim_win_set_cursor(0, { 2, 4 })
vim.lsp.buf.references()
wait('two copies in the quickfix list', function() return #vim.fn.getqflist() == 2 end)
vim.cmd('cclose')
vim.lsp.codelens.refresh()
wait('a code lens', function() return #vim.lsp.codelens.get(0) == 1 end)
print(vim.lsp.codelens.get(0)[1].command.title)
local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(), 60000)
for _, it in pairs(hover) do print(it.result.contents.value) end
vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'x = 1' })
wait('no diagnostic after the edit', function() return #vim.diagnostic.get(0) == 0 end)
vim.cmd('qall!')
`;

/** Neovim runs the configuration of docs/use/editors.md with the built program. */
export async function neovim({ peers, folder, program, transcript }) {
  const home = join(folder, 'neovim');
  const root = join(home, 'root');
  mkdirSync(root, { recursive: true });
  const fetched = spawnSync('apt-get', ['download', ...PACKAGES], { cwd: home, encoding: 'utf8' });
  transcript.expect('Debian has Neovim', fetched.status === 0, fetched.stderr);
  for (const archive of readdirSync(home).filter((name) => name.endsWith('.deb'))) {
    spawnSync('dpkg-deb', ['-x', join(home, archive), root]);
  }
  mkdirSync(join(home, 'bin'));
  symlinkSync(program.launcher, join(home, 'bin/analyzer'));
  const page = readFileSync(join(peers, '../docs/use/editors.md'), 'utf8');
  writeFileSync(join(home, 'init.lua'), /```lua\n(.*?)```/s.exec(page)?.[1] ?? '');
  writeFileSync(join(home, 'session.lua'), SESSION);
  const project = join(home, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'a.py'), python('total'));
  writeFileSync(join(project, 'b.py'), `\n${python('sum')}`);
  writeFileSync(join(project, 'c.py'), 'import a\n');
  const env = {
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    LD_LIBRARY_PATH: join(root, 'usr/lib/x86_64-linux-gnu'),
    VIMRUNTIME: join(root, 'usr/share/nvim/runtime'),
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
  };
  const nvim = join(root, 'usr/bin/nvim');
  transcript.run('Neovim starts', [nvim, '--version'], { env, output: /^NVIM v/ });
  transcript.run(
    'Neovim shows copies and cycles of unsaved text',
    [nvim, '--headless', '--clean', '-u', join(home, 'init.lua'), '-c', 'luafile ../session.lua', 'a.py'],
    { cwd: project, env, output: /has no diagnostic after the edit/ },
  );
}
