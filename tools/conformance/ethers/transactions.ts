/** Raw transactions of every envelope: read, written again, and the sender recovered. */
import { privateKeyToAddress } from 'viem/accounts';
import type { Hex } from '../../../src/core/chain/primitives';
import {
  decodeRawTransaction,
  encodeRawTransaction,
  type RawTransaction,
  senderOf,
} from '../../../src/core/chain/raw-transaction';
import { type Check, judge } from '../check';
import type { CaseResult } from '../suite';

type Recorded = {
  to?: string;
  nonce?: number | string;
  gasLimit?: string;
  data?: string;
  value?: string;
  accessList?: readonly { address: string; storageKeys: readonly string[] }[];
  blobVersionedHashes?: readonly string[];
} & Readonly<Record<string, unknown>>;
type Signature = { r: Hex; s: Hex; v: Hex };
export type TransactionCase = { name: string; transaction: Recorded; privateKey: Hex } & Readonly<
  Record<string, unknown>
>;

const FEES = ['maxFeePerGas', 'maxPriorityFeePerGas'] as const;
/** Envelopes in the vectors, and the fields each carries beside the common ones. */
const ENVELOPES = [
  { name: 'Legacy', type: 0, fields: ['gasPrice'] },
  { name: 'Eip155', type: 0, fields: ['gasPrice', 'chainId'] },
  { name: 'Berlin', type: 1, fields: ['gasPrice', 'chainId'] },
  { name: 'London', type: 2, fields: [...FEES, 'chainId'] },
  { name: 'Cancun', type: 3, fields: [...FEES, 'chainId', 'maxFeePerBlobGas'] },
] as const;
type Envelope = (typeof ENVELOPES)[number];

/** Returns one result for each envelope in which the vector exists; an empty text says that it does not exist in one. */
export async function* judgeTransaction(vector: TransactionCase): AsyncGenerator<CaseResult> {
  for (const envelope of ENVELOPES) {
    const unsigned = vector[`unsigned${envelope.name}`] as Hex | '' | undefined;
    const signed = vector[`signed${envelope.name}`] as Hex | '' | undefined;
    if (!unsigned || !signed) continue;
    yield await judge(`transactions ${vector.name} ${envelope.name}`, async (check) => {
      compareFields(check, decode(unsigned, check), vector.transaction, envelope);
      const transaction = decode(signed, check);
      compareFields(check, transaction, vector.transaction, envelope);
      const recorded = vector[`signature${envelope.name}`] as Signature;
      const { r, s, v } = transaction.signature ?? {};
      check.equal(
        'signature',
        [r, s, v].map((part) => BigInt(part ?? 0)),
        [recorded.r, recorded.s, recorded.v].map(BigInt),
      );
      const sender = await senderOf(transaction);
      check.equal('sender', sender, privateKeyToAddress(vector.privateKey).toLowerCase());
    });
  }
}

function decode(raw: Hex, check: Check): RawTransaction {
  const decoded = decodeRawTransaction(raw);
  if (!decoded.ok) throw new Error(decoded.error);
  check.equal('encoded again', encodeRawTransaction(decoded.value), raw);
  return decoded.value;
}

function compareFields(check: Check, decoded: RawTransaction, recorded: Recorded, envelope: Envelope): void {
  check.equal('type', decoded.type, envelope.type);
  check.equal('to', decoded.to ?? '', recorded.to?.toLowerCase() ?? '');
  check.equal('data', decoded.input, recorded.data ?? '0x');
  check.equal('nonce', decoded.nonce, BigInt(recorded.nonce ?? 0));
  check.equal('gas', decoded.gas, BigInt(recorded.gasLimit ?? 0));
  check.equal('value', decoded.value, BigInt(recorded.value ?? 0));
  for (const field of envelope.fields) check.equal(field, decoded[field] ?? 0, BigInt(String(recorded[field] ?? 0)));
  if (envelope.type > 0) check.equal('access list', lower(decoded.accessList), lower(recorded.accessList));
  if (envelope.type === 3) {
    check.equal('blob hashes', lower(decoded.blobVersionedHashes), lower(recorded.blobVersionedHashes));
  }
}

function lower(list: unknown): string {
  return JSON.stringify(list ?? []).toLowerCase();
}
