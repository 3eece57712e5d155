/**
 * Who lists the transactions of an address: what Erigon answered to Otterscan's
 * searches, and what a Blockscout answered, each told again by a loopback server
 * and read by our providers.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import type { TransactionSummary } from '../../../src/core/chain/summaries';
import type { AddressQuestion } from '../../../src/net/providers/address-lists';
import { blockscoutTransactions } from '../../../src/net/providers/blockscout-transactions';
import { otterscanTransactions } from '../../../src/net/providers/otterscan';
import type { Provider } from '../../../src/net/providers/provider';
import { createRpc } from '../../../src/net/rpc/rpc';
import { closeServer, listenHere } from '../../serving/local-server';
import { judge } from '../check';
import { listJson, readJson } from '../data-files';
import type { CaseResult, Suite } from '../suite';

const NETWORKS: Readonly<Record<string, number>> = {
  mainnet: 1,
  gnosis: 100,
  sepolia: 11155111,
  'arb-sepolia': 421614,
  'polygon-pos': 137,
};
const METHOD = 'ots_searchTransactionsBefore';

type Raw = Record<string, unknown>;
type Recorded = { request: { method: string; params: [string, number, number] }; response: { result?: Raw | null } };

export const suite: Suite = {
  name: 'address-lists',
  folder: '.',
  async *run(folder) {
    const searches = join(folder, 'erigon-rpc-tests');
    for (const file of listJson(searches).filter((name) => name.includes(METHOD))) {
      const network = NETWORKS[file.split('/')[0] ?? ''] ?? 0;
      for (const recorded of readJson(join(searches, file)) as readonly Recorded[]) {
        yield await judgeSearch(file, network, recorded);
      }
    }
    const samples = join(folder, 'http-samples/blockscout-v2');
    for (const file of listJson(samples).filter((name) => name.includes('_transactions.json'))) {
      const { response } = readJson(join(samples, file)) as { response: { body: string } };
      yield await judgeBlockscout(`blockscout-v2/${file}`, JSON.parse(response.body));
    }
  },
};

function judgeSearch(name: string, networkId: number, { request, response }: Recorded): Promise<CaseResult> {
  return judge(name, async (check) => {
    const result = response.result ?? null;
    const raw = (result?.txs ?? []) as readonly Raw[];
    const rows = await answered({ chainId: networkId, result }, (url) => {
      const endpoint = { url, name: 'recorded', origin: 'reader', enabled: true, priority: 0 } as const;
      const id = networkId as NetworkId;
      const rpc = createRpc({ networkId: id, endpoints: [{ ...endpoint, networkId: id }] });
      return [
        otterscanTransactions(rpc),
        { networkId: id, address: request.params[0].toLowerCase() as Address, part: 'all' },
      ];
    });
    const byPlace = raw.toSorted((a, b) => placeOf(b) - placeOf(a));
    check.equal('transactions', rows.map(({ hash }) => hash).join(' '), byPlace.map(({ hash }) => hash).join(' '));
    const receipts = new Map(
      (result?.receipts as readonly Raw[] | undefined)?.map((each) => [each.transactionHash, each]),
    );
    for (const row of rows) {
      const receipt = receipts.get(row.hash);
      check.equal(`${row.hash}: time`, row.timestamp, Number(receipt?.timestamp));
      check.equal(`${row.hash}: gas used`, row.gasUsed, Number(receipt?.gasUsed));
    }
  });
}

function judgeBlockscout(name: string, body: unknown): Promise<CaseResult> {
  return judge(name, async (check) => {
    const { items } = body as { items: readonly Raw[] };
    const rows = await answered(body, (url) => [
      blockscoutTransactions(url),
      { networkId: 1 as NetworkId, address: `0x${'0'.repeat(40)}` as Address, part: 'all' },
    ]);
    check.equal('transactions', rows.map(({ hash }) => hash).join(' '), items.map(({ hash }) => hash).join(' '));
    for (const [at, row] of rows.entries()) {
      const item = items[at] ?? {};
      check.equal(`${row.hash}: block`, row.blockNumber, item.block_number ?? item.block);
      check.equal(`${row.hash}: value`, row.value, item.value);
      check.equal(`${row.hash}: status`, row.status, item.status === 'ok' ? 'success' : 'failed');
      check.equal(`${row.hash}: time`, (row.timestamp ?? 0) * 1_000, Date.parse(String(item.timestamp)));
    }
  });
}

function placeOf({ blockNumber, transactionIndex }: Raw): number {
  return Number(blockNumber) * 100_000 + Number(transactionIndex);
}

/** The first page of a provider that is told this answer. */
async function answered<Origin extends string>(
  body: unknown,
  ask: (url: string) => [Provider<AddressQuestion, TransactionSummary, Origin>, AddressQuestion],
): Promise<readonly TransactionSummary[]> {
  const server = createServer((request, response) => {
    let asked = '';
    request.on('data', (part: Buffer) => {
      asked += part.toString();
    });
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answerTo(asked, body)));
    });
  });
  const port = await listenHere(server);
  try {
    const [provider, question] = ask(`http://127.0.0.1:${port}`);
    const page = await provider.ask(question, undefined, new AbortController().signal);
    if (!page.ok) throw new Error(`${page.error.message} ${page.error.raw ?? ''}`);
    return page.value.rows;
  } finally {
    await closeServer(server);
  }
}

type Question = { id: unknown; method: string };

/** The answer as a JSON-RPC endpoint of this chain gives it, to a batch as well; a plain GET is answered with the body. */
function answerTo(asked: string, body: unknown): unknown {
  if (asked === '') return body;
  const { chainId, result } = body as { chainId: number; result: unknown };
  const one = ({ id, method }: Question) => ({
    jsonrpc: '2.0',
    id,
    result: method === 'eth_chainId' ? `0x${chainId.toString(16)}` : result,
  });
  const questions = JSON.parse(asked) as Question | readonly Question[];
  return Array.isArray(questions) ? questions.map(one) : one(questions as Question);
}
