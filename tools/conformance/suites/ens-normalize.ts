/** The tests of ENSIP-15 itself: what each name is normalised to, or that it is refused. */
import { normalize } from 'viem/ens';
import { judge } from '../check';
import { findJson, readJson } from '../data-files';
import type { Suite } from '../suite';

type NormalizeCase = { name: string; norm?: string; error?: boolean };

export const suite: Suite = {
  name: 'ens-normalize',
  async *run(folder) {
    const path = findJson(folder, 'tests.json');
    if (path === undefined) return;
    for (const { name, norm = name, error = false } of readJson(path) as readonly NormalizeCase[]) {
      yield await judge(JSON.stringify(name), (check) => {
        let normalized: string;
        try {
          normalized = normalize(name);
        } catch {
          return check.that(`${norm} is refused`, error);
        }
        check.that(`“${normalized}” is not refused`, !error);
        check.equal('normalised', normalized, norm);
      });
    }
  },
};
