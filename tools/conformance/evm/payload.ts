/** A block that a client built on a genesis (the payload of the engine API), executed here up to the hash of its header. */
import { createHash } from 'node:crypto';
import { keccak256 } from 'viem';
import { bytesToAddress, bytesToHash, bytesToHex, hexToBytes, wordHex } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { decodeRawTransaction, hashOf, senderOf } from '../../../src/core/chain/raw-transaction';
import type { LogEntry } from '../../../src/core/evm/machine';
import { BLOBS_PRAGUE, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { type IncludedBlock, toEnvironment, toInput } from '../../../src/core/evm/transaction/chain-input';
import { Execution } from '../../../src/core/evm/transaction/execution';
import { SystemExecution, systemCalls } from '../../../src/core/evm/transaction/system-calls';
import { LIMBS, limbsOf, toBytes } from '../../../src/core/evm/words/words';
import { computeHeaderHash } from '../../../src/core/proof/header';
import { type CommittedLog, computeLogsBloom, encodeReceipt } from '../../../src/core/proof/receipts';
import { computeListRoot, EMPTY_TRIE_ROOT } from '../../../src/core/proof/trie';
import { stateRoot } from '../state-root';

type GenesisAccount = { balance: string; nonce?: string; code?: Hex; storage?: Record<Hex, Hex> };

export type PayloadCase = {
  genesis: { config: { chainId: number }; alloc: Record<string, GenesisAccount> };
  parentHash: Hash;
  parentBeaconBlockRoot: Hash;
  payload: Record<PayloadField, Hex> & { transactions: Hex[]; withdrawals: unknown[] };
  /** Requests of the block (EIP-7685), each with its type before it. */
  requests: Hex[];
};

type PayloadField =
  | 'feeRecipient'
  | 'prevRandao'
  | 'blockNumber'
  | 'gasLimit'
  | 'timestamp'
  | 'extraData'
  | 'baseFeePerGas'
  | 'excessBlobGas'
  | 'blobGasUsed'
  | 'blockHash'
  | 'stateRoot'
  | 'receiptsRoot'
  | 'gasUsed'
  | 'blockAccessList'
  | 'slotNumber';

const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash;

/** Executes a payload and returns its differences from the client's results, in words; none where the header has its hash. */
export async function executePayload({
  genesis,
  parentHash,
  parentBeaconBlockRoot,
  payload,
  requests,
}: PayloadCase): Promise<string> {
  if (payload.withdrawals.length > 0) return 'withdrawals are not executed here';
  const networkId = genesis.config.chainId as NetworkId;
  const given: IncludedBlock = {
    networkId,
    number: Number(payload.blockNumber),
    parentHash,
    timestamp: Number(payload.timestamp),
    miner: payload.feeRecipient as Address,
    gasLimit: Number(payload.gasLimit),
    gasUsed: 0,
    baseFeePerGas: BigInt(payload.baseFeePerGas),
    mixHash: payload.prevRandao as Hash,
    extraData: payload.extraData,
    nonce: '0x0000000000000000',
    difficulty: 0n,
    sha3Uncles: NO_UNCLES,
    withdrawalsRoot: EMPTY_TRIE_ROOT,
    blobGasUsed: Number(payload.blobGasUsed),
    excessBlobGas: Number(payload.excessBlobGas),
    parentBeaconBlockRoot,
    requestsHash: requestsHashOf(requests),
    blockAccessListHash: keccak256(payload.blockAccessList) as Hash,
    slotNumber: Number(payload.slotNumber),
    transactions: [],
  };
  const state = stateOf(genesis.alloc);
  const environment = toEnvironment(given, { fork: Fork.amsterdam, blobs: BLOBS_PRAGUE }, new Map());
  for (const call of systemCalls(environment, hexToBytes(parentHash), hexToBytes(parentBeaconBlockRoot)))
    runToEnd(new SystemExecution(state, environment, call), state);

  const inBlock = { execution: 0, state: 0 };
  let cumulativeGasUsed = 0;
  const hashes: Hash[] = [];
  const receipts: Uint8Array[] = [];
  const logs: CommittedLog[] = [];
  for (const raw of payload.transactions) {
    const decoded = decodeRawTransaction(raw);
    if (!decoded.ok) return decoded.error;
    const from = await senderOf(decoded.value);
    if (from === undefined) return 'a transaction has no sender';
    const hash = hashOf(decoded.value);
    const execution = new Execution(
      state,
      environment,
      toInput({ ...decoded.value, networkId, hash, from }),
      undefined,
    );
    runToEnd(execution, state);
    const { result } = execution;
    if (result === undefined) return `not executed: ${execution.invalid}`;
    inBlock.execution += result.inBlock.execution;
    inBlock.state += result.inBlock.state;
    cumulativeGasUsed += result.gasUsed;
    const own = result.logs.map((log) => toLog(state, log));
    logs.push(...own);
    const outcome = { status: result.success ? 'success' : 'failed', cumulativeGasUsed, logs: own } as const;
    receipts.push(encodeReceipt(outcome, decoded.value.type));
    hashes.push(hash);
  }
  const found = {
    gasUsed: `0x${Math.max(inBlock.execution, inBlock.state).toString(16)}`,
    stateRoot: await stateRoot(state),
    receiptsRoot: computeListRoot(receipts),
  };
  for (const [field, value] of Object.entries(found) as [keyof typeof found, string][])
    if (value !== payload[field]) return `${field} ${value}, expected ${payload[field]}`;
  const hash = computeHeaderHash({
    ...given,
    gasUsed: Number(found.gasUsed),
    stateRoot: found.stateRoot as Hash,
    receiptsRoot: found.receiptsRoot,
    transactionsRoot: computeListRoot(payload.transactions.map(hexToBytes)),
    logsBloom: computeLogsBloom(logs),
    transactions: hashes,
  });
  return hash === payload.blockHash ? '' : `header ${hash}, expected ${payload.blockHash}`;
}

/** EIP-7685: the hash of the hashes of all requests that are more than their type. */
function requestsHashOf(requests: readonly Hex[]): Hash {
  const sha = (...parts: Uint8Array[]) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return new Uint8Array(hash.digest());
  };
  return bytesToHash(
    sha(
      ...requests
        .map(hexToBytes)
        .filter(({ length }) => length > 1)
        .map((each) => sha(each)),
    ),
  );
}

/** The accounts; every other one is not there. */
function stateOf(alloc: Record<string, GenesisAccount>): State {
  const state = new State();
  for (const [key, { balance, nonce = '0x0', code = '0x', storage = {} }] of Object.entries(alloc)) {
    const address = hexToBytes(key.startsWith('0x') ? (key as Hex) : `0x${key}`);
    const given = { balance: limbsOf(BigInt(balance)), nonce: BigInt(nonce), code: hexToBytes(code), exists: true };
    const account = state.supplyAccount(address, given, true);
    for (const [slot, value] of Object.entries(storage)) state.supplySlot(account, wordOf(slot), wordOf(value));
  }
  return state;
}

function runToEnd(execution: { run(budget: number): Stop }, state: State): void {
  for (;;) {
    const stop = execution.run(1_000_000);
    if (stop === Stop.done) return;
    if (stop === Stop.budget) continue;
    const { missing } = state;
    if (missing?.kind !== 'account') throw new Error(`unexpectedly missing: ${missing?.kind}`);
    const nothing = { balance: limbsOf(0n), nonce: 0n, code: new Uint8Array(0), exists: false };
    state.supplyAccount(missing.address, nothing, true);
  }
}

function toLog(state: State, { address, topics, topicCount, data }: LogEntry): CommittedLog {
  return {
    address: bytesToAddress(state.addressBytes(address)),
    topics: Array.from({ length: topicCount }, (_, at) => {
      const topic = new Uint8Array(32);
      toBytes(topics, at * LIMBS, topic, 0);
      return bytesToHash(topic);
    }),
    data: bytesToHex(data),
  };
}

function wordOf(hex: string): Uint8Array {
  return hexToBytes(wordHex(BigInt(hex)));
}
