/**
 * The packed `loupe tx` as a process of its own: the swap (b) and a million steps with sources, storage and proof, and the
 * memory that a tree of a hundred thousand calls takes. CAST is the executable of Foundry's cast, which runs the same
 * transactions in turn; without it the bounds are absolute. cast looks names up by network where it has one.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startAnvil } from '../../anvil';
import { packLoupe } from '../../pack';
import type { Bench, Figure } from '../bench';
import { atMost } from '../figures';
import { machineBuildOutput, sendSwaps } from '../workload/machine';
import { NODE_ARGUMENTS, sendWorkload, workloadBuildOutput } from '../workload/workload';

const ROUNDS = 5;
const LIMITS = { swap: 600, ratio: 2, memory: 250 };
/** Rounds of the machine's swaps: a million steps. */
const MILLION = 120;

type Lab = { folder: string; program: string; rpc: string };

export const bench: Bench = {
  name: 'headless',
  async *run() {
    const folder = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
    const node = await startAnvil({ chainId: 31337, stepsTracing: false, args: NODE_ARGUMENTS });
    try {
      await packLoupe(join(folder, 'pack'));
      const { b, d } = await sendWorkload((method, params) => node.call(method, params));
      const million = await sendSwaps((method, params) => node.call(method, params), MILLION);
      for (const [name, text] of [
        ['market', workloadBuildOutput()],
        ['machine', machineBuildOutput()],
      ] as const)
        writeFileSync(join(folder, `${name}.json`), text);
      const lab = { folder, program: join(folder, 'pack/package/loupe.js'), rpc: node.url };
      yield* await measure(lab, 'transaction (b)', b, 'market', LIMITS.swap);
      yield* await measure(lab, 'a million steps', million, 'machine');
      for (const form of ['text', 'JSON']) {
        const given = ['--sources', join(folder, 'market.json'), ...(form === 'JSON' ? ['--json'] : [])];
        const figure = (await tell(lab, d, given)).memory;
        yield atMost(`99,961 calls as ${form}: memory at most`, figure, 'MB', LIMITS.memory);
      }
    } finally {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(lab: Lab, name: string, hash: string, sources: string, most?: number): Promise<Figure[]> {
  const given = ['--sources', join(lab.folder, `${sources}.json`), '--storage'];
  await tell(lab, hash, given); // keeps compiled code, as every run but the first finds it
  const { CAST } = process.env;
  const [own, casts]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    if (CAST !== undefined) casts?.push((await timed(CAST, ['run', '--quick', hash, '--rpc-url', lab.rpc], lab)).time);
    own?.push((await tell(lab, hash, given)).time);
  }
  const figure = Math.min(...(own ?? []));
  const figures: Figure[] = [];
  const what = `${name}, with sources, storage and proof, least of ${ROUNDS}`;
  if (most !== undefined) figures.push(atMost(what, figure, 'ms', most));
  if (CAST !== undefined) {
    const value = Math.min(...(casts ?? []));
    const ratio = figure / value;
    figures.push({
      ...{ name: what, figure, unit: 'ms', reference: { what: 'cast run --quick', value }, ratio },
      bound: `≤ ${LIMITS.ratio} × reference`,
      holds: ratio <= LIMITS.ratio,
    });
  }
  return figures;
}

/**
 * Writes the most memory that the process had, in kilobytes. Linux counts into `maxRSS` what the process had that started
 * it, which has packed the program.
 */
const PEAK = `import { readFileSync } from 'node:fs';
process.on('exit', () => {
  let own;
  try { own = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]; } catch {}
  process.stderr.write('memory ' + (own ?? process.resourceUsage().maxRSS));
});`;
const MEMORY = `data:text/javascript,${encodeURIComponent(PEAK)}`;

function tell(lab: Lab, hash: string, given: readonly string[]) {
  const args = ['--import', MEMORY, lab.program, 'tx', hash, '--rpc', lab.rpc, ...given];
  return timed(process.execPath, args, lab);
}

/** Runs a program to its end, and returns milliseconds and, where it states it, megabytes. */
function timed(command: string, given: readonly string[], { folder }: Lab): Promise<{ time: number; memory: number }> {
  const begun = performance.now();
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: join(folder, 'cache'), HOME: folder };
  const child = spawn(command, given, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const time = performance.now() - begun;
      if (code !== 0) reject(new Error(`${command} ended with ${code}: ${said.slice(-300)}`));
      else resolve({ time, memory: Number(/memory (\d+)/.exec(said)?.[1]) / 1024 });
    });
  });
}
