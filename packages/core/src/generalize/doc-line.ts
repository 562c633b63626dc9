import { DRAFT_LIMITS } from '#languages/draft-rules.ts';
import type { Copy } from './copy.ts';
import type { Plan } from './plan.ts';

const MAX_NAMED = 6;
/** Of the signs around a comment, and of its indentation. */
const AROUND = 14;

/** A sentence that names the copies, as many as a line has room for: `Shared by a, b and 3 more.` */
export function docLine({ copies, place }: Plan): string {
  const { owner, file } = place.host;
  const isOfOwner = owner !== undefined && copies.every((copy) => copy.owner === owner && copy.file === file);
  const names = new Map<string, number>();
  for (const copy of copies) {
    const name = nameIn(copy, isOfOwner);
    const where = copy.file === file ? '' : ` (${visible(copy.file.path)})`;
    names.set(`${name}${where}`, (names.get(`${name}${where}`) ?? 0) + 1);
  }
  const unnamed = copies.filter(({ name }) => name === '').length;
  const all = [...names].filter(([name]) => name !== '' && !name.startsWith(' ('));
  if (all.length === 0) return `Part of ${unnamed} functions without a name.`;
  const isOfBlocks = copies.some(({ block }) => block !== undefined);
  for (let shown = Math.min(all.length, MAX_NAMED); shown > 1; shown--) {
    const line = sentence(all, shown, isOfBlocks, unnamed);
    if (line.length + AROUND <= DRAFT_LIMITS.line_length) return line;
  }
  return sentence(all, 1, isOfBlocks, unnamed);
}

function sentence(names: readonly [string, number][], shown: number, isOfBlocks: boolean, unnamed: number): string {
  const texts = names
    .slice(0, shown)
    .map(([name, count]) => (count > 1 ? `${count} ${isOfBlocks ? 'places of' : 'functions'} ${name}` : name));
  const more = names.slice(shown).reduce((sum, [, count]) => sum + count, unnamed);
  const parts = more > 0 ? [...texts, `${more} more`] : texts;
  const last = parts.pop() ?? '';
  return `${isOfBlocks ? 'Part of' : 'Shared by'} ${parts.length > 0 ? `${parts.join(', ')} and ${last}` : last}.`;
}

/** Without the class if it is that of all copies, and without the namespace of PHP. */
function nameIn({ name }: Copy, isOfOwner: boolean): string {
  const short = isOfOwner ? (name.split('.').at(-1) ?? name) : (name.split('\\').at(-1) ?? name);
  return visible(short);
}

function visible(text: string): string {
  return text.replaceAll(/[^\w.$#<>(){}/ -]/g, '?').replaceAll('*/', '?');
}
