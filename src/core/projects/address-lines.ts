/** Addresses as a reader pastes them into a project: one a line, with a label behind it where they have one. */
import { parseAddress } from '../chain/address';
import { ADDRESS_PROBLEMS } from '../chain/address-shape';
import type { Address } from '../chain/primitives';
import { labelOf, MAX_LABEL_LENGTH } from '../contract/labels/label';
import { fail, ok, type Result } from '../values/result';

export type AddressLine = { address: Address; label: string };

/** Addresses of one list. */
export const MAX_LINES = 500;

/** Parses the addresses, each once, the first label of each; the error names the line and what is wrong with it. */
export function parseAddressLines(text: string): Result<readonly AddressLine[], string> {
  const lines = new Map<Address, AddressLine>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const written = line.trim();
    if (written === '') continue;
    const [, first = '', rest = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(written) ?? [];
    const parsed = parseAddress(first);
    if (!parsed.ok) {
      return fail(
        parsed.error === 'checksum'
          ? `Line ${at + 1}: ${ADDRESS_PROBLEMS.checksum}`
          : `Line ${at + 1} does not begin with an address (0x and 40 hex digits).`,
      );
    }
    const known = lines.get(parsed.value);
    const label = labelOf(rest).slice(0, MAX_LABEL_LENGTH);
    if (known === undefined || known.label === '') lines.set(parsed.value, { address: parsed.value, label });
    if (lines.size > MAX_LINES) return fail(`This list has more than ${MAX_LINES} addresses. Add them in parts.`);
  }
  return ok([...lines.values()]);
}
