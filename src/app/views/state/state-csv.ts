/** State changes as comma-separated values, one change a line. */
import { plainText } from '../../../core/abi/plain-text';
import type { Hex } from '../../../core/chain/primitives';
import { csvLine } from '../../../core/format/csv';
import type { StatePart } from '../../../core/proof/proof-level';
import type { SlotVariables } from '../../../workers/trace/source-trace.api';
import type { StateChanges } from '../../../workers/trace/views.api';
import { contradictedBy, slotsInOrder } from './state-lines';

const HEADER = ['address', 'name', 'what', 'key', 'before', 'after', 'variable', 'valueBefore', 'valueAfter', 'doubt'];

/** Cells for the variable in rows for which no source names one. */
const NO_VALUES = [undefined, undefined, undefined];
const DOUBT = 'not verified: a proof says that the value before was another';

/** Writes a line for each value that the sources name, and for each other slot. Ordered as on the page, with `others` marked. */
export function stateCsv(
  { accounts }: StateChanges,
  variables: readonly SlotVariables[] = [],
  others: readonly StatePart[] = [],
): string {
  const isOther = contradictedBy(others);
  const inOrder = slotsInOrder(variables);
  const lines = [csvLine(HEADER)];
  for (const account of accounts) {
    const { address, name, balance, nonce, code } = account;
    const doubtOf = (part: string) => (isOther(address, part) ? DOUBT : undefined);
    const add = (what: string, key: string | undefined, before: string | number | bigint, after: typeof before) =>
      lines.push(csvLine([address, name?.text, what, key, before, after, ...NO_VALUES, doubtOf(key ?? what)]));
    if (balance) add('balance', undefined, balance.before, balance.after);
    if (nonce) add('nonce', undefined, nonce.before, nonce.after);
    if (code) add('code', undefined, codeText(code.before), codeText(code.after));
    for (const { key, before, after, known } of inOrder(account)) {
      if (known === undefined) add('storage', key, before, after);
      for (const { path, before: from, after: to } of known?.values ?? [])
        lines.push(
          csvLine([
            address,
            name?.text,
            'storage',
            key,
            before,
            after,
            path,
            plainText(from),
            plainText(to),
            doubtOf(key),
          ]),
        );
    }
  }
  return lines.join('');
}

/** The account whose code runs where an account delegates to it (EIP-7702), else how long the code is. */
function codeText({ hex, bytes }: { hex: Hex; bytes: number }): string {
  const [, to] = /^0xef0100([\da-f]{40})$/.exec(hex) ?? [];
  return to === undefined ? `${bytes} bytes` : `delegates to 0x${to}`;
}
