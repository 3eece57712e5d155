/**
 * From the step columns of a million steps of unoptimised code to the tree of
 * calls, internal calls and storage accesses, against executing the same
 * transaction with recording. The best of the rounds counts for both. Also how
 * long the first thousand rows take.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFunctionData, hexToBytes, parseAbi } from 'viem';
import { Fork } from '../../../src/core/evm/rules/forks';
import type { State } from '../../../src/core/evm/state/state';
import type { Replay } from '../../../src/core/replay/replay';
import type { Compilation } from '../../../src/core/source/compiled/compilation';
import { SourceTreeBuilder } from '../../../src/core/source/source-tree';
import { sourcesOfTrace } from '../../../src/core/source/trace-sources';
import type { RowIndex } from '../../../src/core/trace/rows';
import { compileSources } from '../../conformance/solidity/compile-sources';
import { target } from '../../conformance/solidity/targets';
import { MemoryChain } from '../../memory-chain';
import type { Bench } from '../bench';
import { besideAtMost } from '../figures';

const ROUNDS = 5;
const SWAPS = 55n;
const SLICE = 20_000;
const MOST = 0.5;

export const bench: Bench = {
  name: 'source-decode',
  async *run() {
    const compilation = compileUnoptimised();
    const creation = compilation.contracts.find(({ name }) => name === 'Swaps')?.creation;
    if (creation === undefined) throw new Error('The workload has no contract Swaps.');
    const known = compilation.contracts.map((contract) => ({ compilation, contract }));
    let best = { replay: Infinity, decode: Infinity, first: Infinity };
    let steps = 0;
    let rows = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { replay, state, milliseconds } = execute(creation.bytes);
      steps = replay.steps.length;
      const trace = replay.finish();
      const input = { ...sourcesOfTrace(trace, state, known), trace, steps: replay.steps, accesses: replay.accesses };
      // Which source a frame has is found out before: it is not the decoder's work.
      for (let row = 0; row < trace.rows.length; row++) input.sourceOf(row as RowIndex);
      const from = performance.now();
      const builder = new SourceTreeBuilder(input);
      let first = Infinity;
      while (!builder.run(SLICE)) if (first === Infinity) first = performance.now() - from;
      rows = builder.tree().length;
      best = {
        replay: Math.min(best.replay, milliseconds),
        decode: Math.min(best.decode, performance.now() - from),
        first: Math.min(best.first, first),
      };
    }
    yield besideAtMost(
      `${(steps / 1e6).toFixed(1)} M steps to ${rows} rows`,
      best.decode,
      'ms',
      'executing with recording',
      best.replay,
      MOST,
    );
    yield besideAtMost('until the first rows', best.first, 'ms', 'all rows', best.decode, MOST);
  },
};

function compileUnoptimised(): Compilation {
  const source = readFileSync(join(import.meta.dirname, '../workload/Machine.sol'), 'utf8');
  return compileSources(target('0.8.37'), { 'Machine.sol': source }, { evmVersion: 'cancun' });
}

/** Creates the contract and runs the swaps; the replay is of the second transaction, and so is the time. */
function execute(bytes: Uint8Array): { replay: Replay; state: State; milliseconds: number } {
  // Without the limit that Osaka has for the gas of one transaction.
  const chain = new MemoryChain(Fork.cancun);
  const gas = 2n ** 50n;
  const to = chain.send({ data: bytes, gas }).result?.created;
  if (to === undefined) throw new Error('The workload was not created.');
  const data = hexToBytes(encodeFunctionData({ abi: parseAbi(['function run(uint256)']), args: [SWAPS] }));
  const start = performance.now();
  const replay = chain.send({ to, data, gas });
  const milliseconds = performance.now() - start;
  if (replay.result?.success !== true) throw new Error(`the workload failed: ${replay.result?.haltDetail}`);
  return { replay, state: chain.state, milliseconds };
}
