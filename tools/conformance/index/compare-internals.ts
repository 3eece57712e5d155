/** Internal transactions that the index has of traced blocks, beside a call trace of each transaction alone. */
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { type InternalList, readInternalTransactions } from '../../../src/db/chain-index/internal-calls';
import { batch } from '../../foreign-chain/node-calls';
import { judge } from '../check';
import type { CaseResult } from '../suite';
import { lower } from './chain-reading';
import { Differences, whole } from './differences';
import type { KnownChain } from './known-chain';

/** Rows of a page, small, so that lists have many pages. */
const PAGE = 7;
/** Transactions whose traces are asked for at once. */
const AT_ONCE = 50;

type Frame = { type: string; from: string; to?: string; value?: string; error?: string; calls?: Frame[] };
/** An internal transaction as text: its type, sender and receiver, its value, and whether it counts. */
type Row = { block: number; parties: readonly string[]; text: string };

export function compareInternals(
  name: string,
  networkId: NetworkId,
  rpcUrl: string,
  chain: KnownChain,
): Promise<CaseResult> {
  return judge(`${name}: internal transactions`, async (check) => {
    const rows = await readInternals(rpcUrl, chain);
    const differences = new Differences();
    for (const { number } of chain.reading.blocks) {
      const blockNumber = Number(number);
      const expected = rows.filter(({ block }) => block === blockNumber);
      await compareList(networkId, differences, { of: 'block', blockNumber }, expected);
    }
    for (const address of chain.addresses) {
      const expected = rows.filter(({ parties }) => parties.includes(address));
      await compareList(networkId, differences, { of: 'address', address: address as Address }, expected);
    }
    check.that('there is nothing to compare', rows.length > 0);
    check.that(`${differences.differences.slice(0, 3).join(' | ')}`, differences.differences.length === 0);
  });
}

async function compareList(
  networkId: NetworkId,
  differences: Differences,
  list: InternalList,
  expected: readonly Row[],
): Promise<void> {
  const found = await whole((cursor) => readInternalTransactions(networkId, list, { cursor, limit: PAGE }));
  differences.list(
    Object.values(list).join(' '),
    found.map(({ hash, type, from, to = '', value, isFailed }) => [hash, type, from, to, value, isFailed].join(' ')),
    expected.map(({ text }) => text).toReversed(),
  );
}

/** Oldest first. */
async function readInternals(rpcUrl: string, chain: KnownChain): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < chain.transactions.length; first += AT_ONCE) {
    const asked = chain.transactions.slice(first, first + AT_ONCE);
    const traces = (await batch(
      rpcUrl,
      asked.map(({ hash }) => ['debug_traceTransaction', [hash, { tracer: 'callTracer' }]] as const),
    )) as Frame[];
    asked.forEach(({ hash, blockNumber }, at) => {
      const top = traces[at];
      if (top !== undefined) collect(rows, hash, Number(blockNumber), top, top.error !== undefined);
    });
  }
  return rows;
}

function collect(rows: Row[], hash: string, block: number, { calls = [] }: Frame, isUndone: boolean): void {
  for (const call of calls) {
    const isFailed = isUndone || call.error !== undefined;
    const type = call.type.toLowerCase();
    const value = BigInt(call.value ?? '0x0');
    const parties = [call.from, call.to]
      .filter((each) => each !== undefined)
      .map((each) => lower(each as `0x${string}`));
    const isListed = ['create', 'create2', 'selfdestruct'].includes(type) || (type === 'call' && value > 0n);
    const [from, to = ''] = parties;
    if (isListed) rows.push({ block, parties, text: [hash, type, from, to, value, isFailed].join(' ') });
    collect(rows, hash, block, call, isFailed);
  }
}
