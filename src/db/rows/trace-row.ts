/** Table `traces`: the columns of a trace as one buffer in the format of core/trace/binary, and what a replay read. */
import * as v from 'valibot';
import type { Hash } from '../../core/chain/primitives';
import type { Block } from '../../core/chain/transaction';
import { type StoredBlock, storedBlock, toStoredBlock } from './block-row';
import { buffer, count, definedFields, hash, parseRow, transactionKey } from './fields';
import { type KeptChecks, storedChecks } from './trace-checks-row';
import type { TransactionId } from './transaction-row';

export type KeptTrace = TransactionId & {
  /** Names the inclusion that the trace belongs to. */
  blockHash: Hash;
  bytes: ArrayBuffer;
  /** How the trace was made. */
  source: string;
  /** The trace came from a trace file, whose maker answers for it. */
  fromFile?: true;
  /** Better trace methods that were not used, each with the reason. */
  skipped?: readonly { source: string; reason: string; differs?: boolean }[];
  /** Present where the trace comes from a replay: what was compared, and all that was read. */
  replay?: KeptReplay;
};

export type KeptReplay = {
  verification: {
    origin: 'prestateTracer' | 'rpc';
    compared: {
      status: boolean;
      gasUsed: number;
      logs: number;
      earlier: number;
      accessList?: 'committed' | 'stated';
    };
    /**
     * What was checked by hashes when the trace was kept; absent in rows of an earlier version. Later checks are in
     * `traceChecks`.
     */
    checked?: KeptChecks;
    steps: number;
  };
  block: Block;
  witness: KeptWitness;
};

/** Addresses are 20 bytes, other values 32. `code` is an index into `codes`; `storage` has keys and values in turn. */
export type KeptWitness = {
  accounts: readonly {
    address: Uint8Array;
    balance: Uint8Array;
    nonce: bigint;
    code: number;
    exists: boolean;
    storage: Uint8Array;
  }[];
  codes: readonly Uint8Array[];
  hashes: readonly { number: number; hash: Uint8Array }[];
};

type StoredReplay = Omit<KeptReplay, 'block'> & { block: StoredBlock };
export type TraceRow = Omit<KeptTrace, 'replay'> & { replay?: StoredReplay };

const bytes = v.instance(Uint8Array);
/** All that an execution read. */
export const storedWitness = v.object({
  accounts: v.array(
    v.object({
      address: bytes,
      balance: bytes,
      nonce: v.bigint(),
      code: count,
      exists: v.boolean(),
      storage: bytes,
    }),
  ),
  codes: v.array(bytes),
  hashes: v.array(v.object({ number: count, hash: bytes })),
});
const row = v.object({
  ...transactionKey,
  blockHash: hash,
  bytes: buffer,
  source: v.string(),
  fromFile: v.exactOptional(v.literal(true)),
  skipped: v.exactOptional(
    v.array(v.object({ source: v.string(), reason: v.string(), differs: v.exactOptional(v.boolean()) })),
  ),
  replay: v.exactOptional(
    v.object({
      verification: v.object({
        origin: v.picklist(['prestateTracer', 'rpc']),
        compared: v.object({
          status: v.boolean(),
          gasUsed: count,
          logs: count,
          earlier: count,
          accessList: v.exactOptional(v.picklist(['committed', 'stated'])),
        }),
        checked: v.exactOptional(storedChecks),
        steps: count,
      }),
      block: storedBlock,
      witness: storedWitness,
    }),
  ),
});

export function toTraceRow(kept: KeptTrace): TraceRow {
  return definedFields({
    networkId: kept.networkId,
    hash: kept.hash,
    blockHash: kept.blockHash,
    bytes: kept.bytes,
    source: kept.source,
    fromFile: kept.fromFile,
    skipped: kept.skipped?.map(({ source, reason, differs }) => definedFields({ source, reason, differs })),
    replay: kept.replay && toStoredReplay(kept.replay),
  });
}

/** Undefined where the row is damaged. The bytes are checked when they are decoded. */
export function fromTraceRow(stored: unknown): KeptTrace | undefined {
  return parseRow(row, stored);
}

function toStoredReplay({ verification, block, witness }: KeptReplay): StoredReplay {
  const { origin, compared, checked, steps } = verification;
  const { status, gasUsed, logs, earlier, accessList } = compared;
  return {
    verification: {
      origin,
      compared: { status, gasUsed, logs, earlier, ...(accessList && { accessList }) },
      ...(checked && { checked: { unchecked: [...checked.unchecked], isIncluded: checked.isIncluded } }),
      steps,
    },
    block: toStoredBlock(block),
    witness: toStoredWitness(witness),
  };
}

/** The witness without fields that rows do not have. Linear in its accounts. */
export function toStoredWitness({ accounts, codes, hashes }: KeptWitness): KeptWitness {
  return {
    accounts: accounts.map(({ address, balance, nonce, code, exists, storage }) => ({
      address,
      balance,
      nonce,
      code,
      exists,
      storage,
    })),
    codes: [...codes],
    hashes: hashes.map(({ number, hash }) => ({ number, hash })),
  };
}
