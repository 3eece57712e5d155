/** State changes as comma-separated values, one change a line. */
import { csvLine } from '../../../core/format/csv';
import type { StateChanges } from '../../../workers/trace/views.api';

const HEADER = ['address', 'name', 'what', 'key', 'before', 'after'];

export function stateCsv({ accounts }: StateChanges): string {
  const lines = [csvLine(HEADER)];
  for (const { address, name, balance, nonce, code, storage } of accounts) {
    const add = (what: string, key: string | undefined, before: string | number | bigint, after: typeof before) =>
      lines.push(csvLine([address, name?.text, what, key, before, after]));
    if (balance) add('balance', undefined, balance.before, balance.after);
    if (nonce) add('nonce', undefined, nonce.before, nonce.after);
    if (code) add('code', undefined, `${code.before.bytes} bytes`, `${code.after.bytes} bytes`);
    for (const { key, before, after } of storage) add('storage', key, before, after);
  }
  return lines.join('');
}
