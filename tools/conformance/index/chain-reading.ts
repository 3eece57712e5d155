/**
 * What a chain says of itself by plain questions, one for each fact, read
 * without any of Loupe's code: blocks, transactions with the receipt of each,
 * logs by eth_getLogs, and what contracts answer.
 */
import { type Abi, type Address, decodeEventLog, type Hex, parseAbi, zeroAddress } from 'viem';
import { quantityHex } from '../../../src/core/chain/hex';
import { batch } from '../../foreign-chain/node-calls';

export type ReadBlock = {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  timestamp: Hex;
  miner: Hex;
  gasUsed: Hex;
  gasLimit: Hex;
  baseFeePerGas: Hex;
  transactions: ReadTransaction[];
};
export type ReadTransaction = {
  hash: Hex;
  from: Hex;
  to: Hex | null;
  value: Hex;
  input: Hex;
  gas: Hex;
  blockNumber: Hex;
  transactionIndex: Hex;
};
export type ReadReceipt = {
  status: Hex;
  gasUsed: Hex;
  effectiveGasPrice: Hex;
  contractAddress: Hex | null;
};
export type ReadTransfer = {
  standard: 'ERC-20' | 'ERC-721' | 'ERC-1155';
  token: Hex;
  tokenId: bigint | undefined;
  from: Hex;
  to: Hex;
  amount: bigint;
  blockNumber: number;
  transactionIndex: number;
};

export type ChainReading = {
  /** Ascending. */
  blocks: readonly ReadBlock[];
  receipts: ReadonlyMap<Hex, ReadReceipt>;
  /** Transfers in the order of the logs. */
  transfers: readonly ReadTransfer[];
  /** Calls of contracts at the head, in the order asked; undefined where one reverts. */
  call(calls: readonly { to: Hex; data: Hex }[]): Promise<readonly (Hex | undefined)[]>;
};

type ReadLog = { address: Address; topics: [Hex, ...Hex[]]; data: Hex; blockNumber: Hex; transactionIndex: Hex };

const EVENTS: readonly { standard: ReadTransfer['standard'] | 'wrapper'; abi: Abi }[] = [
  { standard: 'ERC-20', abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 amount)']) },
  {
    standard: 'ERC-721',
    abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)']),
  },
  {
    standard: 'ERC-1155',
    abi: parseAbi([
      'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 amount)',
      'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] amounts)',
    ]),
  },
  {
    standard: 'wrapper',
    abi: parseAbi([
      'event Deposit(address indexed to, uint256 amount)',
      'event Withdrawal(address indexed from, uint256 amount)',
    ]),
  },
];

/** Questions of one request. */
const BATCH = 200;

/** Reads the whole chain. `isWrapper` tells whose Deposit and Withdrawal make and destroy tokens. */
export async function readChain(
  rpcUrl: string,
  head: number,
  isWrapper: (address: Hex) => boolean,
): Promise<ChainReading> {
  const ask = async (calls: readonly (readonly [string, readonly unknown[]])[]) => {
    const answers: unknown[] = [];
    for (let at = 0; at < calls.length; at += BATCH)
      answers.push(...(await batch(rpcUrl, calls.slice(at, at + BATCH))));
    return answers;
  };
  const numbers = Array.from({ length: head + 1 }, (_, number) => quantityHex(number));
  const blocks = (await ask(numbers.map((number) => ['eth_getBlockByNumber', [number, true]]))) as ReadBlock[];
  const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash));
  const receipts = (await ask(hashes.map((hash) => ['eth_getTransactionReceipt', [hash]]))) as ReadReceipt[];
  const [logs] = (await ask([['eth_getLogs', [{ fromBlock: '0x0', toBlock: quantityHex(head) }]]])) as [ReadLog[]];
  return {
    blocks,
    receipts: new Map(hashes.map((hash, at) => [hash, receipts[at] as ReadReceipt])),
    transfers: logs.flatMap((log) => transfersOf(log, isWrapper)),
    call: (calls) => callAll(rpcUrl, calls, quantityHex(head)),
  };
}

function transfersOf(log: ReadLog, isWrapper: (address: Hex) => boolean): ReadTransfer[] {
  for (const { standard, abi } of EVENTS) {
    if (standard === 'wrapper' && !isWrapper(log.address)) continue;
    const found = decode(abi, log);
    if (found === undefined) continue;
    const { from = zeroAddress, to = zeroAddress, id, amount, ids, amounts } = found;
    const common = {
      standard: standard === 'wrapper' ? ('ERC-20' as const) : standard,
      token: log.address,
      from: lower(from),
      to: lower(to),
      blockNumber: Number(log.blockNumber),
      transactionIndex: Number(log.transactionIndex),
    };
    if (ids === undefined || amounts === undefined) {
      return [{ ...common, tokenId: id, amount: standard === 'ERC-721' ? 1n : (amount ?? 0n) }];
    }
    return ids.map((each, at) => ({ ...common, tokenId: each, amount: amounts[at] ?? 0n }));
  }
  return [];
}

type EventFields = Partial<{ from: Hex; to: Hex; id: bigint; amount: bigint; ids: bigint[]; amounts: bigint[] }>;

/** Undefined where the log is no such event, or its indexed addresses are none. */
function decode(abi: Abi, { topics, data }: ReadLog): EventFields | undefined {
  try {
    const { args } = decodeEventLog({ abi, topics, data, strict: true });
    const fields = args as EventFields;
    const words = [fields.from, fields.to].filter((address) => address !== undefined);
    const isClean = words.every((address) =>
      topics.some((topic) => topic === `0x${'0'.repeat(24)}${lower(address).slice(2)}`),
    );
    return isClean ? fields : undefined;
  } catch {
    return undefined;
  }
}

async function callAll(
  rpcUrl: string,
  calls: readonly { to: Hex; data: Hex }[],
  block: Hex,
): Promise<readonly (Hex | undefined)[]> {
  const results: (Hex | undefined)[] = [];
  for (let at = 0; at < calls.length; at += BATCH) {
    const body = calls
      .slice(at, at + BATCH)
      .map((call, id) => ({ jsonrpc: '2.0', id, method: 'eth_call', params: [call, block] }));
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answers = (await response.json()) as { id: number; result?: Hex }[];
    const byId = new Map(answers.map(({ id, result }) => [id, result]));
    results.push(...body.map(({ id }) => byId.get(id)));
  }
  return results;
}

export function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex;
}
