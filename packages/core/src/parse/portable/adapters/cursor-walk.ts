import type { Tree } from 'web-tree-sitter';
import type { GapWriter } from './gap-writer.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** The same walk as `HeapWalk` with the public `TreeCursor`: slow, but independent of private offsets. */
export function cursorWalk(tree: Tree, builder: TreeBuilder, gaps: GapWriter): void {
  const cursor = tree.walk();
  const ancestors: number[] = [];
  try {
    for (;;) {
      const above = ancestors[ancestors.length - 1] ?? -1;
      const name = cursor.nodeIsNamed ? cursor.nodeType : `'${cursor.nodeType}`;
      const kind = builder.names.id(name);
      const start = cursor.startIndex;
      gaps.before(above, start);
      const field = builder.names.id(cursor.currentFieldName ?? '');
      const node = builder.push(kind, field, start, cursor.endIndex, above);
      if (cursor.nodeType === 'ERROR' || cursor.nodeIsMissing) builder.broken[node] = 1;
      gaps.opened(node, above);
      if (cursor.gotoFirstChild()) {
        ancestors.push(node);
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return;
        const closed = ancestors.pop();
        if (closed !== undefined) gaps.closed(closed);
      }
    }
  } finally {
    cursor.delete();
  }
}
