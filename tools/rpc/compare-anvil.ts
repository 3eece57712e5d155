/**
 * The same generated transactions on a virtual network and on Anvil: what
 * receipts, logs and state say must be equal. The same seed gives the same
 * transactions.
 */

import type { TransactionSerializable } from 'viem';
import { privateKeyToAccount, signAuthorization } from 'viem/accounts';
import { constantBlob } from '../../devnet/blob';
import type { Address, Hex } from '../../src/core/chain/primitives';
import { messageOf } from '../../src/core/values/thrown';
import { TEST_ACCOUNTS } from '../../src/core/virtual/signing';

export type Ask = <T>(method: string, params: readonly unknown[]) => Promise<T>;
type Receipt = Record<string, unknown> & { contractAddress: Address | null; logs: Record<string, unknown>[] };

/** Fields of receipts that do not depend on clocks and hashes of blocks. */
const FIELDS = [
  'status',
  'gasUsed',
  'cumulativeGasUsed',
  'effectiveGasPrice',
  'contractAddress',
  'from',
  'to',
  'type',
  'transactionHash',
  'logsBloom',
  'blockNumber',
  'transactionIndex',
];
/** Fields that are compared for blob transactions only: Anvil has the price in every receipt. */
const BLOB_FIELDS = ['blobGasUsed', 'blobGasPrice'];
/** Slots that the generated contracts write. */
const SLOTS = 10;
/** First bytes of the calldata, each of which asks the contracts for something else. */
const KINDS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '0a'];
/** Bytes of the code in front of the first body, and of each body. */
const HEAD = 0x60;
const BODY = 0x40;
const CHAIN_ID = 31337;
/** Seconds that blocks are apart at most. */
const MAX_PAUSE = 5_000;

/**
 * A contract that, by the first byte of its calldata: writes a slot, clears
 * one, logs, reverts with its calldata, calls itself, makes an empty contract,
 * sends ether away, swaps against the reserves in slots 8 and 9, or writes into a
 * slot the time, or the hash of the first blob and the blob base fee added up.
 */
const CONTRACT: Hex = deployed(
  [
    '5f3560f81c', // the first byte
    ...KINDS.map((kind, index) => `8060${kind}14${push2(HEAD + index * BODY)}57`),
    '00',
  ],
  [
    '5b6001356002355560005f5fa000', // sstore(word 1, word 2), then an empty log
    '5b5f60013555', // sstore(word 1, 0)
    '5b365f5f37600135365fa100', // log1(calldata, word 1)
    '5b365f5f37365ffd', // revert(calldata)
    '5b6001600053602160015f375f5f60225f5f305af100', // calls itself to write a slot
    '5b5f5f5ff000', // create of nothing
    '5b5f5f5f5f600160215f35901c5af100', // call with a wei
    // out = in · reserve1 / (reserve0 + in): both reserves move, and a log tells what went in and out.
    '5b6001356008548101806008556009548083028290048091036009555f5260013560205fa100',
    '5b426001355500', // sstore(word 1, timestamp)
    '5b5f494a016001355500', // sstore(word 1, blobhash(0) + blobbasefee)
  ],
);

function push2(value: number): string {
  return `61${value.toString(16).padStart(4, '0')}`;
}

/** Creation code of the parts, each body 32 bytes after the one before. */
function deployed(head: readonly string[], bodies: readonly string[]): Hex {
  const start = head.join('').padEnd(2 * HEAD, '0');
  const runtime = start + bodies.map((body) => body.padEnd(2 * BODY, '0')).join('');
  const length = runtime.length / 2;
  return `0x${push2(length)}600c5f39${push2(length)}5ff3${runtime}`;
}

/** A generator of numbers below `below`, the same for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Sends `count` transactions to both. Answers what differs, a sentence each; none when all is equal. */
export async function compareWithAnvil(ours: Ask, anvil: Ask, count: number, seed: number): Promise<string[]> {
  const random = randomOf(seed);
  const accounts = [...TEST_ACCOUNTS.keys()].slice(0, 4);
  const contracts: Address[] = [];
  const touched = new Set<Address>(accounts);
  const differences: string[] = [];
  let taken = 0;
  // Anvil's first block repeats the fee of its genesis, where the rule lowers it: both begin with the same.
  for (const ask of [ours, anvil]) await ask('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
  // Anvil answers a sender before its block is sealed: blocks are sealed when told to, on both.
  for (const ask of [ours, anvil]) await ask('evm_setAutomine', [false]);
  // Blocks have the times that they are given, the same on both.
  let time = 0;
  for (const ask of [ours, anvil]) {
    const head = await ask<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false]);
    time = Math.max(time, Number(head.timestamp));
  }
  for (let index = 0; index < count; index++) {
    const request = await nextRequest(random, accounts, contracts, ours);
    time += 1 + random(MAX_PAUSE);
    const [one, other] = await Promise.all([send(ours, request, time), send(anvil, request, time)]);
    const what = `transaction ${index} (${JSON.stringify({ ...request, raw: request.raw?.slice(0, 10) }).slice(0, 160)})`;
    differences.push(...receiptDifferences(one, other).map((difference) => `${what}: ${difference}`));
    if (typeof one !== 'string' && typeof other !== 'string')
      differences.push(...(await traceDifferences(ours, anvil, one)).map((difference) => `${what}: ${difference}`));
    if (typeof one !== 'string') taken++;
    if (typeof one !== 'string' && one.contractAddress !== null) {
      touched.add(one.contractAddress);
      if (one.status === '0x1') contracts.push(one.contractAddress);
    }
    const { to } = request;
    if (to) touched.add(to);
    if (random(10) === 0)
      for (const ask of [ours, anvil])
        await ask('anvil_setBalance', [accounts[1], `0x${(10n ** 21n + BigInt(index)).toString(16)}`]);
  }
  if (taken < count / 2) differences.push(`only ${taken} of ${count} were taken, which compares little`);
  for (const address of touched) differences.push(...(await stateDifferences(ours, anvil, address)));
  return differences;
}

type Request = {
  from: Address;
  to?: Address;
  value?: Hex;
  data?: Hex;
  gas: Hex;
  maxFeePerGas: Hex;
  maxPriorityFeePerGas: Hex;
  authorizationList?: readonly object[];
  /** Instead of all that: signed, with its blobs. */
  raw?: Hex;
};

async function nextRequest(
  random: (below: number) => number,
  accounts: readonly Address[],
  contracts: readonly Address[],
  ask: Ask,
): Promise<Request> {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const common = {
    from: pick(accounts),
    gas: `0x${(60_000 + random(400_000)).toString(16)}` as Hex,
    maxFeePerGas: '0x2540be400' as Hex,
    maxPriorityFeePerGas: `0x${random(2_000_000_000).toString(16)}` as Hex,
  };
  const kind = random(12);
  if (kind < 2 || (contracts.length === 0 && kind > 3))
    return { ...common, to: pick(accounts), value: `0x${random(1_000_000).toString(16)}` };
  if (kind === 2) {
    const fresh = `0x${random(2 ** 31)
      .toString(16)
      .padStart(40, '1')}` as Address;
    return { ...common, to: fresh, value: `0x${random(3).toString(16)}` };
  }
  if (kind === 3) return { ...common, gas: '0x7a120', data: random(4) === 0 ? '0x5f5ffd' : CONTRACT };
  if (kind === 10) {
    // An account runs the code of a contract from now on, one time in four with a nonce that is not its own.
    const signer = pick(accounts.filter((account) => account !== common.from));
    const nonce = Number(await ask<Hex>('eth_getTransactionCount', [signer, 'latest']));
    const signed = await signDelegation(signer, pick(contracts), random(4) === 0 ? nonce + 7 : nonce);
    const selector = KINDS[random(KINDS.length)];
    return { ...common, to: signer, data: `0x${selector}`, authorizationList: [signed] };
  }
  const word = (value: number) => value.toString(16).padStart(64, '0');
  if (kind === 11) {
    // Half of them write what they see of their blob.
    const data: Hex = random(2) === 0 ? '0x' : `0x0a${word(random(SLOTS))}`;
    const to = pick(contracts);
    return { ...common, to, data, raw: await signBlob({ ...common, to, data }, random(1000), ask) };
  }
  const selector = KINDS[random(KINDS.length)];
  const second = random(2) === 0 ? random(3) : random(1_000_000_000);
  const data: Hex = `0x${selector}${word(random(SLOTS))}${word(second)}`;
  return { ...common, to: pick(contracts), data, ...(random(3) === 0 ? { value: '0x5' as Hex } : {}) };
}

/** The transaction with one blob, as it is sent: the blob beside it (EIP-4844, Networking). */
async function signBlob({ from, to, data, gas, ...fees }: Request, content: number, ask: Ask): Promise<Hex> {
  const privateKey = TEST_ACCOUNTS.get(from);
  if (privateKey === undefined) throw new Error(`nobody has the key of ${from}`);
  const { blob, commitment, proof, versionedHash } = constantBlob(`Blob ${content}.`);
  return privateKeyToAccount(privateKey).signTransaction({
    type: 'eip4844',
    chainId: CHAIN_ID,
    nonce: Number(await ask<Hex>('eth_getTransactionCount', [from, 'latest'])),
    gas: BigInt(gas),
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    maxFeePerGas: BigInt(fees.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
    maxFeePerBlobGas: 1_000_000_000n,
    blobVersionedHashes: [versionedHash],
    sidecars: [{ blob, commitment, proof }],
  } as TransactionSerializable);
}

async function signDelegation(signer: Address, address: Address, nonce: number): Promise<object> {
  const privateKey = TEST_ACCOUNTS.get(signer);
  if (privateKey === undefined) throw new Error(`nobody has the key of ${signer}`);
  const { r, s, yParity = 0 } = await signAuthorization({ privateKey, address, chainId: CHAIN_ID, nonce });
  const hex = (value: number): Hex => `0x${value.toString(16)}`;
  return { chainId: hex(CHAIN_ID), address, nonce: hex(nonce), yParity: hex(yParity), r, s };
}

/** The receipt; or why it was refused. */
async function send(ask: Ask, request: Request, time: number): Promise<Receipt | string> {
  try {
    const { raw } = request;
    const hash = await (raw === undefined
      ? ask<Hex>('eth_sendTransaction', [request])
      : ask<Hex>('eth_sendRawTransaction', [raw]));
    await ask('evm_setNextBlockTimestamp', [`0x${time.toString(16)}`]);
    await ask('evm_mine', []);
    return (await ask<Receipt | null>('eth_getTransactionReceipt', [hash])) ?? 'taken, and in no block';
  } catch (thrown) {
    return `refused: ${messageOf(thrown)}`;
  }
}

function receiptDifferences(ours: Receipt | string, theirs: Receipt | string): string[] {
  if (typeof ours === 'string' || typeof theirs === 'string') {
    if (typeof ours === typeof theirs) return [];
    return [`${typeof ours === 'string' ? ours : 'taken'}, by Anvil ${typeof theirs === 'string' ? theirs : 'taken'}`];
  }
  const fields = ours.type === '0x3' ? [...FIELDS, ...BLOB_FIELDS] : FIELDS;
  const differing = fields
    .filter((name) => normal(ours[name]) !== normal(theirs[name]))
    .map((name) => `${name} is ${normal(ours[name]).slice(0, 80)}, at Anvil ${normal(theirs[name]).slice(0, 80)}`);
  const logs = (receipt: Receipt) =>
    normal(receipt.logs.map(({ address, topics, data, logIndex }) => [address, topics, data, logIndex]));
  if (logs(ours) !== logs(theirs)) differing.push(`logs are ${logs(ours)}, at Anvil ${logs(theirs)}`);
  return differing;
}

function normal(value: unknown): string {
  return JSON.stringify(value ?? null).toLowerCase();
}

type CallFrame = Record<string, unknown> & { calls?: CallFrame[] };
type Step = {
  pc: number;
  op: string;
  gas: number;
  gasCost: number;
  depth: number;
  stack?: string[];
  memory?: string[];
  storage?: Readonly<Record<string, string>>;
};
type Steps = { structLogs: Step[] };

/** Tells where the call tracer and the steps of the two nodes differ. */
async function traceDifferences(ours: Ask, anvil: Ask, { transactionHash }: Receipt): Promise<string[]> {
  const both = <T>(params: readonly unknown[]) =>
    Promise.all([ours<T>('debug_traceTransaction', params), anvil<T>('debug_traceTransaction', params)]);
  const [calls, theirCalls] = await both<CallFrame>([transactionHash, { tracer: 'callTracer' }]);
  const differing: string[] = [];
  if (framesOf(calls) !== framesOf(theirCalls))
    differing.push(`calls are ${framesOf(calls)}, at Anvil ${framesOf(theirCalls)}`);
  const [steps, theirSteps] = await both<Steps>([transactionHash, { enableMemory: true }]);
  const count = Math.max(steps.structLogs.length, theirSteps.structLogs.length);
  for (let at = 0; at < count; at++) {
    const [line, theirLine] = stepLines(steps.structLogs[at], theirSteps.structLogs[at]);
    if (line === theirLine) continue;
    differing.push(`step ${at} is ${line}, at Anvil ${theirLine}`);
    break;
  }
  return differing;
}

/** Writes the fields of a frame that both nodes name alike: the words of an error are each node's own. */
function framesOf({ type, from, to, value, input, output, gasUsed, error, calls = [] }: CallFrame): string {
  const own = normal([type, from, to, value ?? '0x0', input, output ?? '0x', gasUsed, error !== undefined]);
  return `${own}[${calls.map(framesOf).join()}]`;
}

/**
 * A line of each for one step, with the costs by one rule. Ours is go-ethereum's,
 * which tells the cost before the step runs: the instruction's price, to which
 * the gas that a call hands on belongs, and that of a creation does not; of a
 * step that cannot be paid for all the same its price. Anvil's is what the step
 * took from its frame: of a creation with all that it hands on (EIP-150), of a
 * step that cannot be paid for what was taken until that was noticed, which is
 * no part of the rules.
 */
function stepLines(step: Step | undefined, theirs: Step | undefined): [string, string] {
  if (step === undefined || theirs === undefined)
    return [step?.op ?? 'not there', theirs === undefined ? 'not there' : theirs.op];
  if (step.gasCost > step.gas) return [stepLine(step, 'more than there is'), stepLine(theirs, 'more than there is')];
  return [stepLine(step, String(takenBy(step))), stepLine(theirs, String(theirs.gasCost))];
}

/** Gas that the step takes from its frame; what a creation hands on is all but a 64th of what is left. */
function takenBy({ op, gas, gasCost }: Step): number {
  const left = gas - gasCost;
  return op.startsWith('CREATE') ? gas - Math.floor(left / 64) : gasCost;
}

function stepLine({ pc, op, gas, depth, stack = [], memory = [], storage = {} }: Step, cost: string): string {
  const slots = Object.entries(storage).map(([key, value]) => `${wordText(key)}=${wordText(value)}`);
  return [
    `${depth} ${pc} ${op} gas ${gas} cost ${cost}`,
    `stack ${stack.map(wordText).join(' ')}`,
    `memory ${memory.map(wordText).join(' ')}`,
    `storage ${slots.sort().join(' ')}`,
  ].join(', ');
}

/** Nodes write words with and without `0x` and zeros in front. */
function wordText(word: string): string {
  return BigInt(word.startsWith('0x') ? word : `0x${word}`).toString(16);
}

async function stateDifferences(ours: Ask, anvil: Ask, address: Address): Promise<string[]> {
  const questions: [string, unknown[]][] = [
    ['eth_getBalance', [address, 'latest']],
    ['eth_getTransactionCount', [address, 'latest']],
    ['eth_getCode', [address, 'latest']],
    ...Array.from({ length: SLOTS }, (_, slot): [string, unknown[]] => [
      'eth_getStorageAt',
      [address, `0x${slot.toString(16)}`, 'latest'],
    ]),
  ];
  const differences: string[] = [];
  for (const [method, params] of questions) {
    const [one, other] = await Promise.all([ours<string>(method, params), anvil<string>(method, params)]);
    if (one !== other) differences.push(`${method} of ${address}: ${one.slice(0, 80)}, at Anvil ${other.slice(0, 80)}`);
  }
  return differences;
}
