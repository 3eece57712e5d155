/**
 * Lists of addresses that explorers answered with (Etherscan, Routescan, Blockscout by both of its interfaces), each told
 * again by a loopback server and read by our providers: no row is lost, and each is what the explorer said.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { InternalTransaction } from '../../../src/core/chain/internal-transaction';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import type { TransactionSummary } from '../../../src/core/chain/summaries';
import type { StatedTransfer } from '../../../src/core/tokens/stated-transfer';
import { blockscoutTransfers } from '../../../src/net/providers/blockscout-movements';
import {
  etherscanInternals,
  etherscanTransactions,
  etherscanTransfers,
} from '../../../src/net/providers/etherscan-lists';
import type { Provider } from '../../../src/net/providers/provider';
import { closeServer, listenHere } from '../../serving/local-server';
import { type Check, judge } from '../check';
import { listJson, readJson } from '../data-files';
import type { CaseResult, Suite } from '../suite';

type Raw = Record<string, unknown>;
type Interaction = { url: string; status: number; response: string | Raw };
type Row = TransactionSummary | InternalTransaction | StatedTransfer;

const question = { networkId: 1 as NetworkId, address: `0x${'0'.repeat(40)}` as Address };

/** Actions of Etherscan's interface, and the files of older answers by what is in their names. */
const ACTIONS: readonly [action: string, file: string][] = [
  ['txlist', 'normal_txs_by_address'],
  ['txlistinternal', 'internal_txs_by_address'],
  ['tokentx', 'erc20_token_transfer_events'],
  ['tokennfttx', 'erc721_token_transfer_events'],
];

export const suite: Suite = {
  name: 'explorer-lists',
  folder: 'http-samples',
  async *run(folder) {
    const blockscout = join(folder, 'blockscout-v2');
    for (const file of listJson(blockscout).filter((name) => /transfers\.json/.test(name))) {
      const { response } = readJson(join(blockscout, file)) as { response: { body: string } };
      yield await judgeBlockscout(`blockscout-v2/${file}`, JSON.parse(response.body));
    }
    const older = join(folder, 'etherscan-python/standard');
    for (const file of listJson(older)) {
      const action = ACTIONS.find(([, part]) => file.includes(part))?.[0];
      const { res } = readJson(join(older, file)) as { res: unknown };
      if (action !== undefined) yield await judgeEtherscan(file, action, { status: '1', message: 'OK', result: res });
    }
    const cassettes = join(folder, 'rotki-cassettes');
    for (const file of listJson(cassettes)) {
      const { interactions = [] } = readJson(join(cassettes, file)) as { interactions?: readonly Interaction[] };
      for (const [at, { url, status, response }] of interactions.entries()) {
        const action = /[?&]action=([a-z0-9]+)/.exec(url)?.[1] ?? '';
        const isList = ACTIONS.some(([name]) => name === action) && /[?&]address=/.test(url);
        if (!isList || status !== 200) continue;
        const body = typeof response === 'string' ? (JSON.parse(response) as Raw) : response;
        yield await judgeEtherscan(`${file} ${at}`, action, body);
      }
    }
  },
};

function judgeEtherscan(name: string, action: string, body: Raw): Promise<CaseResult> {
  return judge(`${action} ${name}`, async (check) => {
    const raw = (Array.isArray(body.result) ? (body.result as readonly Raw[]) : []).filter(
      ({ hash }) => !String(hash).startsWith('GENESIS'),
    );
    const rows = await answered(body, (url): Promise<{ rows: readonly Row[] }> => {
      const access = { url, key: 'KEY' };
      if (action === 'txlist') return rowsOf(etherscanTransactions(access), { ...question, part: 'all' });
      if (action === 'txlistinternal') return rowsOf(etherscanInternals(access), question);
      return rowsOf(etherscanTransfers(access), { ...question, kind: action === 'tokentx' ? 'erc20' : 'nft' });
    });
    sameRows(
      check,
      rows,
      raw.map((row) => String(row.hash ?? row.transactionHash)),
    );
    for (const [at, row] of rows.entries()) {
      const said = raw[at] ?? {};
      check.equal(`${row.hash}: time`, row.timestamp, Number(said.timeStamp));
      if ('transfer' in row) {
        check.equal(`${row.hash}: amount`, row.transfer.amount, said.value ?? 1);
        check.equal(`${row.hash}: to`, row.transfer.to, said.to);
      } else {
        check.equal(`${row.hash}: value`, row.value, said.value);
        check.equal(`${row.hash}: to`, row.to ?? '', 'place' in row ? said.to || said.contractAddress : said.to);
      }
    }
  });
}

function judgeBlockscout(name: string, body: { items: readonly Raw[] }): Promise<CaseResult> {
  return judge(name, async (check) => {
    const rows = await answered(body, (url) => rowsOf(blockscoutTransfers(url), { ...question, kind: 'erc20' }));
    sameRows(
      check,
      rows,
      body.items.map((item) => String(item.transaction_hash)),
    );
    for (const [at, { hash, transfer }] of rows.entries()) {
      const { total, token } = body.items[at] as { total: Raw; token: Raw };
      check.equal(`${hash}: amount`, transfer.amount, total.value ?? 1);
      check.equal(`${hash}: item`, transfer.tokenId, total.token_id);
      check.equal(`${hash}: token`, transfer.token, String(token.address_hash).toLowerCase());
      check.equal(`${hash}: standard`, transfer.standard, token.type);
    }
  });
}

function sameRows(check: Check, rows: readonly Row[], hashes: readonly string[]): void {
  check.equal('transactions', rows.map(({ hash }) => hash).join(' '), hashes.join(' '));
}

async function rowsOf<Question, Answer>(provider: Provider<Question, Answer>, asked: Question) {
  const page = await provider.ask(asked, undefined, new AbortController().signal);
  if (!page.ok) throw new Error(`${page.error.message} ${page.error.raw ?? ''}`);
  return page.value;
}

/** The rows of a page that is asked of a server with this one answer. */
async function answered<Answer>(
  body: unknown,
  ask: (url: string) => Promise<{ rows: readonly Answer[] }>,
): Promise<readonly Answer[]> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const port = await listenHere(server);
  try {
    return (await ask(`http://127.0.0.1:${port}`)).rows;
  } finally {
    await closeServer(server);
  }
}
