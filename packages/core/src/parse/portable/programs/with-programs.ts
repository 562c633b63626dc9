import { decodeElementBlock, encodeElementBlock } from '../../elements/element-block.ts';
import { hashUnits } from '../extract/elements/unit-hashes.ts';
import { exchangesOf, Places } from './exchanges.ts';
import type { EmbeddedProgram } from './file-places.ts';
import { joinCallbacks } from './join-callbacks.ts';
import { joinElements } from './join-elements.ts';
import { joinUnits } from './join-units.ts';

/**
 * The element block of a Bash file in which programs are code instead of lines. The bodies of its declarations keep the lines;
 * the declarations of a program are callbacks of the file. `with_programs.rs` writes the same bytes.
 *
 * @param elements the block of the file, with lines
 */
export function withPrograms(elements: Uint8Array, programs: readonly EmbeddedProgram[]): Uint8Array {
  const file = decodeElementBlock(elements);
  const exchanges = exchangesOf(file.units, programs);
  if (exchanges.length === 0) return elements;
  const places = new Places(file.opening.length, exchanges);
  const code = joinElements(file, exchanges);
  const units = joinUnits(file.units, exchanges, places);
  const callbacks = joinCallbacks(file.callbacks, exchanges, places);
  for (const hashed of [units, callbacks]) hashUnits(hashed, code);
  return encodeElementBlock({ ...code, units, bodies: file.bodies, callbacks });
}
