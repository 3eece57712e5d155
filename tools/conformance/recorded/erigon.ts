/** Recordings in the layout of Erigon's rpc-tests: `<chain>/<method>/test_NN.json`, lists of `{ request, response }`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { quantityHex } from '../../../src/core/chain/hex';
import { readJson } from '../data-files';
import { type Exchange, recordedTraces } from '../traces/recorded';
import {
  type InternalTransfer,
  isBlock,
  isObject,
  isReceipt,
  isTransaction,
  type Json,
  Recordings,
  requestKey,
} from './recordings';

/** Names of the folders, as the suite spells them. */
const NETWORKS: Readonly<Record<string, number>> = {
  mainnet: 1,
  gnosis: 100,
  chiado: 10_200,
  'polygon-pos': 137,
  'bor-mainnet': 137,
  amoy: 80_002,
  sepolia: 11_155_111,
  holesky: 17_000,
  hoodi: 560_048,
  'arb-sepolia': 421_614,
  base: 8_453,
  optimism: 10,
};

/** Reads one per chain of the folder; a chain whose id nobody knows is left out. */
export function readErigonRecordings(folder: string): Recordings[] {
  const chains: Recordings[] = [];
  for (const chain of folders(folder)) {
    const networkId = NETWORKS[chain];
    if (networkId === undefined) continue;
    const recordings = new Recordings(chain, networkId);
    for (const method of folders(join(folder, chain))) {
      for (const file of readdirSync(join(folder, chain, method)).sort()) {
        if (/\.json(\.gz)?$/.test(file)) addFile(recordings, folder, `${chain}/${method}/${file}`);
      }
    }
    chains.push(recordings);
  }
  return chains;
}

function addFile(recordings: Recordings, folder: string, file: string): void {
  const path = join(folder, file);
  for (const [at, exchange] of exchangesOf(path).entries()) {
    const { request, response } = exchange;
    if (typeof request?.method !== 'string' || !isObject(response) || !('result' in response || 'error' in response))
      continue;
    const { method, params = [] } = request;
    recordings.exact.set(requestKey(method, params), () => bodyOf(exchangesOf(path)[at]?.response ?? {}));
    addFacts(recordings, method, params, response.result);
    addTraces(recordings, path, at, `${file}${at === 0 ? '' : ` #${at}`}`, exchange);
  }
}

function addFacts(recordings: Recordings, method: string, params: readonly unknown[], result: unknown): void {
  const hash = params[0];
  if (/^(eth_getBlockBy|erigon_getBlockByTimestamp)/.test(method) && isBlock(result)) recordings.addBlock(result);
  else if (/^eth_getTransactionBy/.test(method) && isTransaction(result)) recordings.addTransaction(result);
  else if (/Receipt/.test(method)) {
    for (const receipt of Array.isArray(result) ? result : [result]) {
      if (isReceipt(receipt)) recordings.addReceipt(receipt);
    }
  } else if (method === 'ots_getTransactionError' && typeof hash === 'string' && typeof result === 'string') {
    recordings.of(hash).revertData = result;
  } else if (method === 'ots_getInternalOperations' && typeof hash === 'string' && Array.isArray(result)) {
    recordings.of(hash).internal = { name: method, transfers: result.filter(isObject).map(internalOf) };
  }
}

/** OtterScan numbers the types: 0 transfer, 1 self-destruct, 2 create, 3 create2. */
function internalOf(entry: Json): InternalTransfer {
  const type = entry.type === 0 ? 'call' : entry.type === 1 ? 'selfdestruct' : 'create';
  return { type, from: String(entry.from), to: String(entry.to), value: BigInt(String(entry.value)) };
}

function addTraces(recordings: Recordings, path: string, at: number, name: string, exchange: Exchange): void {
  const options = exchange.request?.params?.find(isObject);
  for (const found of recordedTraces(recordings.chain, name, exchange)) {
    if ('reason' in found || found.transaction === undefined || !isObject(found.answer)) continue;
    const hash = found.transaction.slice(recordings.chain.length + 1);
    const { format } = found;
    recordings.addTrace(hash, format, {
      name: found.name,
      leavesOut: leftOut(options),
      read: () => traceBodies(recordings.chain, path, at, name).get(`${format} ${hash}`) ?? {},
    });
    const block = blockOf(exchange, found.answer.result);
    Object.assign(recordings.of(hash), block);
  }
}

/** The block of a flat trace, or of the request for a whole block. */
function blockOf({ request }: Exchange, result: unknown): { blockHash?: string; blockNumber?: string; index?: string } {
  const entry = Array.isArray(result) ? result.find(isObject) : undefined;
  if (entry !== undefined && typeof entry.blockHash === 'string' && typeof entry.blockNumber === 'number') {
    const index =
      typeof entry.transactionPosition === 'number' ? { index: quantityHex(entry.transactionPosition) } : {};
    return { blockHash: entry.blockHash, blockNumber: quantityHex(entry.blockNumber), ...index };
  }
  const place = request?.params?.[0];
  if (typeof place !== 'string' || !/Block/.test(request?.method ?? '')) return {};
  if (/^0x[0-9a-f]{64}$/i.test(place)) return { blockHash: place };
  return /^0x[0-9a-f]+$/i.test(place) ? { blockNumber: place } : {};
}

function leftOut(options: Json | undefined): number {
  if (options === undefined) return 0;
  const config = isObject(options.tracerConfig) ? options.tracerConfig : {};
  const flags = [config.onlyTopCall, options.disableStack, options.disableMemory, options.disableStorage];
  const weights = [16, 8, 2, 1];
  return flags.reduce<number>((sum, flag, bit) => sum + (flag === true ? (weights[bit] ?? 0) : 0), 0);
}

/** The bodies of one exchange by format and hash. */
function traceBodies(chain: string, path: string, at: number, name: string): Map<string, Json> {
  const key = `${path} ${at}`;
  const known = bodies.get(key);
  if (known !== undefined) return keepFew(bodies, key, known);
  const made = new Map<string, Json>();
  const exchange = exchangesOf(path)[at];
  for (const found of exchange === undefined ? [] : recordedTraces(chain, name, exchange)) {
    if ('reason' in found || found.transaction === undefined || !isObject(found.answer)) continue;
    made.set(`${found.format} ${found.transaction.slice(chain.length + 1)}`, bodyOf(found.answer));
  }
  return keepFew(bodies, key, made);
}

function exchangesOf(path: string): Exchange[] {
  const known = files.get(path);
  if (known !== undefined) return keepFew(files, path, known);
  const list = readJson(path);
  return keepFew(files, path, (Array.isArray(list) ? list : [list]).filter(isObject) as Exchange[]);
}

/** Parsed files are large: the last few that were used are held. */
const files = new Map<string, Exchange[]>();
const bodies = new Map<string, Map<string, Json>>();
const HELD = 5;
function keepFew<V>(map: Map<string, V>, key: string, value: V): V {
  map.delete(key);
  map.set(key, value);
  for (const oldest of [...map.keys()].slice(0, Math.max(0, map.size - HELD))) map.delete(oldest);
  return value;
}

function bodyOf({ result, error }: Json): Json {
  return error === undefined ? { result: result ?? null } : { error };
}

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
