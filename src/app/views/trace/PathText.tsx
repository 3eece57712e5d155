/** A path to a value in storage, as the source would write it: `balances[Deployer]`. */

import { LONG_PARTS } from '../../../core/abi/path-text';
import { nameText } from '../../../core/abi/value-text';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { RowAccess } from '../../../workers/trace/rows.api';

type Props = { path: string; names: RowAccess['names']; shown?: string };

/** A path with the names of the addresses in it; others, and long numbers, are shortened. `shown` is the part that stands there, all of it unless given. */
export function PathText({ path, names, shown = path }: Props) {
  const parts = shown.split(LONG_PARTS);
  return (
    <span className="trace-path" title={harmlessText(path, 400)}>
      {parts.map((part, at) => {
        if (at % 2 === 0) return harmlessText(part, 120);
        const name = names?.[part];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a path never move
          <span key={at} data-address={part.startsWith('0x') ? part : undefined}>
            {name ? nameText(name.text) : shorten(part)}
          </span>
        );
      })}
    </span>
  );
}
