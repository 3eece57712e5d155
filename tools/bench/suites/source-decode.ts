/**
 * From the step columns of a million steps of unoptimised code to the tree of
 * calls, internal calls and storage accesses, against executing the same
 * transaction with recording. The best of the rounds counts for both. Also how
 * long the first thousand rows take.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bytesToHex, encodeFunctionData, hexToBytes, parseAbi } from 'viem';
import { createCodeIndex } from '../../../src/core/contract/match-code';
import { Replay } from '../../../src/core/evm/replay';
import { BLOBS_CANCUN, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { type Compilation, parseCompilation } from '../../../src/core/source/compiled/compilation';
import type { FrameSource } from '../../../src/core/source/source-frame';
import { SourceTreeBuilder } from '../../../src/core/source/source-tree';
import type { RowIndex, Trace } from '../../../src/core/trace/rows';
import type { Bench } from '../bench';

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
    let best = { replay: Infinity, decode: Infinity, first: Infinity };
    let steps = 0;
    let rows = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { replay, state, milliseconds } = execute(creation.bytes);
      steps = replay.steps.length;
      const trace = replay.finish();
      const sourceOfCode = sourcesOf(compilation);
      const codes = Array.from(trace.rows.to, (_, row) => codeOf(state, trace, row));
      const input = {
        trace,
        steps: replay.steps,
        accesses: replay.accesses,
        codeOf: (row: RowIndex) => codes[row],
        sourceOf: (row: RowIndex) => sourceOfCode(codes[row] ?? new Uint8Array(0)),
      };
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
    const ratio = best.decode / best.replay;
    yield {
      name: `${(steps / 1e6).toFixed(1)} M steps to ${rows} rows`,
      figure: best.decode,
      unit: 'ms',
      reference: { what: 'executing with recording', value: best.replay },
      ratio,
      bound: `≤ ${MOST} × reference`,
      holds: ratio <= MOST,
    };
    yield {
      name: 'until the first rows',
      figure: best.first,
      unit: 'ms',
      reference: { what: 'all rows', value: best.decode },
      ratio: best.first / best.decode,
      bound: `≤ ${MOST} × reference`,
      holds: best.first <= MOST * best.decode,
    };
  },
};

function compileUnoptimised(): Compilation {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { 'Machine.sol': { content: readFileSync(join(import.meta.dirname, '../workload/Machine.sol'), 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'], '': ['ast'] },
      },
    },
  };
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  const parsed = parseCompilation({ version: '0.8.37', input, output });
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** Creates the contract and runs the swaps; the replay is of the second transaction, and so is the time. */
function execute(bytes: Uint8Array): { replay: Replay; state: State; milliseconds: number } {
  const state = new State();
  const created = transact(state, undefined, bytes, 0n).result?.created;
  if (created === undefined) throw new Error('The workload was not created.');
  const call = encodeFunctionData({ abi: parseAbi(['function run(uint256)']), args: [SWAPS] });
  const start = performance.now();
  const replay = transact(state, created, hexToBytes(call), 1n);
  return { replay, state, milliseconds: performance.now() - start };
}

function transact(state: State, to: Uint8Array | undefined, data: Uint8Array, nonce: bigint): Replay {
  const block = {
    fork: Fork.cancun,
    chainId: 1n,
    number: 1,
    timestamp: 1,
    gasLimit: 2 ** 50,
    coinbase: new Uint8Array(20),
    baseFee: 0n,
    random: 0n,
    excessBlobGas: 0n,
    blobs: BLOBS_CANCUN,
    blockHash: () => new Uint8Array(32),
  };
  const transaction = {
    type: 2,
    from: new Uint8Array(20).fill(1),
    to,
    nonce,
    value: 0n,
    data,
    gasLimit: 2n ** 50n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
  };
  const replay = new Replay(state, block, transaction, undefined, true);
  for (let stop = replay.run(1e9); stop !== Stop.done; stop = replay.run(1e9)) {
    const { missing } = state;
    if (missing?.kind !== 'account') throw new Error(`missing ${missing?.kind}`);
    const nothing = { balance: new Uint32Array(8), nonce: 0n, code: new Uint8Array(0), exists: false };
    state.supplyAccount(missing.address, nothing);
  }
  if (replay.result?.success !== true) throw new Error(`the workload failed: ${replay.result?.haltDetail}`);
  return replay;
}

/** The code of the account that the frame at `row` ran; nothing is created in the transaction. */
function codeOf(state: State, trace: Trace, row: number): Uint8Array {
  const address = hexToBytes(trace.addresses[trace.rows.to[row] ?? 0] ?? '0x');
  return state.codes[state.code[state.indexOfAddress(address)] ?? 0]?.bytes ?? new Uint8Array(0);
}

/** The contract of runtime code, found once for each. */
function sourcesOf(compilation: Compilation): (code: Uint8Array) => FrameSource | undefined {
  const index = createCodeIndex(
    compilation.contracts.flatMap((contract) => {
      const { runtime } = contract;
      return runtime ? [{ contract, runtimeBytecode: bytesToHex(runtime.bytes), holes: runtime.holes }] : [];
    }),
  );
  const known = new Map<Uint8Array, FrameSource | undefined>();
  return (code) => {
    if (!known.has(code)) {
      const contract = index.match(code)?.artifact.contract;
      known.set(code, contract && { compilation, contract });
    }
    return known.get(code);
  };
}
