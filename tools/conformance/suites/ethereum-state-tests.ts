/**
 * The state tests of ethereum/tests: one transaction over a given state, and
 * the state root and the hash of the logs that it must leave, per fork.
 */

import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { BlockEnvironment } from '../../../src/core/evm/environment';
import { GivenUp } from '../../../src/core/evm/given-up';
import type { LogEntry } from '../../../src/core/evm/machine';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { BLOBS_CANCUN, BLOBS_PRAGUE, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { limbsOf, toBytes } from '../../../src/core/evm/words/words';
import { stateRoot } from '../state-root';
import type { CaseResult, Suite } from '../suite';

type Hex = string;
type StateTest = {
  env: Record<string, Hex>;
  pre: Record<Hex, { balance: Hex; code: Hex; nonce: Hex; storage: Record<Hex, Hex> }>;
  transaction: {
    data: Hex[];
    gasLimit: Hex[];
    value: Hex[];
    nonce: Hex;
    sender: Hex;
    to: Hex;
    gasPrice?: Hex;
    maxFeePerGas?: Hex;
    maxPriorityFeePerGas?: Hex;
    accessLists?: ({ address: Hex; storageKeys: Hex[] }[] | null)[];
    maxFeePerBlobGas?: Hex;
    blobVersionedHashes?: Hex[];
    authorizationList?: Record<string, Hex>[];
  };
  post: Record<
    string,
    { hash: Hex; logs: Hex; expectException?: string; indexes: { data: number; gas: number; value: number } }[]
  >;
};

const FORKS: Record<string, Fork> = {
  Frontier: Fork.frontier,
  Homestead: Fork.homestead,
  EIP150: Fork.tangerineWhistle,
  EIP158: Fork.spuriousDragon,
  Byzantium: Fork.byzantium,
  Constantinople: Fork.constantinople,
  ConstantinopleFix: Fork.petersburg,
  Istanbul: Fork.istanbul,
  Berlin: Fork.berlin,
  London: Fork.london,
  Merge: Fork.paris,
  Paris: Fork.paris,
  Shanghai: Fork.shanghai,
  Cancun: Fork.cancun,
  Prague: Fork.prague,
  Osaka: Fork.osaka,
  Amsterdam: Fork.amsterdam,
};

const bytes = (hex: Hex, length?: number): Uint8Array => {
  const digits = hex.startsWith('0x') ? hex.slice(2) : hex;
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Uint8Array.from(Buffer.from(length === undefined ? even : even.padStart(length * 2, '0'), 'hex'));
};
const number = (hex: Hex | undefined): number => Number(BigInt(hex ?? '0x0'));
const text = (value: Uint8Array): Hex => `0x${Buffer.from(value).toString('hex')}`;

/** keccak256 of the RLP of the logs, as the tests state it. */
function logsHash(state: State, logs: readonly LogEntry[]): Hex {
  const list = logs.map((log) => [
    state.addressBytes(log.address),
    Array.from({ length: log.topicCount }, (_, i) => {
      const topic = new Uint8Array(32);
      toBytes(log.topics, i * 8, topic, 0);
      return topic;
    }),
    log.data,
  ]);
  return text(keccak_256(RLP.encode(list)));
}

function supply(pre: StateTest['pre']): State {
  const state = new State();
  for (const [address, account] of Object.entries(pre)) {
    const index = state.supplyAccount(
      bytes(address, 20),
      {
        balance: limbsOf(BigInt(account.balance)),
        nonce: BigInt(account.nonce),
        code: bytes(account.code),
        exists: true,
      },
      true,
    );
    for (const [key, value] of Object.entries(account.storage))
      state.supplySlot(index, bytes(key, 32), bytes(value, 32));
  }
  return state;
}

function environment(env: StateTest['env'], fork: Fork): BlockEnvironment {
  return {
    fork,
    chainId: 1n,
    number: number(env.currentNumber),
    timestamp: number(env.currentTimestamp),
    gasLimit: number(env.currentGasLimit),
    coinbase: bytes(env.currentCoinbase ?? '', 20),
    baseFee: fork >= Fork.london ? BigInt(env.currentBaseFee ?? '0x0a') : 0n,
    random: BigInt((fork >= Fork.paris ? env.currentRandom : env.currentDifficulty) ?? '0x0'),
    excessBlobGas: BigInt(env.currentExcessBlobGas ?? '0x0'),
    blobs: fork >= Fork.prague ? BLOBS_PRAGUE : BLOBS_CANCUN,
    // As the tests define it: the hash of the number written in decimal.
    blockHash: (block) => keccak_256(new TextEncoder().encode(String(block))),
  };
}

function transactionOf(
  test: StateTest['transaction'],
  at: { data: number; gas: number; value: number },
): TransactionInput {
  const accessList = test.accessLists?.[at.data];
  const type = test.authorizationList
    ? 4
    : test.blobVersionedHashes || test.maxFeePerBlobGas
      ? 3
      : test.maxFeePerGas
        ? 2
        : accessList
          ? 1
          : 0;
  return {
    type,
    from: bytes(test.sender, 20),
    to: test.to === '' || test.to === '0x' ? undefined : bytes(test.to, 20),
    nonce: BigInt(test.nonce),
    value: BigInt(test.value[at.value] ?? '0x0'),
    data: bytes(test.data[at.data] ?? '0x'),
    gasLimit: BigInt(test.gasLimit[at.gas] ?? '0x0'),
    maxFeePerGas: BigInt(test.maxFeePerGas ?? test.gasPrice ?? '0x0'),
    maxPriorityFeePerGas: BigInt(test.maxPriorityFeePerGas ?? test.gasPrice ?? '0x0'),
    accessList: (accessList ?? []).map((entry) => ({
      address: bytes(entry.address, 20),
      storageKeys: entry.storageKeys.map((key) => bytes(key, 32)),
    })),
    maxFeePerBlobGas: BigInt(test.maxFeePerBlobGas ?? '0x0'),
    blobHashes: (test.blobVersionedHashes ?? []).map((hash) => bytes(hash, 32)),
    authorizationList: (test.authorizationList ?? []).map((entry) => ({
      chainId: BigInt(entry.chainId ?? '0x0'),
      address: bytes(entry.address ?? '', 20),
      nonce: BigInt(entry.nonce ?? '0x0'),
      yParity: number(entry.yParity ?? entry.v),
      r: BigInt(entry.r ?? '0x0'),
      s: BigInt(entry.s ?? '0x0'),
    })),
  };
}

/** Every account and slot not in the test is empty: supply it when it is asked for. */
function runToEnd(execution: Execution, state: State): void {
  for (;;) {
    const stop = execution.run(50_000_000);
    if (stop === Stop.done) return;
    if (stop === Stop.budget) continue;
    const { missing } = state;
    if (missing?.kind === 'account')
      state.supplyAccount(missing.address, { balance: limbsOf(0n), nonce: 0n, code: new Uint8Array(0), exists: false });
    else throw new Error(`unexpectedly missing: ${missing?.kind}`);
  }
}

async function runCase(test: StateTest, fork: Fork, expected: StateTest['post'][string][number]): Promise<string> {
  const state = supply(test.pre);
  const execution = new Execution(
    state,
    environment(test.env, fork),
    transactionOf(test.transaction, expected.indexes),
    undefined,
  );
  runToEnd(execution, state);
  if (execution.invalid === undefined && expected.expectException)
    return `should be refused: ${expected.expectException}`;
  if (execution.invalid !== undefined && !expected.expectException) return `refused: ${execution.invalid}`;
  const logs = logsHash(state, execution.result?.logs ?? []);
  if (logs !== expected.logs) return `logs hash ${logs}, expected ${expected.logs}`;
  const root = await stateRoot(state);
  return root === expected.hash ? '' : `state root ${root}, expected ${expected.hash}`;
}

type Outcome = { outcome: 'passed' } | { outcome: 'failed' | 'refused'; reason: string };

/** An execution that throws is one failure, so that the suite runs to its end. */
async function outcomeOf(...given: Parameters<typeof runCase>): Promise<Outcome> {
  try {
    const reason = await runCase(...given);
    return reason === '' ? { outcome: 'passed' } : { outcome: 'failed', reason };
  } catch (error) {
    if (error instanceof GivenUp) return { outcome: 'refused', reason: error.message };
    return { outcome: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** One call asks BLAKE2's compression function for 4,294,967,295 rounds, as many as there can be. */
const ENDLESS: ReadonlySet<string> = new Set(['CALLBlake2f_MaxRounds']);
const TOO_LONG = '4.3 billion rounds of BLAKE2 take a quarter of an hour at 5 million a second';

async function* files(folder: string): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.json(\.gz)?$/.test(entry.name) && !/^(manifest|index)\./.test(entry.name)) yield path;
  }
}

export const suite: Suite = {
  name: 'ethereum-state-tests',
  async *run(folder): AsyncIterable<CaseResult> {
    await loadLibraries();
    for await (const path of files(folder)) {
      const raw = await readFile(path);
      const tests = JSON.parse((path.endsWith('.gz') ? gunzipSync(raw) : raw).toString()) as Record<string, StateTest>;
      for (const [title, test] of Object.entries(tests)) {
        for (const [forkName, cases] of Object.entries(test.post ?? {})) {
          const fork = FORKS[forkName];
          for (const [i, expected] of cases.entries()) {
            const name = `${relative(folder, path)} ${title} ${forkName} ${i}`;
            if (fork === undefined)
              yield { name, outcome: 'skipped', reason: `fork ${forkName} is not one of mainnet's` };
            else if (ENDLESS.has(title)) yield { name, outcome: 'skipped', reason: TOO_LONG };
            else {
              yield { name, ...(await outcomeOf(test, fork, expected)) };
            }
          }
        }
      }
    }
  },
};
