/** Coverage as a tracefile of lcov, which genhtml and editors read. */
import { type CoverageReport, lineHits } from './report';

/** Returns the text of the tracefile (geninfo(1), "Files"): functions, branches and lines of each file. */
export function lcovOf({ files }: CoverageReport): string {
  return files
    .map((file) => {
      const { path, items, hits } = file;
      const ran = lineHits(file);
      const names = new Map<string, number>();
      const functions: string[] = [];
      const branches: string[] = [];
      const found = { function: 0, functionHit: 0, branch: 0, branchHit: 0 };
      for (const [at, { kind, name, line, branch, path: way }] of items.entries()) {
        if (kind === 'function') {
          const same = names.get(name) ?? 0;
          names.set(name, same + 1);
          // Functions of one name are told apart: lcov knows them by it.
          const own = same === 0 ? name : `${name}.${same}`;
          functions.push(`FN:${line},${own}`, `FNDA:${hits[at]},${own}`);
          found.function++;
          if (hits[at] > 0) found.functionHit++;
        } else if (kind === 'branch') {
          const isReached =
            (ran.get(line) ?? 0) > 0 || items.some((item, other) => item.branch === branch && hits[other] > 0);
          branches.push(`BRDA:${line},${branch},${way},${isReached ? hits[at] : '-'}`);
          found.branch++;
          if (hits[at] > 0) found.branchHit++;
        }
      }
      const lines = [...ran].sort(([a], [b]) => a - b);
      return [
        'TN:',
        `SF:${path}`,
        ...functions,
        `FNF:${found.function}`,
        `FNH:${found.functionHit}`,
        ...branches,
        `BRF:${found.branch}`,
        `BRH:${found.branchHit}`,
        ...lines.map(([line, count]) => `DA:${line},${count}`),
        `LF:${lines.length}`,
        `LH:${lines.filter(([, count]) => count > 0).length}`,
        'end_of_record\n',
      ].join('\n');
    })
    .join('');
}
