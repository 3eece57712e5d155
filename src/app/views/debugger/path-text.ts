import { shorten } from '../../../core/format/shorten';
import { nameText } from '../trace/row-format';

/** Returns the path of a place in storage, `balances[0x1234ab…cdef]`, with long keys shortened. */
export function pathText(path: string): string {
  return nameText(path.replace(/0x[\da-f]{32,64}/gi, (key) => shorten(key)));
}
