/**
 * Trace files: one transaction with its trace and what is known of it, to be
 * opened on a machine without any network. The format is described in
 * docs/trace-files.md:
 *
 *     gzip of
 *       8 bytes   LOUPETRC
 *       uint32    version, little endian
 *       uint32    bytes of the description, little endian
 *       …         description: JSON in UTF-8
 *       …         trace: core/trace/binary
 *
 * A file is untrusted: everything in it is checked and bounded, and what it
 * says of contracts counts less than what this browser knows itself.
 */
import * as v from 'valibot';
import type { SignatureCandidate } from '../../../core/abi/signature-table';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { blockToRpc, receiptToRpc, transactionToRpc } from '../../../core/chain/rpc-form';
import type { Block, Receipt, Transaction } from '../../../core/chain/transaction';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { type Label, labelOf, MAX_LABEL_LENGTH } from '../../../core/contract/labels/label';
import { decodeTrace } from '../../../core/trace/binary';
import { MAX_NOTES, parseRowNote, type RowNote } from '../../../core/trace/row-note';
import type { Trace } from '../../../core/trace/rows';
import { MAX_TRACE_FILE, traceFileTooLarge } from '../../../core/trace/trace-file-size';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { blockSchema } from '../../../net/rpc/block-schema';
import { address, word } from '../../../net/rpc/fields';
import { receiptSchema } from '../../../net/rpc/receipt-schema';
import { transactionSchema } from '../../../net/rpc/transaction-schema';
import { unpackWithin } from '../../packing';
import { type FileSources, sourcesSchema } from './trace-file-sources';
import { type FileState, stateSchema, stateToJson } from './trace-file-state';

const MAGIC = 'LOUPETRC';
const HEADER = 16;
/** Grows when an older Loupe could not read the new files. Older files stay readable. */
export const TRACE_FILE_VERSION = 2;
/** Bytes of an unpacked file at most. */
const MAX_UNPACKED = 1 << 30;
const MAX_DESCRIPTION = 256 << 20;
const MAX_CONTRACTS = 5_000;

export type TraceFile = {
  network: { id: NetworkId; name: string; currency: { name: string; symbol: string; decimals: number } };
  transaction: Transaction;
  receipt: Receipt;
  block?: Block;
  contracts: readonly ContractKnowledge[];
  signatures: readonly SignatureCandidate[];
  labels: readonly Label[];
  notes: readonly RowNote[];
  /** State that executing it again needs; absent where it was not executed. Since version 2. */
  state?: FileState;
  /** Sources of the contracts that ran, as far as they are known. Since version 2. */
  sources?: FileSources;
  /** The bytes of core/trace/binary. */
  trace: ArrayBuffer;
};

/** Encodes the trace as the bytes of a file. */
export async function encodeTraceFile(file: TraceFile): Promise<ArrayBuffer> {
  const { network, transaction, receipt, block, contracts, signatures, labels, notes, state, sources, trace } = file;
  const description = new TextEncoder().encode(
    JSON.stringify({
      format: 'loupe-trace',
      exportedAt: new Date().toISOString(),
      network,
      transaction: transactionToRpc(transaction),
      receipt: receiptToRpc(receipt),
      ...(block === undefined ? {} : { block: blockToRpc(block) }),
      // Texts go along with the runs they were compiled in.
      contracts: contracts.map(({ networkId: _, sources: __, ...contract }) => contract),
      signatures,
      labels: labels.map(({ address, name }) => ({ address, name })),
      notes,
      ...(state === undefined ? {} : { state: stateToJson(state) }),
      ...(sources === undefined ? {} : { sources }),
    }),
  );
  const header = new Uint8Array(HEADER);
  header.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(header.buffer);
  view.setUint32(8, TRACE_FILE_VERSION, true);
  view.setUint32(12, description.length, true);
  const packed = new Blob([header, description, trace]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(packed).arrayBuffer();
}

const DAMAGED = 'This is not a trace file of Loupe, or it is damaged.';

/** Reads a trace file. The failure says whether it is damaged or newer than this version of Loupe. */
export async function decodeTraceFile(packed: Uint8Array): Promise<Result<TraceFile & { columns: Trace }, Failure>> {
  if (packed.length > MAX_TRACE_FILE) return fail(traceFileTooLarge());
  let bytes: Uint8Array | undefined;
  try {
    bytes = await unpackWithin(MAX_UNPACKED, packed, 'gzip');
  } catch (error) {
    return damaged(String(error));
  }
  if (bytes === undefined) return fail(failure('tooLarge', `The file holds more than ${MAX_UNPACKED >> 20} MB.`));
  if (bytes.length < HEADER || new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC) return damaged('no header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint32(8, true);
  if (version > TRACE_FILE_VERSION) {
    return fail(
      failure('unsupported', `This file is of a newer version of Loupe (format ${version}). Update Loupe to open it.`),
    );
  }
  const length = view.getUint32(12, true);
  if (length > MAX_DESCRIPTION || HEADER + length > bytes.length) return damaged('the description is cut');
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER, HEADER + length)));
  } catch (error) {
    return damaged(String(error));
  }
  const described = describedBy(json);
  if (!described.ok) return described;
  const trace = bytes.slice(HEADER + length).buffer;
  const columns = decodeTrace(trace);
  if (!columns.ok) return damaged('the trace cannot be read');
  return ok({ ...described.value, trace, columns: columns.value });
}

const text = (length: number) => v.pipe(v.string(), v.maxLength(length));
const network = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: text(64),
  currency: v.object({
    name: text(64),
    symbol: text(16),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  }),
});
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255));
const named = v.object({ text: text(200), origin: text(40) });
const contract = v.object({
  address,
  name: v.optional(named),
  // Entries are checked when the ABI is indexed, as with every ABI.
  abi: v.pipe(v.array(v.looseObject({ type: text(40) })), v.maxLength(10_000)),
  proxy: v.optional(v.object({ kind: text(40), implementation: address })),
  token: v.optional(
    v.object({
      standard: v.picklist(['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-6909']),
      symbol: v.optional(text(64)),
      decimals: v.optional(decimals),
      asset: v.optional(address),
      items: v.optional(
        v.pipe(
          v.array(v.object({ id: text(78), symbol: v.optional(text(64)), decimals: v.optional(decimals) })),
          v.maxLength(1_000),
        ),
      ),
    }),
  ),
  compilerVersion: v.optional(text(100)),
});
const signature = v.object({
  selector: v.union([v.pipe(v.string(), v.regex(/^0x[0-9a-f]{8}$/)), word]),
  signature: v.pipe(text(2_000), v.regex(/^[\w$]*\(.*\)$/)),
});
const description = v.object({
  format: v.literal('loupe-trace'),
  network,
  transaction: v.unknown(),
  receipt: v.unknown(),
  block: v.optional(v.unknown()),
  contracts: v.pipe(v.array(contract), v.maxLength(MAX_CONTRACTS)),
  signatures: v.pipe(v.array(signature), v.maxLength(50_000)),
  labels: v.pipe(v.array(v.object({ address, name: text(MAX_LABEL_LENGTH) })), v.maxLength(10_000)),
  notes: v.pipe(v.array(v.unknown()), v.maxLength(MAX_NOTES)),
  state: v.exactOptional(stateSchema),
  sources: v.exactOptional(sourcesSchema),
});

function describedBy(json: unknown): Result<Omit<TraceFile, 'trace'>, Failure> {
  const parsed = v.safeParse(description, json);
  if (!parsed.success) return damaged(words(parsed.issues));
  const { output } = parsed;
  const networkId = output.network.id as NetworkId;
  const transaction = v.safeParse(transactionSchema(networkId), output.transaction);
  const receipt = v.safeParse(receiptSchema(networkId), output.receipt);
  const block = output.block === undefined ? undefined : v.safeParse(blockSchema(networkId), output.block);
  if (!transaction.success) return damaged(words(transaction.issues));
  if (!receipt.success) return damaged(words(receipt.issues));
  if (block && !block.success) return damaged(words(block.issues));
  const same =
    transaction.output.hash === receipt.output.transactionHash &&
    transaction.output.blockHash === receipt.output.blockHash &&
    (block === undefined || block.output.hash === receipt.output.blockHash);
  if (!same) return damaged('transaction, receipt and block do not belong together');
  return ok({
    network: { ...output.network, id: networkId },
    transaction: transaction.output,
    receipt: receipt.output,
    ...(block === undefined ? {} : { block: block.output }),
    contracts: output.contracts.map((given) => asClaimed(networkId, given)),
    signatures: output.signatures.map(
      (given): SignatureCandidate => ({
        selector: given.selector as SignatureCandidate['selector'],
        signature: given.signature,
        origin: 'traceFile',
      }),
    ),
    labels: output.labels.map((label): Label => ({ networkId, address: label.address, name: labelOf(label.name) })),
    notes: output.notes.flatMap((note) => parseRowNote(note) ?? []),
    ...(output.state === undefined ? {} : { state: output.state }),
    ...(output.sources === undefined ? {} : { sources: output.sources }),
  });
}

/** What a file says of a contract is a claim of the file's maker, also where the file names another origin. */
function asClaimed(networkId: NetworkId, given: v.InferOutput<typeof contract>): ContractKnowledge {
  return {
    networkId,
    address: given.address as Address,
    ...(given.name === undefined ? {} : { name: { text: given.name.text, origin: 'traceFile' } }),
    abi: given.abi as unknown as ContractKnowledge['abi'],
    ...(given.abi.length === 0 ? {} : { abiOrigin: 'traceFile' }),
    ...(given.proxy === undefined ? {} : { proxy: given.proxy as NonNullable<ContractKnowledge['proxy']> }),
    ...(given.token === undefined ? {} : { token: given.token as NonNullable<ContractKnowledge['token']> }),
    ...(given.compilerVersion === undefined ? {} : { compilerVersion: given.compilerVersion }),
    fetchedAt: 0,
  };
}

function words(issues: readonly { message: string; path?: readonly { key: unknown }[] | undefined }[]): string {
  const [first] = issues;
  return `${first?.path?.map(({ key }) => String(key)).join('.') ?? ''}: ${first?.message ?? ''}`;
}

function damaged(raw: string): Result<never, Failure> {
  return fail(failure('badAnswer', DAMAGED, { raw: raw.slice(0, 2_000) }));
}
