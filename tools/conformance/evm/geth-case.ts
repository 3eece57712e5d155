/** One case of go-ethereum's tracer tests: a genesis, a block context and a raw transaction, executed by a replay. */

import type { Address, Hex } from '../../../src/core/chain/primitives';
import { decodeRawTransaction, type RawTransaction, senderOf } from '../../../src/core/chain/raw-transaction';
import type { BlockEnvironment } from '../../../src/core/evm/environment';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { BLOBS_CANCUN, BLOBS_PRAGUE, type BlobSchedule, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { limbsOf } from '../../../src/core/evm/words/words';
import { Replay } from '../../../src/core/replay/replay';

type Numeric = string | number;
type Genesis = Record<string, unknown> & {
  alloc: Record<Hex, { balance: Numeric; nonce?: Numeric; code?: Hex; storage?: Record<Hex, Hex> }>;
  config: Record<string, unknown>;
};
export type GethCase = {
  genesis: Genesis;
  context: Record<'number' | 'timestamp' | 'gasLimit' | 'miner', Hex> & {
    difficulty?: Numeric;
    baseFeePerGas?: Numeric;
  };
  input: Hex;
  tracerConfig?: Record<string, boolean> | null;
  result: unknown;
};

export const bytesOf = (hex: string, length = 0): Uint8Array => {
  const digits = hex.replace(/^0x/, '');
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Uint8Array.from(Buffer.from(even.padStart(length * 2, '0'), 'hex'));
};
const big = (value: unknown): bigint => BigInt(typeof value === 'string' && value !== '' ? value : Number(value ?? 0));

/** Keys of a chain config that start a fork; Go reads them whatever their case. */
const FORKS: [string, Fork][] = [
  ['homesteadblock', Fork.homestead],
  ['eip150block', Fork.tangerineWhistle],
  ['eip158block', Fork.spuriousDragon],
  ['byzantiumblock', Fork.byzantium],
  ['constantinopleblock', Fork.constantinople],
  ['petersburgblock', Fork.petersburg],
  ['istanbulblock', Fork.istanbul],
  ['berlinblock', Fork.berlin],
  ['londonblock', Fork.london],
  ['shanghaitime', Fork.shanghai],
  ['cancuntime', Fork.cancun],
  ['praguetime', Fork.prague],
  ['osakatime', Fork.osaka],
  ['amsterdamtime', Fork.amsterdam],
];

function forkOf(config: Record<string, unknown>, number: number, timestamp: number): Fork {
  const settings = new Map(Object.entries(config).map(([key, value]) => [key.toLowerCase(), value]));
  const merged = settings.has('terminaltotaldifficulty') && big(settings.get('terminaltotaldifficulty')) === 0n;
  let fork: Fork = Fork.frontier;
  for (const [key, next] of FORKS) {
    const start = settings.get(key);
    if (start === undefined || start === null) continue;
    const byTime = key.endsWith('time');
    if (byTime ? merged && timestamp >= Number(start) : number >= Number(start)) fork = next;
  }
  return merged && fork === Fork.london ? Fork.paris : fork;
}

function blobsOf(genesis: Genesis, fork: Fork): BlobSchedule {
  const schedule = genesis.config.blobSchedule as Record<string, BlobSchedule> | undefined;
  const own = fork >= Fork.osaka ? schedule?.osaka : fork >= Fork.prague ? schedule?.prague : schedule?.cancun;
  return own ?? (fork >= Fork.prague ? BLOBS_PRAGUE : BLOBS_CANCUN);
}

function environmentOf({ genesis, context }: GethCase): BlockEnvironment {
  const number = Number(context.number);
  const timestamp = Number(context.timestamp);
  const fork = forkOf(genesis.config, number, timestamp);
  const blobs = blobsOf(genesis, fork);
  // EIP-4844: the block's excess follows from its parent, the genesis.
  const sum = big(genesis.excessBlobGas) + big(genesis.blobGasUsed);
  const target = BigInt(blobs.target) * 131072n;
  return {
    fork,
    chainId: big(genesis.config.chainId),
    number,
    timestamp,
    gasLimit: Number(context.gasLimit),
    coinbase: bytesOf(context.miner, 20),
    baseFee: fork >= Fork.london ? big(context.baseFeePerGas) : 0n,
    random: fork >= Fork.paris ? big(genesis.mixHash ?? genesis.mixhash) : big(context.difficulty),
    excessBlobGas: sum > target ? sum - target : 0n,
    blobs,
    blockHash: () => new Uint8Array(32),
  };
}

function inputOf(raw: RawTransaction, from: Address): TransactionInput {
  return {
    type: raw.type,
    from: bytesOf(from, 20),
    to: raw.to === undefined ? undefined : bytesOf(raw.to, 20),
    nonce: BigInt(raw.nonce),
    value: raw.value,
    data: bytesOf(raw.input),
    gasLimit: BigInt(raw.gas),
    maxFeePerGas: raw.maxFeePerGas ?? raw.gasPrice ?? 0n,
    maxPriorityFeePerGas: raw.maxPriorityFeePerGas ?? raw.gasPrice ?? 0n,
    accessList: (raw.accessList ?? []).map(({ address, storageKeys }) => ({
      address: bytesOf(address, 20),
      storageKeys: storageKeys.map((key) => bytesOf(key, 32)),
    })),
    maxFeePerBlobGas: raw.maxFeePerBlobGas ?? 0n,
    blobHashes: (raw.blobVersionedHashes ?? []).map((hash) => bytesOf(hash, 32)),
    authorizationList: (raw.authorizationList ?? []).map((entry) => ({
      chainId: BigInt(entry.chainId),
      address: bytesOf(entry.address, 20),
      nonce: BigInt(entry.nonce),
      yParity: entry.yParity,
      r: BigInt(entry.r),
      s: BigInt(entry.s),
    })),
  };
}

/** Executes the case's transaction to its end. Throws where it cannot be executed. */
export async function replayCase(test: GethCase): Promise<{ replay: Replay; fork: Fork }> {
  await loadLibraries();
  const raw = decodeRawTransaction(`0x${test.input.toLowerCase().replace(/^0x/, '')}`);
  if (!raw.ok) throw new Error(raw.error);
  const from = await senderOf(raw.value);
  if (from === undefined) throw new Error('the transaction has no sender');
  const state = new State();
  for (const [address, account] of Object.entries(test.genesis.alloc)) {
    const index = state.supplyAccount(
      bytesOf(address, 20),
      {
        balance: limbsOf(big(account.balance)),
        nonce: big(account.nonce),
        code: bytesOf(account.code ?? ''),
        exists: true,
      },
      true,
    );
    for (const [key, value] of Object.entries(account.storage ?? {}))
      state.supplySlot(index, bytesOf(key, 32), bytesOf(value, 32));
  }
  const block = environmentOf(test);
  const replay = new Replay(state, block, inputOf(raw.value, from));
  for (;;) {
    const stop = replay.run(10_000_000);
    if (stop === Stop.done) break;
    if (stop === Stop.budget) continue;
    const { missing } = state;
    if (missing?.kind !== 'account') throw new Error(`missing ${missing?.kind}`);
    state.supplyAccount(missing.address, { balance: limbsOf(0n), nonce: 0n, code: new Uint8Array(0), exists: false });
  }
  if (replay.result === undefined) throw new Error(`not executed: ${replay.execution.invalid ?? 'too long'}`);
  return { replay, fork: block.fork };
}
