/**
 * Recorded transactions from an endpoint that writes its answers otherwise:
 * fields left out, null, in other forms or unknown are shown all the same, so is
 * what an endpoint without the state gives the witness of, and a receipt that
 * differs by one never passes as equal.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Receipt } from '../../../../src/core/chain/transaction';
import { proofLevel } from '../../../../src/core/proof/proof-level';
import { openTrace } from '../../../open-trace';
import { CONTRACT, makeUp, VALUE } from '../../chains/made-up-block';
import { MADE_UP, type MadeUpFamily } from '../../chains/made-up-families';
import { openRecorded, RECORDED, type RecordedName } from '../../chains/recorded-chain';
import { type Alter, type RecordedChain, startRecordedNode } from '../../chains/recorded-node';
import { judge } from '../../check';
import { keyOf, newJob, startEngine } from '../../recorded/engine';
import type { CaseResult } from '../../suite';

/** For each recording, the place of a transaction that emits events or fails. */
const PLACES: Readonly<Record<RecordedName, number>> = {
  opStack: 6,
  celo: 3,
  celoJovian: 4,
  linea: 9,
  taiko: 25,
  scrollEuclid: 2,
  scrollFeynman: 2,
  scrollGalileo: 0,
};

/** Recordings that are no witness of their block by themselves, by how their names begin, and why. */
const NOT_ALONE: readonly (readonly [start: string, reason: string])[] = [
  ['scroll', 'the recording leaves out the code of contracts that fees go by'],
  ['celo', 'the recording leaves out the code of the contract that fees go to'],
  ['linea', 'its headers commit to another trie than the recording has'],
];

type Fields = Readonly<Record<string, unknown>>;
type Kind = 'block' | 'transaction' | 'receipt';

/** Families without a recording whose headers have a difficulty, or fields of their own, and the OP Stack since Lagoon. */
const MADE_UP_NAMES = ['polygon', 'avalanche', 'opStack'];

async function* chains(data: string): AsyncIterable<readonly [name: string, chain: RecordedChain, place: number]> {
  for (const name of Object.keys(PLACES) as RecordedName[])
    if (existsSync(join(data, RECORDED[name]))) yield [name, await openRecorded(data, name), PLACES[name]];
  for (const name of MADE_UP_NAMES) {
    const chain = await makeUp(MADE_UP[name] as MadeUpFamily);
    yield [name, chain, chain.transactions.findIndex(({ to, value }) => to === CONTRACT && value === VALUE)];
  }
}

export async function* cases(data: string): AsyncIterable<CaseResult> {
  for await (const [name, chain, place] of chains(data)) {
    const receipt = chain.receipts[place] as Receipt;
    const open = async (alter?: Alter, prunes = false) => {
      const node = await startRecordedNode(chain, alter, prunes);
      try {
        return await levelFrom(node.url, chain.block.networkId, receipt);
      } finally {
        await node.stop();
      }
    };
    for (const [how, form] of Object.entries(FORMS))
      yield await judge(`altered ${name}: ${how}`, async (check) => {
        const { level, why } = await open(alterEach(form));
        check.that(`it is not executed (${level}): ${why}`, level !== undefined && level !== 'contradicted');
      });
    const gone = `altered ${name}: the state before it is gone, and a witness is given`;
    const lacking = NOT_ALONE.find(([start]) => name.startsWith(start))?.[1];
    if (lacking !== undefined) yield { name: gone, outcome: 'skipped', reason: lacking };
    else
      yield await judge(gone, async (check) => {
        const { level, why } = await open(undefined, true);
        check.that(`it is not executed (${level}): ${why}`, level !== undefined && level !== 'contradicted');
      });
    for (const [what, lie] of Object.entries(lies(receipt)))
      yield await judge(`altered ${name}: a receipt with ${what}`, async (check) => {
        const told = (kind: Kind, fields: Fields) =>
          kind === 'receipt' && fields.transactionHash === receipt.transactionHash ? lie(fields) : fields;
        const { level } = await open(alterEach(told));
        check.that(`it reaches ${level}`, level === undefined || level === 'contradicted');
      });
  }
}

/** Removes the named fields from answers of these kinds. */
const without =
  (kinds: readonly Kind[], ...names: readonly string[]) =>
  (kind: Kind, fields: Fields): Fields =>
    kinds.includes(kind)
      ? Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
      : fields;

/** Sets the named fields of answers of these kinds to null, whether they are there or not. */
const nulled =
  (kinds: readonly Kind[], ...names: readonly string[]) =>
  (kind: Kind, fields: Fields): Fields =>
    kinds.includes(kind) ? { ...fields, ...Object.fromEntries(names.map((name) => [name, null])) } : fields;

const ROOTS = ['withdrawalsRoot', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'requestsHash', 'logsBloom'];
const L1_FIELDS = ['l1GasPrice', 'l1GasUsed', 'l1FeeScalar', 'l1BaseFeeScalar', 'l1BlobBaseFee', 'l1BlobBaseFeeScalar'];
const OPERATOR_FIELDS = ['operatorFeeScalar', 'operatorFeeConstant', 'daFootprintGasScalar', 'blobGasUsed'];
const SEAL = ['nonce', 'sha3Uncles', 'difficulty', 'size', 'totalDifficulty', 'uncles'];
const PLACE = ['blockHash', 'blockNumber', 'transactionIndex'];

/** Answers that mean the same. */
const FORMS: Readonly<Record<string, (kind: Kind, fields: Fields) => Fields>> = {
  'a block without roots': without(['block'], ...ROOTS),
  'a block with null for roots': nulled(['block'], ...ROOTS),
  'a block without seal and size': without(['block'], ...SEAL),
  'a block without withdrawals': without(['block'], 'withdrawals', 'withdrawalsRoot'),
  'a receipt with null for what is of layer 1': nulled(['receipt'], ...L1_FIELDS, ...OPERATOR_FIELDS),
  'a receipt without bloom, price and type': without(
    ['receipt'],
    'logsBloom',
    'effectiveGasPrice',
    'type',
    'cumulativeGasUsed',
    'contractAddress',
  ),
  'a block without its difficulty': without(['block'], 'difficulty'),
  'a transaction without the most it pays': without(['transaction'], 'maxFeePerGas'),
  'a transaction without its price': without(['transaction'], 'gasPrice'),
  'a block without its number': without(['block'], 'number'),
  'a block without its hash': without(['block'], 'hash'),
  'a block without number and hash': without(['block'], 'number', 'hash'),
  'a block with null for its number': nulled(['block'], 'number'),
  'a receipt without events and bloom': without(['receipt'], 'logs', 'logsBloom'),
  'a transaction without its tip': without(['transaction'], 'maxPriorityFeePerGas'),
  'a transaction without v': without(['transaction'], 'v'),
  'a receipt of a deposit with its version alone': without(['receipt'], 'depositNonce'),
  'a receipt of a deposit without its nonce': without(['receipt'], 'depositNonce', 'depositReceiptVersion'),
  'a receipt without its status': without(['receipt'], 'status'),
  'a block without a miner': without(['block'], 'miner'),
  'a transaction without a signature': without(['transaction'], 'v', 'r', 's', 'yParity'),
  'a transaction without chain id and parity': without(['transaction'], 'chainId', 'yParity'),
  'a transaction without its place': without(['transaction'], ...PLACE),
  'a transaction without its type': without(['transaction', 'receipt'], 'type'),
  'a transaction with null lists': nulled(['transaction'], 'authorizationList', 'blobVersionedHashes'),
  'fields that nobody knows': (_, fields) => ({ ...fields, madeUp: { deep: [1, null] }, other: null, l1Other: '0x' }),
  'quantities with zeros in front': (_, fields) => mapped(fields, padded),
  'quantities as numbers': (_, fields) => mapped(fields, asNumber),
  'addresses and hashes in upper case': (_, fields) => mapped(fields, inUpperCase),
};

function mapped(fields: Fields, form: (text: string, name: string) => unknown): Fields {
  const each = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return form(value, name);
    if (Array.isArray(value)) return value.map((entry) => each(entry, name));
    return typeof value === 'object' && value !== null ? mapped(value as Fields, form) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, each(value, name)]));
}

const BYTES = /^(input|data|extraData|nonce|logsBloom|topics|storageKeys|r|s)$/;
const isQuantity = (text: string) => /^0x(0|[1-9a-f][0-9a-f]{0,15})$/.test(text);

function padded(text: string, name: string): unknown {
  return isQuantity(text) && !BYTES.test(name) ? `0x0${text.slice(2)}` : text;
}

function asNumber(text: string, name: string): unknown {
  const isSmall = isQuantity(text) && !BYTES.test(name) && BigInt(text) < 2n ** 53n;
  return isSmall ? Number(text) : text;
}

function inUpperCase(text: string): unknown {
  return /^0x([0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? `0x${text.slice(2).toUpperCase()}` : text;
}

type Log = Readonly<{ address: string; topics: readonly string[]; data: string }>;

/** Receipts that differ in one thing that an execution shows. */
function lies({ logs }: Receipt): Readonly<Record<string, (fields: Fields) => Fields>> {
  const ofLog = (change: (log: Log) => Log) => (fields: Fields) => {
    const [first, ...others] = fields.logs as readonly Log[];
    return { ...fields, logs: [change(first as Log), ...others] };
  };
  return {
    'one gas more': (fields) => ({ ...fields, gasUsed: `0x${(BigInt(String(fields.gasUsed)) + 1n).toString(16)}` }),
    'one gas less': (fields) => ({ ...fields, gasUsed: `0x${(BigInt(String(fields.gasUsed)) - 1n).toString(16)}` }),
    'gas that nobody gave back': (fields) => ({
      ...fields,
      gasUsed: `0x${(BigInt(String(fields.gasUsed)) - 1n).toString(16)}`,
      opGasRefund: `0x${(BigInt(String(fields.opGasRefund ?? 0)) + 1n).toString(16)}`,
    }),
    'the other status': (fields) => ({ ...fields, status: fields.status === '0x1' ? '0x0' : '0x1' }),
    'an event more': (fields) => ({
      ...fields,
      logs: [...(fields.logs as readonly Log[]), { address: `0x${'11'.repeat(20)}`, topics: [], data: '0x' }],
    }),
    ...(logs.length > 0 && {
      'an event less': (fields: Fields) => ({ ...fields, logs: (fields.logs as readonly Log[]).slice(1) }),
      'a byte of data more': ofLog((log) => ({ ...log, data: `${log.data}00` })),
      'another emitter': ofLog((log) => ({ ...log, address: `0x${'11'.repeat(20)}` })),
      'a topic less': ofLog((log) => ({ ...log, topics: log.topics.slice(1) })),
    }),
  };
}

/** Applies a change to each block, transaction and receipt of an answer. */
function alterEach(change: (kind: Kind, fields: Fields) => Fields): Alter {
  const of = (kind: Kind) => (value: unknown) =>
    typeof value === 'object' && value !== null ? change(kind, value as Fields) : value;
  return (method, result) => {
    if (method === 'eth_getTransactionByHash') return of('transaction')(result);
    if (method === 'eth_getTransactionReceipt') return of('receipt')(result);
    if (method === 'eth_getBlockReceipts') return (result as readonly unknown[] | null)?.map(of('receipt')) ?? null;
    if (!method.startsWith('eth_getBlockBy') || result === null) return result;
    const block = result as Fields;
    const transactions = (block.transactions as readonly unknown[]).map(of('transaction'));
    return { ...change('block', block), transactions };
  };
}

async function levelFrom(url: string, networkId: number, receipt: Receipt) {
  const { engine, done } = await startEngine(networkId, url);
  try {
    let checked: Parameters<typeof proofLevel>[0] | undefined;
    await engine.trace.subscribe((event) => {
      if (event.type === 'replayed') checked = event.summary.verification?.checked ?? checked;
      if (event.type === 'proven') checked = event.verification.checked ?? checked;
    });
    const opened = await openTrace(engine, newJob(), keyOf(networkId, receipt.transactionHash));
    if (!opened.ok) return { level: undefined, why: opened.error.message };
    checked ??= opened.value.verification?.checked;
    await engine.settled();
    const why = opened.value.skipped.map(({ reason }) => reason).join(' ');
    return { level: checked && proofLevel(checked), why };
  } finally {
    await done();
  }
}
