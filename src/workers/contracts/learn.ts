/**
 * Learning about the contracts of a trace, after its first rows were answered:
 *
 *     kept knowledge → signatures → code → build output, proxies → token symbols
 *
 * Each step that finds something tells `grew`. Only the network's own endpoint
 * is asked here; third parties are asked in look-up.ts. An endpoint that does
 * not answer costs names, never the trace.
 */

import type { Address, Hex } from '../../core/chain/primitives';
import type { TokenStandard } from '../../core/contract/knowledge';
import { hexOf } from '../../core/json/bytes';
import { outputOf } from '../../core/trace/row-fields';
import type { Trace } from '../../core/trace/rows';
import type { Touched } from '../../core/trace/touched';
import { readContracts, saveContracts } from '../../db/contracts';
import { touch } from '../../db/use-ledger';
import type { Rpc } from '../../net/rpc/rpc';
import type { Knowledge } from '../trace/decoding/decode-row';
import { type Codes, codeHashOf, fetchCodes, matchArtifact, readProxyKnowledge } from './code';
import { fetchToken, standardOf } from './tokens';

/** So many addresses are asked about; a trace that touches more is a list of names nobody reads. */
const mostContracts = 1_000;
const mostProxies = 50;
const mostTokens = 100;

export type Learning = {
  trace: Trace;
  touched: Touched;
  blockNumber: number;
  knowledge: Knowledge;
  signal: AbortSignal;
  /** Something became known. */
  grew: () => void;
};

/** What was kept from earlier visits and what is bundled; asks nobody. */
export async function learnFromKept({ touched, knowledge, grew }: Learning): Promise<void> {
  const { book, signatures } = knowledge;
  const before = book.version;
  const kept = await readContracts(book.networkId, touched.contracts.slice(0, mostContracts));
  for (const known of kept.values()) if (book.knowledge(known.address) === undefined) book.put('kept', known);
  void touch(
    'contracts',
    [...kept.keys()].map((address) => [book.networkId, address] as const),
  );
  const found = await signatures.load(touched.signatures);
  if (found || book.version !== before) grew();
}

/** What the network's endpoint and imported build output tell; keeps what it learned. */
export async function learnFromChain(learning: Learning, rpc: Rpc): Promise<void> {
  const { touched, knowledge, signal, grew } = learning;
  const addresses = touched.contracts.slice(0, mostContracts);
  const codes = new Map([...createdCodes(learning)]);
  const missing = addresses.filter((address) => !codes.has(address));
  for (const [address, code] of await fetchCodes(rpc, missing, signal)) codes.set(address, code);
  signal.throwIfAborted();
  const before = knowledge.book.version;
  dropStale(knowledge, codes);
  await matchCodes(knowledge, rpc, codes);
  if (knowledge.book.version !== before) grew();
  await Promise.all([readProxies(learning, rpc, codes), readTokens(learning, rpc)]);
  await keep(knowledge, addresses);
}

/** Code of contracts the trace created, which the trace has itself. */
function* createdCodes({ trace, touched }: Learning): Iterable<[Address, Hex]> {
  for (const [address, row] of touched.created) {
    const code = outputOf(trace, row);
    if (code.length > 0) yield [address, hexOf(code)];
  }
}

/** Kept knowledge of another contract at the same address, as on a dev chain that started over. */
function dropStale({ book }: Knowledge, codes: Codes): void {
  for (const [address, code] of codes) {
    const kept = book.has('kept', address) ? book.knowledge(address)?.codeHash : undefined;
    if (kept !== undefined && code !== '0x' && codeHashOf(code) !== kept) book.drop('kept', address);
  }
}

async function matchCodes({ book, artifacts }: Knowledge, rpc: Rpc, codes: Codes): Promise<void> {
  if (await artifacts.isEmpty()) return;
  for (const [address, code] of codes) {
    const match = await matchArtifact(artifacts, rpc, address, code);
    if (match !== undefined) book.put('buildOutput', match);
    else book.drop('buildOutput', address);
  }
}

/** Proxies whose implementation the trace does not show, at the block of the transaction. */
async function readProxies(
  { touched, knowledge, blockNumber, signal, grew }: Learning,
  rpc: Rpc,
  codes: Codes,
): Promise<void> {
  const { book, artifacts } = knowledge;
  const asked = touched.undelegated.filter((address) => (codes.get(address) ?? '0x') !== '0x').slice(0, mostProxies);
  const found = await Promise.all(
    asked.map((address) => readProxyKnowledge(rpc, address, codes.get(address) ?? '0x', blockNumber, signal)),
  );
  const proxies = found.filter((known) => known !== undefined);
  for (const known of proxies) book.put('proxy', known);
  const behind = proxies.flatMap(({ proxy }) => (proxy === undefined ? [] : [proxy.implementation]));
  const unknown = behind.filter((address) => book.index(address) === undefined && !codes.has(address));
  await matchCodes({ ...knowledge, artifacts }, rpc, await fetchCodes(rpc, unknown, signal));
  if (proxies.length > 0) grew();
}

async function readTokens({ touched, knowledge, signal, grew }: Learning, rpc: Rpc): Promise<void> {
  const { book } = knowledge;
  // A call that was undone left no event to know a token by; its ABI tells as well.
  const byAbi = touched.running.slice(0, mostContracts).flatMap((address): [Address, TokenStandard][] => {
    const standard = touched.tokens.get(address) ?? standardOf(book, address);
    return standard === undefined ? [] : [[address, standard]];
  });
  const all = new Map([...touched.tokens, ...byAbi]);
  const asked = [...all].filter(([address]) => !book.has('token', address)).slice(0, mostTokens);
  const tokens = await Promise.all(asked.map(([address, standard]) => fetchToken(rpc, address, standard, signal)));
  const found = tokens.filter((token) => token !== undefined);
  for (const token of found) book.put('token', token);
  if (found.length > 0) grew();
}

async function keep({ book }: Knowledge, addresses: readonly Address[]): Promise<void> {
  const known = addresses.flatMap((address) => book.knowledge(address) ?? []);
  if (known.length > 0) await saveContracts(known);
}
