/**
 * Recordings of HTTP clients: files of `{ interactions: [{ url, requestBody,
 * response }] }`, of JSON-RPC endpoints, of explorers' proxies for them, and of
 * the explorers' lists of transfers inside a transaction.
 */
import { join } from 'node:path';
import { listJson, readJson } from '../data-files';
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

type Call = { place: string; network: number | undefined; method: string; params: unknown[]; response: Json };

/** Reads one per chain that a recorded transaction states. */
export function readHttpRecordings(folder: string): Recordings[] {
  const calls: Call[] = [];
  for (const file of listJson(folder)) {
    const content = readJson(join(folder, file));
    if (!isObject(content) || !Array.isArray(content.interactions)) continue;
    for (const [at, interaction] of content.interactions.entries()) {
      const call = isObject(interaction) ? callOf(interaction, `${file} #${at}`) : undefined;
      if (call !== undefined) calls.push(call);
    }
  }
  return sort(calls);
}

function sort(calls: readonly Call[]): Recordings[] {
  const chains = new Map<number, Recordings>();
  const chainOf = (id: number): Recordings => {
    const known = chains.get(id) ?? new Recordings(String(id), id);
    chains.set(id, known);
    return known;
  };
  const networks = networksOfPlaces(calls);
  const homes = new Map<string, number>();
  for (const call of calls) {
    const { result } = call.response;
    const network = networkOf(call) ?? networks.get(call.place.split(' ')[0] ?? '');
    const hash = hashOf(call);
    if (hash !== undefined && network !== undefined) homes.set(hash, network);
    if (network === undefined) continue;
    const chain = chainOf(network);
    if (isTransaction(result)) chain.addTransaction(result);
    if (isBlock(result)) chain.addBlock(result);
    if (/^eth_(call|getCode|getBalance|getStorageAt)$/.test(call.method))
      chain.exact.set(requestKey(call.method, call.params), () => bodyOf(call.response));
  }
  for (const call of calls) {
    const home = homes.get(hashOf(call) ?? '');
    if (home === undefined) continue;
    const { result } = call.response;
    if (isReceipt(result)) chainOf(home).addReceipt(result);
    if (call.method === 'txlistinternal' && Array.isArray(result)) {
      const transfers = result
        .filter(isObject)
        .filter(({ isError }) => isError !== '1')
        .map(transferOf);
      chainOf(home).of(String(hashOf(call))).internal = { name: call.place, transfers };
    }
  }
  return [...chains.values()].filter(({ transactions }) => transactions.size > 0);
}

/** The chain of an endpoint, which its transactions name. */
function networksOfPlaces(calls: readonly Call[]): Map<string, number> {
  const networks = new Map<string, number>();
  for (const call of calls) {
    const network = networkOf(call);
    if (network !== undefined) networks.set(call.place.split(' ')[0] ?? '', network);
  }
  return networks;
}

function networkOf({ network, response: { result } }: Call): number | undefined {
  if (network !== undefined) return network;
  if (isTransaction(result) && typeof result.chainId === 'string') return Number(result.chainId);
  return undefined;
}

function hashOf({ method, params, response: { result } }: Call): string | undefined {
  if (isTransaction(result)) return String(result.hash).toLowerCase();
  if (isReceipt(result)) return String(result.transactionHash).toLowerCase();
  const [hash] = params;
  return method === 'txlistinternal' && typeof hash === 'string' ? hash.toLowerCase() : undefined;
}

function callOf({ url, requestBody, response }: Json, name: string): Call | undefined {
  if (typeof url !== 'string' || !URL.canParse(url) || !isObject(response)) return undefined;
  const { host, pathname, searchParams } = new URL(url);
  const query = new Map([...searchParams].map(([key, value]) => [key.toLowerCase(), value]));
  const inPath = /\/evm\/(\d+)\/|^\/(\d+)\//.exec(pathname);
  const id = Number(query.get('chainid') ?? inPath?.[1] ?? inPath?.[2] ?? Number.NaN);
  const network = Number.isInteger(id) ? id : undefined;
  const place = `${host}${pathname} ${name}`;
  if (isObject(requestBody) && typeof requestBody.method === 'string') {
    const params = Array.isArray(requestBody.params) ? requestBody.params : [];
    return { place, network, method: requestBody.method, params, response };
  }
  const action = query.get('action');
  if (action === undefined) return undefined;
  return { place, network, method: action, params: paramsOf(query), response };
}

/** An explorer's query as the parameters of the method it stands for. */
function paramsOf(query: ReadonlyMap<string, string>): unknown[] {
  if (query.has('txhash')) return [query.get('txhash')];
  const tag = query.get('tag') ?? 'latest';
  if (query.get('action') === 'eth_call') return [{ to: query.get('to'), data: query.get('data') }, tag];
  return query.has('address') ? [query.get('address'), tag] : [tag];
}

/** A row of `txlistinternal`; amounts are decimal. */
function transferOf({ type, from, to, value, contractAddress }: Json): InternalTransfer {
  const kind = /create/.test(String(type)) ? 'create' : /suicide|destruct/.test(String(type)) ? 'selfdestruct' : 'call';
  return {
    type: kind,
    from: String(from).toLowerCase(),
    to: String(to || contractAddress).toLowerCase(),
    value: BigInt(String(value)),
  };
}

function bodyOf({ result, error }: Json): Json {
  return error === undefined ? { result: result ?? null } : { error };
}
