/** What bytes may be, as text. */
import type { Decoded } from '../../../src/core/abi/decoded';
import { nameText } from '../../../src/core/abi/value-text';
import { harmlessText } from '../../../src/core/text/harmless';
import type { Reading } from '../read-bytes';
import type { Page } from './paint';
import { wholeText } from './rows';

/** Writes a reading with its values. */
export function writeReading(page: Page, { kind, signature, origin, fits, inputs = [] }: Reading): void {
  page.line(
    { text: harmlessText(signature, 300), in: 'bold' },
    { text: `  ${kind}, named by ${origin}${fits ? '' : '; the bytes are not what its types encode to'}`, in: 'dim' },
  );
  for (const value of inputs) writeValue(page, value, 1);
}

function writeValue(page: Page, value: Decoded, depth: number): void {
  const { name, type, declared, nested = [] } = value;
  page.line(
    `${'  '.repeat(depth)}${nameText(name)} `,
    { text: `${harmlessText(declared ?? type, 80)} `, in: 'dim' },
    wholeText(value),
  );
  for (const call of nested) {
    page.line(`${'  '.repeat(depth + 1)}${nameText(call.name)}`);
    for (const item of call.items ?? []) writeValue(page, item, depth + 2);
  }
}
