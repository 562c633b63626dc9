import type { CallColumns, ControlColumns, FileFacts, ImportFacts } from '../../facts.ts';
import type { FlatTree } from '../flat-tree.ts';
import { called } from './calls.ts';
import type { CompiledFacts } from './compile.ts';
import { ControlCollector } from './control.ts';
import { type Declaration, DeclarationCollector } from './declarations.ts';
import { Exports } from './exports.ts';
import { ImportCollector } from './imports/reader.ts';
import { NameReader } from './names.ts';
import { Nodes } from './nodes.ts';
import type { Positions } from './positions.ts';
import { fileScope, type Scope } from './scope.ts';

export interface ExtractedFacts {
  declarations: Declaration[];
  imports: ImportFacts[];
  exports?: NonNullable<FileFacts['exports']>;
  calls: CallColumns;
  control: ControlColumns;
}

/**
 * Declarations, imports, calls and control structure of one file, in one pass over its tree. What kinds mean comes
 * from the language's data; no tree makes it throw, however broken.
 */
export function extractFacts(tree: FlatTree, language: CompiledFacts, positions: Positions): ExtractedFacts {
  const nodes = new Nodes(tree, language.noise);
  const names = new NameReader(nodes, language);
  const exports = new Exports(nodes, language);
  const imports = new ImportCollector(nodes, positions);
  const declarations = new DeclarationCollector(nodes, names, exports, language, positions);
  const control = new ControlCollector(nodes, positions);
  const calls: CallColumns = { callee: [], line: [], within: [] };
  const reader = language.reader({ nodes, names, exports, imports });

  const { stops } = language;
  const { count, kind, start } = tree;
  let scope: Scope = fileScope(count);
  for (let node = 0; node < count; node++) {
    const nodeKind = kind[node] ?? 0;
    if (stops[nodeKind] !== 1) continue;
    while (node >= scope.end && scope.outer !== undefined) scope = scope.outer;
    const rules = language.rules(nodeKind);
    if (rules === undefined) continue;
    const isImport = rules.read === true && reader.read(node, scope);
    if (rules.call !== undefined && !isImport) {
      const call = called(nodes, names, node, rules.call);
      if (call !== undefined && 'callee' in call) {
        calls.callee.push(call.callee);
        calls.line.push(positions.line(start[node] ?? 0));
        calls.within.push(scope.within);
      }
      if (call !== undefined) control.add('control' in call ? call.control : 'call', node, scope);
    }
    if (rules.control !== undefined) scope = control.enter(node, rules.control, scope);
    if (rules.declaration !== undefined) scope = declarations.enter(node, rules.declaration, scope);
    else if (rules.container !== undefined) scope = declarations.enterContainer(node, rules.container, scope);
  }

  const ordered = declarations.finish();
  const { renamed } = exports;
  for (const columns of [calls, control.columns]) renumber(columns.within, ordered.order);
  return {
    declarations: ordered.declarations,
    imports: imports.found,
    ...(renamed.length === 0 ? {} : { exports: renamed }),
    calls,
    control: control.columns,
  };
}

function renumber(within: number[], order: Int32Array): void {
  for (let i = 0; i < within.length; i++) {
    const declaration = within[i] ?? -1;
    if (declaration >= 0) within[i] = order[declaration] ?? -1;
  }
}
