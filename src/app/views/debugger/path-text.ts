import { nameText } from '../../../core/abi/value-text';
import { shorten } from '../../../core/format/shorten';

/** Returns the path of a place in storage, `balances[0x1234ab…cdef]`, with long keys shortened, numbers among them. */
export function pathText(path: string): string {
  return nameText(path.replace(/0x[\da-f]{32,64}|\b\d{24,}/gi, (key) => shorten(key)));
}
