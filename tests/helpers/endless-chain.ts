/** An endpoint of a chain that is made as it is asked for, moves tokens that nobody has seen before, and goes on or back as a test says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tokens of a block that no block before it has, each with a transfer; of the first one as many as a busy chain has in an hour. */
export const NEW_TOKENS = 1;
export const FIRST_TOKENS = 1_000;
/** Wrapped currency: it states deposits alone, which count as transfers because it has a symbol and decimals. */
const WRAPPER = `0x${'e'.repeat(40)}`;
const ACCOUNT = `0x${'a'.repeat(40)}`;
const SECONDS = 12;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
/** What the wrapper answers, by selector: `symbol()` in the old form of 32 bytes, and `decimals()`. */
const WRAPPER_WORDS: Readonly<Record<string, string>> = {
  '0x95d89b41': `0x${Buffer.from('WRAP').toString('hex').padEnd(64, '0')}`,
  '0x313ce567': word(18),
};

export type EndlessChain = {
  url: string;
  /** The number of its newest block: 0, until the test mines. */
  readonly head: number;
  /** Makes the next block the newest. */
  mine(): void;
  /** Replaces the newest blocks, so many of them, by others with the same numbers. */
  reorganise(depth: number): void;
  stop(): Promise<void>;
};

type Call = { id: number; method: string; params: readonly unknown[] };

/** The tokens of the first block are many unless said otherwise. Any block can be asked for, also above the head. */
export async function startEndlessChain(firstTokens = FIRST_TOKENS): Promise<EndlessChain> {
  let head = 0;
  /** For each number, how often its block was replaced; none where absent. */
  const versions: number[] = [];
  const versionOf = (number: number) => versions[number] ?? 0;
  const answer = ({ method, params: [first, second] }: Call): unknown => {
    switch (method) {
      case 'eth_chainId':
        return hex(31_337);
      case 'eth_blockNumber':
        return hex(head);
      case 'eth_getBlockByNumber': {
        const number = first === 'latest' ? head : Number(first);
        return blockOf(number, versionOf, second === true);
      }
      case 'eth_getBlockReceipts':
        return [receiptOf(Number(first), versionOf, firstTokens)];
      case 'eth_call': {
        const { to, data } = first as { to: string; data: string };
        return to === WRAPPER ? (WRAPPER_WORDS[data] ?? '0x') : '0x';
      }
      default:
        return undefined;
    }
  };
  const reply = (call: Call) => {
    const result = answer(call);
    const said = result === undefined ? { error: { code: -32601, message: 'the method does not exist' } } : { result };
    return { jsonrpc: '2.0', id: call.id, ...said };
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const asked: Call | Call[] = JSON.parse(Buffer.concat(parts).toString('utf8'));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get head() {
      return head;
    },
    mine() {
      head++;
    },
    reorganise(depth) {
      for (let number = head - depth + 1; number <= head; number++) versions[number] = versionOf(number) + 1;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type VersionOf = (number: number) => number;

function blockOf(number: number, versionOf: VersionOf, isFull: boolean) {
  const hash = blockHash(number, versionOf);
  const transaction = {
    hash: hashOf('c', number),
    type: '0x0',
    from: ACCOUNT,
    to: WRAPPER,
    nonce: hex(number),
    value: '0x1',
    input: '0x',
    gas: hex(1_000_000),
    gasPrice: '0x1',
    blockHash: hash,
    blockNumber: hex(number),
    transactionIndex: '0x0',
  };
  return {
    hash,
    number: hex(number),
    parentHash: blockHash(number - 1, versionOf),
    timestamp: hex(1_700_000_000 + number * SECONDS),
    miner: ACCOUNT,
    gasUsed: hex(500_000),
    gasLimit: hex(30_000_000),
    baseFeePerGas: '0x1',
    transactions: isFull ? [transaction] : [transaction.hash],
  };
}

function receiptOf(number: number, versionOf: VersionOf, firstTokens: number) {
  const account = word(BigInt(ACCOUNT));
  const moved = Array.from({ length: number === 0 ? firstTokens : NEW_TOKENS }, (_, at) => ({
    address: `0x${(number * FIRST_TOKENS + at + 1).toString(16).padStart(40, 'd')}`,
    topics: [TRANSFER, word(0), account],
    data: word(1),
    logIndex: hex(at),
  }));
  const deposit = { address: WRAPPER, topics: [DEPOSIT, account], data: word(1), logIndex: hex(moved.length) };
  return {
    transactionHash: hashOf('c', number),
    blockHash: blockHash(number, versionOf),
    blockNumber: hex(number),
    transactionIndex: '0x0',
    from: ACCOUNT,
    to: WRAPPER,
    contractAddress: null,
    status: '0x1',
    gasUsed: hex(500_000),
    cumulativeGasUsed: hex(500_000),
    effectiveGasPrice: '0x1',
    logs: [...moved, deposit],
  };
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function word(value: number | bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

function hashOf(kind: string, number: number): string {
  return `0x${kind}${(number + 1).toString(16).padStart(63, '0')}`;
}

/** The version stands before the number: blocks that replaced one another have the same transactions. */
function blockHash(number: number, versionOf: VersionOf): string {
  const version = versionOf(number).toString(16).padStart(4, '0');
  return `0xb${version}${(number + 1).toString(16).padStart(59, '0')}`;
}
