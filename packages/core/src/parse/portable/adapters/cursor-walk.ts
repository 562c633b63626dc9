import type { Tree } from 'web-tree-sitter';
import type { GapWriter } from './gap-writer.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** The same walk as `HeapWalk` over the public `TreeCursor`: slow, but on no private offset. */
export function cursorWalk(tree: Tree, builder: TreeBuilder, gaps: GapWriter, base: number, into: number): void {
  const cursor = tree.walk();
  const ancestors: number[] = into < 0 ? [] : [into];
  const depth = ancestors.length;
  try {
    for (;;) {
      const above = ancestors[ancestors.length - 1] ?? -1;
      const name = cursor.nodeIsNamed ? cursor.nodeType : `'${cursor.nodeType}`;
      const kind = builder.names.id(name);
      if (into >= 0 && ancestors.length === depth && kind === builder.kind[into]) {
        if (!cursor.gotoFirstChild()) return;
        ancestors.push(into);
        continue;
      }
      const start = base + cursor.startIndex;
      gaps.before(above, start);
      const field = builder.names.id(cursor.currentFieldName ?? '');
      const node = builder.push(kind, field, start, base + cursor.endIndex, above);
      if (cursor.nodeType === 'ERROR' || cursor.nodeIsMissing) gaps.broken(node, cursor.nodeIsMissing);
      gaps.opened(node, above);
      if (cursor.gotoFirstChild()) {
        ancestors.push(node);
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return;
        const closed = ancestors.pop();
        if (closed !== undefined && closed !== into) gaps.closed(closed);
      }
    }
  } finally {
    cursor.delete();
  }
}
