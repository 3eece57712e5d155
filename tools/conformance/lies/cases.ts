/** Consistent lies of an endpoint, each with the level that what is shown still deserves, and what the reader has to be told. */
import { numberToHex } from 'viem';
import { lieAboutSlots } from '../../fault-proxy';
import { TRANSFER } from './chain';
import {
  changed,
  type LieCase,
  ofBlock,
  ofCalls,
  ofPrestate,
  ofReceipt,
  ofTransaction,
  together,
  without,
} from './lie';
import { PROXY_LIES, WORD_LIES } from './word-cases';

type Fields = Record<string, unknown>;
type Told = Omit<LieCase, 'kind'>;

const word = (value: string | bigint) =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`;
const plus = (hex: unknown, more: bigint) => numberToHex(BigInt(hex as string) + more);
const logsOf = (receipt: Fields) => receipt.logs as Fields[];
const OTHER_WORD = `0x${'ab'.repeat(32)}`;
const OTHER_ADDRESS = `0x${'5e'.repeat(20)}`;
/** Every slot holds the same large amount. */
const OTHER_SLOTS = lieAboutSlots(() => word(10n ** 27n));
/** A thousand ether. */
const FORTUNE = '0x3635c9adc5dea00000';

const HASH = /do not have its hash/;
const HEADER = /header do not have the hash/;

/** A field of the transaction, told wherever the transaction is answered. */
function field(name: string, target: string, change: Fields, told = HASH): Told {
  return {
    name: `transaction: ${name}`,
    target,
    deserves: 'none',
    told,
    lie: (_, { hash }) => ofTransaction(hash, change),
  };
}

const transactionLies: readonly Told[] = [
  field('value', 'ether', { value: FORTUNE }),
  field('recipient', 'ether', { to: OTHER_ADDRESS }, /different recipients|have its hash/),
  {
    name: 'transaction: recipient, in the receipt as well',
    target: 'ether',
    deserves: 'none',
    told: HASH,
    lie: ({ carol }, { hash }) => together(ofTransaction(hash, { to: carol }), ofReceipt(hash, { to: carol })),
  },
  {
    name: 'transaction: sender, in the receipt as well',
    target: 'ether',
    deserves: 'none',
    told: /not who signed|nonce/,
    lie: ({ carol }, { hash }) => together(ofTransaction(hash, { from: carol }), ofReceipt(hash, { from: carol })),
  },
  {
    name: 'transaction: recipient of a token, in input, log and storage',
    target: 'token',
    deserves: 'none',
    told: HASH,
    lie: ({ carol }, { hash, transaction }) =>
      together(
        ofTransaction(hash, {
          input: `${(transaction.input as string).slice(0, 10)}${word(carol).slice(2)}${(transaction.input as string).slice(74)}`,
        }),
        ofReceipt(hash, (receipt) => ({
          logs: logsOf(receipt).map((log) => ({
            ...log,
            topics: [...(log.topics as string[]).slice(0, 2), word(carol)],
          })),
        })),
      ),
  },
  field('nonce', 'ether', { nonce: '0x63' }),
  field('gas limit', 'token', { gas: '0x30d41' }),
  field('maximum fee', 'ether', { maxFeePerGas: '0x174876e800' }),
  field('tip', 'ether', { maxPriorityFeePerGas: '0x2' }, /have its hash|gas price/),
  field('type', 'ether', { type: '0x0' }),
  field('access list', 'ether', { accessList: [{ address: OTHER_ADDRESS, storageKeys: [] }] }),
  field('chain id', 'ether', { chainId: '0x5' }),
  field('r', 'ether', { r: OTHER_WORD }),
  field('s', 'ether', { s: OTHER_WORD }),
  field('parity', 'ether', { yParity: '0x7', v: '0x7' }, /hash|signature|parity|signed|expected/),
  {
    name: 'transaction: no signature and another sender, as if impersonated',
    target: 'ether',
    deserves: 'none',
    told: /not those its header commits to|no signature|not valid/,
    lie: ({ carol }, { hash }) =>
      together(
        ofTransaction(hash, { from: carol, r: word('0x0'), s: word('0x0'), v: '0x0', yParity: '0x0' }),
        ofReceipt(hash, { from: carol }),
      ),
  },
  {
    name: 'another transaction, under its own hash',
    target: 'ether',
    deserves: 'none',
    told: /another transaction/,
    lie: ({ targets }) => changed(/^eth_getTransactionByHash$/, targets.get('token')?.transaction ?? {}),
  },
  {
    name: 'another transaction, under the hash that was asked for',
    target: 'ether',
    deserves: 'none',
    told: /have its hash|different|does not list/,
    lie: ({ targets }, { hash }) =>
      together(
        changed(/^eth_getTransactionByHash$/, { ...targets.get('token')?.transaction, hash }),
        changed(/^eth_getTransactionReceipt$/, { ...targets.get('token')?.receipt, transactionHash: hash }),
      ),
  },
];

/** A field of the receipt. */
function said(name: string, target: string, change: Fields | ((receipt: Fields) => Fields), told: RegExp): Told {
  return { name: `receipt: ${name}`, target, deserves: 'none', told, lie: (_, { hash }) => ofReceipt(hash, change) };
}

const receiptLies: readonly Told[] = [
  said('transaction hash', 'ether', { transactionHash: OTHER_WORD }, /another transaction|does not know/),
  said('block number', 'ether', { blockNumber: '0x1' }, /block/),
  said('block hash', 'ether', { blockHash: OTHER_WORD }, /block|does not know/),
  said('index', 'ether', { transactionIndex: '0x63' }, /position/),
  said('sender', 'token', { from: OTHER_ADDRESS }, /different senders/),
  said('recipient', 'token', { to: OTHER_ADDRESS }, /different recipients/),
  said('created contract', 'creation', { contractAddress: OTHER_ADDRESS }, /created contract/),
  said('created contract of a call', 'ether', { contractAddress: OTHER_ADDRESS }, /created contract/),
  said(
    'price of gas',
    'ether',
    ({ effectiveGasPrice }) => ({ effectiveGasPrice: plus(effectiveGasPrice, 10n ** 12n) }),
    /gas price/,
  ),
  said('gas used', 'token', ({ gasUsed }) => ({ gasUsed: plus(gasUsed, 1n) }), /gas/),
  said(
    'cumulative gas',
    'token',
    ({ cumulativeGasUsed }) => ({ cumulativeGasUsed: plus(cumulativeGasUsed, 1n) }),
    /receipts|cumulative/,
  ),
  said('status of a success', 'token', { status: '0x0' }, /succeeded/),
  said('status of a failure', 'failed', { status: '0x1' }, /failed/),
  said(
    'data of a log',
    'token',
    (receipt) => ({ logs: logsOf(receipt).map((log) => ({ ...log, data: word(10n ** 21n) })) }),
    /data of event 1/,
  ),
  said(
    'topic of a log',
    'token',
    (receipt) => ({
      logs: logsOf(receipt).map((log) => ({ ...log, topics: [`0x${TRANSFER}`, OTHER_WORD, OTHER_WORD] })),
    }),
    /topic 1 of event 1/,
  ),
  said(
    'emitter of a log',
    'token',
    (receipt) => ({ logs: logsOf(receipt).map((log) => ({ ...log, address: OTHER_ADDRESS })) }),
    /address of event 1/,
  ),
  said('a log less', 'token', { logs: [] }, /0 events|emitted/),
  said('a log more', 'token', (receipt) => ({ logs: [...logsOf(receipt), ...logsOf(receipt)] }), /2 events|emitted/),
];

/** A field of the header, under the hash of the true one. */
function header(name: string, target: string, change: Fields, told = HEADER): Told {
  return {
    name: `block: ${name}`,
    target,
    deserves: 'none',
    told,
    lie: (_, { block }) => ofBlock(String(block.hash), change),
  };
}

const blockLies: readonly Told[] = [
  header('timestamp', 'token', { timestamp: '0x7fffffff' }),
  header('miner', 'token', { miner: OTHER_ADDRESS }),
  header('state root', 'token', { stateRoot: OTHER_WORD }),
  header('receipts root', 'token', { receiptsRoot: OTHER_WORD }, /header|receipts/),
  header('transactions root', 'token', { transactionsRoot: OTHER_WORD }, /header|transactions/),
  header('bloom filter', 'token', { logsBloom: `0x${'00'.repeat(256)}` }),
  header('number', 'token', { number: '0x1' }, /number|block/),
  header('gas used', 'token', { gasUsed: '0x5209' }),
  header('gas limit', 'token', { gasLimit: '0x1c9c381' }),
  header('extra data', 'token', { extraData: '0x1234' }),
  header('random value', 'token', { mixHash: OTHER_WORD, prevRandao: OTHER_WORD }),
  header('parent', 'token', { parentHash: OTHER_WORD }, /header|parent|block/),
  header('withdrawals root', 'token', { withdrawalsRoot: OTHER_WORD }),
  header('blob gas', 'token', { excessBlobGas: '0x20000' }),
  header('transactions it lists', 'token', { transactions: [OTHER_WORD] }, /does not list/),
  {
    name: 'block: base fee, and the price of gas with it',
    target: 'token',
    deserves: 'none',
    told: HEADER,
    lie: (_, { hash, block, transaction }) =>
      together(
        ofBlock(String(block.hash), { baseFeePerGas: '0x1' }),
        ofReceipt(hash, { effectiveGasPrice: plus(transaction.maxPriorityFeePerGas ?? '0x0', 1n) }),
        ofTransaction(hash, { gasPrice: plus(transaction.maxPriorityFeePerGas ?? '0x0', 1n) }),
      ),
  },
  {
    name: 'block: fields of the header left out',
    target: 'token',
    deserves: 'executed',
    told: /Fields of the header are left out/,
    lie: () => without(/^eth_getBlockBy/, ['nonce', 'sha3Uncles']),
  },
  {
    name: 'block: roots left out',
    target: 'token',
    deserves: 'executed',
    told: /leaves out the roots/,
    lie: () => without(/^eth_getBlockBy/, ['receiptsRoot', 'transactionsRoot', 'logsBloom']),
  },
];

/** Answers of plain calls about the state. They agree with everything else that is said. */
const stateLies: readonly Told[] = [
  {
    name: 'state: balance of the sender',
    target: 'ether',
    deserves: 'none',
    told: /another balance of 0xf39f/,
    lie:
      ({ alice }) =>
      (method, [who], result) =>
        method === 'eth_getBalance' && who === alice ? FORTUNE : result,
  },
  {
    name: 'state: balance of the recipient',
    target: 'ether',
    deserves: 'none',
    told: /another balance/,
    lie:
      ({ bob }) =>
      (method, [who], result) =>
        method === 'eth_getBalance' && who === bob ? FORTUNE : result,
  },
  {
    name: 'state: nonce of the recipient',
    target: 'ether',
    deserves: 'none',
    told: /another nonce/,
    lie:
      ({ bob }) =>
      (method, [who], result) =>
        method === 'eth_getTransactionCount' && who === bob ? '0x40' : result,
  },
  {
    name: 'state: tokens of sender and recipient',
    target: 'token',
    deserves: 'none',
    told: /another value in slot/,
    lie: () => OTHER_SLOTS,
  },
  {
    name: 'state: code, with a byte more that never runs',
    target: 'nested',
    deserves: 'none',
    told: /another code/,
    lie: () => (method, _, result) => (method === 'eth_getCode' && result !== '0x' ? `${result}00` : result),
  },
  {
    name: 'state: tokens, and proofs of other slots',
    target: 'token',
    deserves: 'included',
    told: /proof|another/,
    lie: () => (method, params, result) => {
      if (method !== 'eth_getProof') return OTHER_SLOTS(method, params, result);
      const proof = result as Fields & { storageProof: Fields[] };
      return { ...proof, storageProof: proof.storageProof.toReversed() };
    },
  },
  {
    name: 'state: tokens, and a parent with another state root',
    target: 'token',
    deserves: 'included',
    told: /block before|another value/,
    lie: (_, { block }) => together(ofBlock(String(block.parentHash), { stateRoot: OTHER_WORD }), OTHER_SLOTS),
  },
];

/** Lies that only a block of several transactions allows. */
const blockOfMany: readonly LieCase[] = [
  {
    name: 'earlier transaction: gas used',
    target: 'many2',
    kind: 'plain',
    deserves: 'none',
    told: /Transaction 0 of the block|receipt/,
    lie: ({ targets }) =>
      ofReceipt(String(targets.get('many0')?.hash), ({ gasUsed }) => ({ gasUsed: plus(gasUsed, 1n) })),
  },
  {
    name: 'earlier transaction: amount of tokens',
    target: 'many2',
    kind: 'plain',
    deserves: 'none',
    told: /transactions of the block|receipt/,
    lie: ({ targets }) => {
      const { hash = '', transaction } = targets.get('many0') ?? {};
      return ofTransaction(hash, { input: `${String(transaction?.input).slice(0, -2)}ff` });
    },
  },
  {
    name: 'later transaction: value',
    target: 'many0',
    kind: 'plain',
    deserves: 'none',
    told: /transactions of the block/,
    lie: ({ targets }) => ofTransaction(String(targets.get('many3')?.hash), { value: FORTUNE }),
  },
  {
    name: 'later transaction: a log',
    target: 'many0',
    kind: 'plain',
    deserves: 'none',
    told: /receipts of the block/,
    lie: ({ targets }) =>
      ofReceipt(String(targets.get('many4')?.hash), (receipt) => ({
        logs: logsOf(receipt).map((log) => ({ ...log, data: word(10n ** 21n) })),
      })),
  },
  {
    name: 'prestate: tokens in the middle of a block',
    target: 'many2',
    kind: 'whole',
    deserves: 'included',
    told: /middle of a block/,
    lie: ({ token }) =>
      ofPrestate((accounts) => {
        const storage = (accounts[token]?.storage ?? {}) as Fields;
        for (const slot of Object.keys(storage)) storage[slot] = word(10n ** 27n);
        return accounts;
      }),
  },
  {
    name: 'prestate: balance in the middle of a block',
    target: 'many3',
    kind: 'whole',
    deserves: 'included',
    told: /middle of a block/,
    lie: ({ bob }) => ofPrestate((accounts) => ({ ...accounts, [bob]: { ...accounts[bob], balance: FORTUNE } })),
  },
  {
    name: 'prestate and input: tokens for somebody else',
    target: 'many2',
    kind: 'whole',
    deserves: 'none',
    told: HASH,
    lie: (_, { hash, transaction }) => ofTransaction(hash, { input: `${String(transaction.input).slice(0, -2)}ff` }),
  },
];

const calls = (name: string, target: string, told: RegExp, change: Parameters<typeof ofCalls>[0]): LieCase => ({
  name: `calls: ${name}`,
  target,
  kind: 'callsOnly',
  deserves: 'none',
  told,
  lie: () => ofCalls(change),
});

/** Calls that a node reports where nothing is executed. */
const callLies: readonly LieCase[] = [
  calls('value', 'ether', /another value/, (root) => ({ ...root, value: FORTUNE })),
  calls('input', 'token', /another input/, (root) => ({ ...root, input: `${String(root.input).slice(0, -2)}ff` })),
  calls('sender', 'token', /another transaction|another sender/, (root) => ({ ...root, from: OTHER_ADDRESS })),
  calls('recipient', 'token', /another transaction|another recipient/, (root) => ({ ...root, to: OTHER_ADDRESS })),
  calls('no error where it failed', 'failed', /calls succeed/, ({ error: _, revertReason: __, ...root }) => root),
  calls('an error where it succeeded', 'token', /calls fail|events/, (root) => ({
    ...root,
    error: 'execution reverted',
  })),
  calls('created contract', 'creation', /another contract/, (root) => ({ ...root, to: OTHER_ADDRESS })),
  calls('data of a log', 'token', /other data/, (root) => ({
    ...root,
    logs: (root.logs as Fields[]).map((log) => ({ ...log, data: word(10n ** 21n) })),
  })),
  calls('topics of a log', 'token', /other topics/, (root) => ({
    ...root,
    logs: (root.logs as Fields[]).map((log) => ({ ...log, topics: [`0x${TRANSFER}`, OTHER_WORD, OTHER_WORD] })),
  })),
  calls('a log more', 'token', /does not have|events/, (root) => ({
    ...root,
    logs: [...(root.logs as Fields[]), ...(root.logs as Fields[])],
  })),
  calls('a log of another emitter', 'nested', /does not have/, (root) => ({
    ...root,
    calls: root.calls?.map((call) => ({
      ...call,
      logs: (call.logs as Fields[] | undefined)?.map((log) => ({ ...log, address: OTHER_ADDRESS })),
    })),
  })),
];

/** Everything; what concerns transaction, receipt and block is told by an endpoint with all methods and by one with plain ones. */
export const LIES: readonly LieCase[] = [
  ...[...transactionLies, ...receiptLies, ...blockLies, ...WORD_LIES].flatMap((told): LieCase[] => [
    { ...told, kind: 'whole' },
    { ...told, kind: 'plain' },
  ]),
  ...stateLies.map((told): LieCase => ({ ...told, kind: 'plain' })),
  ...PROXY_LIES,
  ...blockOfMany,
  ...callLies,
];
