/**
 * Amsterdam as clients wrote it: access lists of blocks as nodes answer with
 * them, beside their RLP; blocks that a client built on a genesis, executed
 * here up to the hash of their header; blocks with what a node says of them.
 *
 *     lists/*.json      { list, rlp }
 *     payloads/*.json   { genesis, parentHash, parentBeaconBlockRoot, payload, requests }, the payload as in the engine API
 *     blocks/*.json     { block, receipts }, the block with its transactions
 */
import { join } from 'node:path';
import { parse } from 'valibot';
import { keccak256 } from 'viem';
import type { Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { hashBlockAccessList } from '../../../src/core/proof/block-access-list';
import { computeHeaderHash } from '../../../src/core/proof/header';
import { checkInclusion } from '../../../src/core/proof/inclusion';
import { fetchBlockAccessList } from '../../../src/net/block-access-list';
import { fullBlockSchema } from '../../../src/net/rpc/block-schema';
import { createEndpointStates } from '../../../src/net/rpc/endpoint-state';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { receiptSchema } from '../../../src/net/rpc/receipt-schema';
import { createRpc } from '../../../src/net/rpc/rpc';
import { listJson, readJson } from '../data-files';
import { executePayload, type PayloadCase } from '../evm/payload';
import type { CaseResult, Suite } from '../suite';

const NETWORK = 31337 as NetworkId;

/** Judges by folder: what is wrong with a file, in words; empty where nothing is. */
const JUDGES: Readonly<Record<string, (file: unknown) => Promise<string>>> = {
  lists: (file) => judgeList(file as { list: unknown; rlp: Hex }),
  payloads: (file) => executePayload(file as PayloadCase),
  blocks: async (file) => judgeBlock(file as { block: unknown; receipts: unknown[] }),
};

export const suite: Suite = {
  name: 'amsterdam',
  async *run(folder): AsyncIterable<CaseResult> {
    await loadLibraries();
    for (const file of listJson(folder)) {
      const name = file.replaceAll('\\', '/');
      const judge = JUDGES[name.split('/')[0] ?? ''];
      if (judge === undefined) continue;
      const reason = await judge(readJson(join(folder, file)));
      yield reason === '' ? { name, outcome: 'passed' } : { name, outcome: 'failed', reason };
    }
  },
};

/** The list, read as an endpoint's answer, has the hash of its RLP. */
async function judgeList({ list, rlp }: { list: unknown; rlp: Hex }): Promise<string> {
  const answer = await fetchBlockAccessList(answering(list), `0x${'00'.repeat(32)}` as Hash);
  if (!answer.ok) return answer.error.message;
  const [hash, expected] = [hashBlockAccessList(answer.value), keccak256(rlp)];
  return hash === expected ? '' : `hash ${hash}, expected ${expected}`;
}

/** The header has its hash, and commits to transactions, receipts and bloom. */
function judgeBlock(file: { block: unknown; receipts: unknown[] }): string {
  const { block, transactions } = parse(fullBlockSchema(NETWORK), file.block);
  const hash = computeHeaderHash(block);
  if (hash !== block.hash) return `header ${hash}, expected ${block.hash}`;
  const inclusion = checkInclusion(
    block,
    transactions,
    file.receipts.map((each) => parse(receiptSchema(NETWORK), each)),
  );
  return inclusion.state === 'proven' ? '' : inclusion.reason;
}

/** A client of an endpoint that answers everything with `result`. */
function answering(result: unknown) {
  const send = async (_url: string, { body }: RequestInit) => {
    const asked = JSON.parse(String(body)) as Call | Call[];
    const answer = ({ id, method }: Call) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_chainId' ? `0x${NETWORK.toString(16)}` : result,
    });
    return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked));
  };
  const endpoint = {
    networkId: NETWORK,
    url: 'http://recorded',
    name: 'recorded',
    origin: 'reader',
    priority: 0,
  } as const;
  const states = createEndpointStates(createPeerGroup()(), send);
  return createRpc({ networkId: NETWORK, endpoints: [{ ...endpoint, enabled: true }], states });
}

type Call = { id: number; method: string };
