/**
 * Transactions recorded for a source-level debugger: over a given state, one
 * after the other, each with the result it must have. A case is a transaction;
 * what the sample says of it in its sources (values of variables, of arguments,
 * of results, the stack of an error) is another.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Halt, haltText } from '../../../src/core/evm/frames/halt';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { BLOBS_CANCUN, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import type { AccountIndex } from '../../../src/core/evm/state/slots';
import { State } from '../../../src/core/evm/state/state';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { limbsOf } from '../../../src/core/evm/words/words';
import { Replay } from '../../../src/core/replay/replay';
import type { Compilation } from '../../../src/core/source/compiled/compilation';
import { judge as judgeCase } from '../check';
import { findJson, listJson, readJson } from '../data-files';
import { bytesOf } from '../evm/geth-case';
import { compareSource, compilationOf, type ExpectedStep } from '../solidity/debug-case';
import type { CaseResult, Suite } from '../suite';

type Step = ExpectedStep & {
  /** All zeros create. */
  address: string;
  gasLimit: string;
  gasPrice: string;
  input: string;
  origin: string;
  value: string;
  blockCoinbase: string;
  blockDifficulty: string;
  blockGasLimit: string;
  blockNumber: number;
  blockTime: number;
  result: { kind: string; value?: string; address?: string };
  /** The contracts there are when it begins. */
  liveContracts?: string[];
};
type Recorded = {
  initialState: {
    accounts: Record<string, { nonce: number; balance: string; code: string; storage: Record<string, string> }>;
  };
  steps: Step[];
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function stateOf({ initialState }: Recorded): State {
  const state = new State();
  for (const [address, { nonce, balance, code, storage }] of Object.entries(initialState.accounts)) {
    const values = { balance: limbsOf(BigInt(balance)), nonce: BigInt(nonce), code: bytesOf(code), exists: true };
    const account = state.supplyAccount(bytesOf(address, 20), values, true);
    for (const [key, value] of Object.entries(storage)) state.supplySlot(account, bytesOf(key, 32), bytesOf(value, 32));
  }
  return state;
}

function inputOf(step: Step, state: State): TransactionInput {
  const from = bytesOf(step.origin, 20);
  const price = BigInt(step.gasPrice);
  return {
    type: 0,
    from,
    to: BigInt(step.address) === 0n ? undefined : bytesOf(step.address, 20),
    nonce: state.nonce[state.indexOfAddress(from)] ?? 0n,
    value: BigInt(step.value),
    data: bytesOf(step.input),
    gasLimit: BigInt(step.gasLimit),
    maxFeePerGas: price,
    maxPriorityFeePerGas: price,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
  };
}

function execute(step: Step, state: State): Replay {
  const block = {
    // The newest fork that the compilers of these samples knew; it has PUSH0, and PREVRANDAO where the samples state a difficulty.
    fork: Fork.shanghai,
    chainId: 1n,
    number: step.blockNumber,
    timestamp: step.blockTime,
    gasLimit: Number(step.blockGasLimit),
    coinbase: bytesOf(step.blockCoinbase, 20),
    baseFee: 0n,
    random: BigInt(step.blockDifficulty),
    excessBlobGas: 0n,
    blobs: BLOBS_CANCUN,
    blockHash: () => new Uint8Array(32),
  };
  const replay = new Replay(state, block, inputOf(step, state));
  for (;;) {
    const stop = replay.run(1_000_000);
    if (stop === Stop.done) return replay;
    if (stop === Stop.budget) continue;
    if (state.missing?.kind !== 'account') throw new Error(`missing ${state.missing?.kind}`);
    const nothing = { balance: limbsOf(0n), nonce: 0n, code: new Uint8Array(0), exists: false };
    state.supplyAccount(state.missing.address, nothing);
  }
}

/** What differs from the expected result; empty when nothing does. */
function judge({ result: expected }: Step, { execution, result }: Replay): string {
  if (result === undefined) return `not executed: ${execution.invalid}`;
  const ended = result.success ? 'success' : haltText(result.halt, result.haltDetail);
  const output = hex(result.output);
  switch (expected.kind) {
    case 'revert':
      return result.halt === Halt.none ? 'succeeded, should fail' : '';
    case 'value_returned':
      if (!result.success) return `${ended}, should succeed`;
      return output === (expected.value ?? '') ? '' : `returned ${output}, expected ${expected.value}`;
    case 'contract_created': {
      if (!result.success) return `${ended}, should succeed`;
      const created = result.created && `0x${hex(result.created)}`;
      return created === expected.address?.toLowerCase() ? '' : `created ${created}, expected ${expected.address}`;
    }
    default:
      return `what result ${expected.kind} means is not known`;
  }
}

/** Addresses with code, in order. */
function liveIn(state: State): string[] {
  return Array.from({ length: state.length }, (_, account) => account as AccountIndex)
    .filter((account) => (state.codes[state.code[account] ?? 0]?.bytes.length ?? 0) > 0)
    .map((account) => `0x${hex(state.addressBytes(account))}`)
    .sort();
}

/** Foundry's cheat codes are calls to an address that only its own machine answers. */
const CHEATS = bytesOf('7109709ecfa91a80626ff3989d68f67f5b1dd12d');
const NEEDS_CHEATS = "needs Foundry's cheat codes, which no chain has";

function usesCheats({ result }: Step, replay: Replay, state: State): boolean {
  return /^(foundry_fail|last_revert)$/.test(result.kind) || replay.accounts.has(state.indexOfAddress(CHEATS));
}

/** What a sample may say of its sources. */
const SOURCE = ['layoutBefore', 'decodedReturns', 'decodedEvents', 'errorStack', 'errorString'] as const;

function readCompilation(sample: string): Compilation | undefined {
  const sources = findJson(sample, 'sources.json');
  const artifacts = existsSync(join(sample, 'artifacts')) && findJson(join(sample, 'artifacts'), 'main.json');
  if (sources === undefined || !artifacts) return undefined;
  return compilationOf(readJson(artifacts), readJson(sources) as Record<string, string>);
}

export const suite: Suite = {
  name: 'debug-soldbg',
  async *run(folder): AsyncIterable<CaseResult> {
    await loadLibraries();
    for (const sample of readdirSync(folder).sort()) {
      const transactions = join(folder, sample, 'txs');
      if (!existsSync(transactions)) continue;
      const compilation = readCompilation(join(folder, sample));
      for (const file of listJson(transactions)) {
        const test = readJson(join(transactions, file)) as Recorded;
        const state = stateOf(test);
        const preimages = new Map<bigint, Uint8Array>();
        let cheated = false;
        for (const [index, step] of test.steps.entries()) {
          const name = `${sample}/${file} ${index}`;
          // What comes after a cheat stands on a state that it changed.
          if (cheated) {
            yield { name, outcome: 'skipped', reason: NEEDS_CHEATS };
            continue;
          }
          const { liveContracts } = step;
          if (liveContracts !== undefined) {
            yield await judgeCase(`${name}, contracts there are`, (check) =>
              check.equal('contracts', liveIn(state).join(' '), liveContracts.toSorted().join(' ')),
            );
          }
          const replay = execute(step, state);
          cheated = usesCheats(step, replay, state);
          if (cheated) {
            yield { name, outcome: 'skipped', reason: NEEDS_CHEATS };
            continue;
          }
          const differs = judge(step, replay);
          yield differs === '' ? { name, outcome: 'passed' } : { name, outcome: 'failed', reason: differs };
          if (compilation === undefined) continue;
          const wrong = compareSource(step, replay, state, compilation, preimages);
          if (!SOURCE.some((part) => step[part] !== undefined)) continue;
          const source = `${name}, in the source`;
          yield wrong.length === 0
            ? { name: source, outcome: 'passed' }
            : { name: source, outcome: 'failed', reason: wrong.join('; ') };
        }
      }
    }
  },
};
