import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { LspClient } from './client-fixture.ts';

const launcher = fileURLToPath(new URL('../../bin/analyzer.js', import.meta.url));
const PATIENCE = 60_000;

const total = (name: string, least: number) => `def ${name}(items, rate, limit):
    total = 0
    skipped = []
    for item in items:
        if item.count > ${least}:
            total += item.price * item.count
        elif item.price < limit:
            skipped.append(item.name.strip())
        else:
            total -= item.discount / rate
    for name in sorted(skipped):
        print("skipped", name, len(skipped))
    return round(total * rate, 2)
`;

test(
  'the code action of a copy shows the patch of one function for the saved copies, and changes no file',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'analyzer-lsp-draft-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const text = `${total('small', 3)}\n\n${total('large', 90)}`;
    writeFileSync(join(folder, 'shop.py'), text);
    const client = new LspClient([launcher, 'lsp'], folder);
    await client.initialize(folder, { window: { showDocument: { support: true } } });
    const uri = pathToFileURL(join(folder, 'shop.py')).href;
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version: 1, text } });
    await client.diagnostics((it) => it.uri === uri && it.diagnostics.length > 0);
    const start = { line: 2, character: 0 };
    const request = { textDocument: { uri }, range: { start, end: start }, context: { diagnostics: [] } };
    const actions = Object(await client.request('textDocument/codeAction', request));
    const action = actions.find(({ title }: { title: string }) => title === 'Show one function for these 2 copies');
    await client.request('workspace/executeCommand', action.command);
    const shown = client.requests.findLast(({ method }) => method === 'window/showDocument')?.params;
    const draft = readFileSync(fileURLToPath(Object(shown).uri), 'utf8');
    expect(draft).toMatch(/^\w+ in shop\.py: for 2 copies, 1 parameter for what differs, saves \d lines?\n/);
    expect(draft).toContain('\n+    return _');
    expect(readFileSync(join(folder, 'shop.py'), 'utf8')).toBe(text);
    client.end();
    await client.ended;
  },
  PATIENCE,
);
