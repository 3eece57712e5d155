/**
 * Learning about contracts, one or many, behind what is known at hand:
 *
 *     code → build output, proxies → token symbols
 *
 * Only the network's own endpoint is asked here; providers are asked in
 * look-up-unknowns.ts. An endpoint that does not answer costs names only.
 */
import type { Address, Hex } from '../../../core/chain/primitives';
import type { TokenStandard } from '../../../core/chain/token-standard';
import { codesBehind } from '../../../core/contract/proxies/code-behind';
import { proxyInCode } from '../../../core/contract/proxies/proxy';
import { readContracts, saveContracts } from '../../../db/contracts/contracts';
import type { Rpc } from '../../../net/rpc/rpc';
import { fetchItemMetadata } from '../../../net/token-metadata';
import { codeHashOf, matchArtifact } from '../build-output/match-build-output';
import { fetchToken, hasShares, isPool, isVault, standardOf, type TokenQuestion } from '../fetch-token';
import { type Codes, fetchCodes, readProxyKnowledge } from './fetch-codes';
import type { Knowledge } from './knowledge-base';
import type { KnownContracts } from './known-contracts';
import { learnProxiesOfBlock } from './learn-at-hand';

/** Contracts that are asked about at most; nobody reads the names of more on one page. */
const MAX_CONTRACTS = 1_000;
const MAX_PROXIES = 50;
/** Limit on the codes that proxies and diamonds run: a diamond has dozens of facets, each with as much code as a contract may have. */
const MAX_BEHIND = 100;
const MAX_TOKENS = 100;

/** Contracts that the chain is asked about. */
export type ChainQuestion = {
  contracts: readonly Address[];
  /** Code that is known already. */
  codes: Codes;
  /** Those of `contracts` that may be proxies. */
  proxies: readonly Address[];
  /** Tokens known by their events; what the ABI of a contract tells counts as well. */
  tokens: ReadonlyMap<Address, TokenStandard>;
  /** Contracts that are tokens where they state decimals, as WETH9 does: their events alone do not tell. */
  wrappers?: ReadonlySet<Address>;
  /** Items that are met, ids in decimal, by the contract, which may be an ERC-6909. */
  items?: ReadonlyMap<Address, ReadonlySet<string>>;
  /** Block at which proxies are read. */
  block: number | 'latest';
  signal: AbortSignal;
};

/** Learns what the network's endpoint and imported build output tell, and keeps it. Says whether anything became known. */
export async function learnFromChain(knowledge: Knowledge, rpc: Rpc, question: ChainQuestion): Promise<boolean> {
  const addresses = question.contracts.slice(0, MAX_CONTRACTS);
  const codes = new Map(question.codes);
  const missing = addresses.filter((address) => !codes.has(address));
  for (const [address, code] of await fetchCodes(rpc, missing, question.signal)) codes.set(address, code);
  await askCodesOfBlock(rpc, question, missing, codes);
  question.signal.throwIfAborted();
  const { contracts, artifacts } = knowledge;
  const before = contracts.version;
  const abisBefore = artifacts.knownAbis();
  dropStale(knowledge, codes);
  await matchCodes(knowledge, rpc, codes);
  const asked = new Set<Address>();
  const tokens = () => readTokens(knowledge, rpc, { ...question, codes }, asked);
  const proxies = async () => {
    // What a proxy runs may tell that it is a token.
    if (await readProxies(knowledge, rpc, question, codes)) await tokens();
  };
  await Promise.all([proxies(), tokens()]);
  const known = addresses.flatMap((address) => {
    const found = contracts.knowledgeOfToday(address);
    // Whoever meets the address again has to know whether this is still of the code there.
    const codeHash = found?.codeHash ?? codeHashOf(codes.get(address) ?? '0x');
    return found === undefined ? [] : [{ ...found, ...(codeHash && { codeHash }) }];
  });
  if (known.length > 0) await saveContracts(known);
  return contracts.version !== before || artifacts.knownAbis() !== abisBefore;
}

/**
 * Puts the code of the block in the place of today's where it may be another: an account's delegation comes and goes
 * (EIP-7702). A node without the state of the block says nothing; then nothing is known of these.
 */
async function askCodesOfBlock(
  rpc: Rpc,
  { block, proxies, signal }: ChainQuestion,
  missing: readonly Address[],
  codes: Map<Address, Hex>,
): Promise<void> {
  if (block === 'latest') return;
  const wanted = new Set(proxies);
  // Whose code did not run may have had none then, whatever it delegates to today.
  const changing = missing.filter((address) => {
    const code = codes.get(address);
    return isDelegation(code) || (code === '0x' && wanted.has(address));
  });
  const then = await fetchCodes(rpc, changing, signal, block);
  for (const address of changing) {
    const code = then.get(address);
    if (code === undefined) codes.delete(address);
    else codes.set(address, code);
  }
}

function isDelegation(code: Hex | undefined): boolean {
  return code !== undefined && proxyInCode(code)?.kind === 'EIP-7702';
}

/**
 * Takes over what was kept of addresses that are mentioned only, where the chain still has that code: a development
 * chain that started over has another contract there. Says whether anything became known.
 */
export async function learnMentioned(
  { contracts }: Knowledge,
  rpc: Rpc,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<boolean> {
  const unknown = addresses.filter((address) => contracts.knowledge(address) === undefined);
  if (unknown.length === 0) return false;
  const kept = await readContracts(contracts.networkId, unknown);
  const named = [...kept.values()].filter(({ codeHash }) => codeHash !== undefined);
  const codes = await fetchCodes(
    rpc,
    named.map(({ address }) => address),
    signal,
  );
  signal.throwIfAborted();
  const before = contracts.version;
  for (const known of named)
    if (codeHashOf(codes.get(known.address) ?? '0x') === known.codeHash) contracts.put('kept', known);
  return contracts.version !== before;
}

/** Parts that are of the code that they were compared with. */
const COMPARED = ['kept', 'source'] as const;
/** Parts that are of the contract at the address. What build output says follows the code by itself. */
const OF_CONTRACT = [...COMPARED, 'sourcify', 'hosted', 'token', 'proxy'] as const;

/** Knowledge of another contract at the same address, as on a dev chain that started over. */
function dropStale({ contracts }: Knowledge, codes: Codes): void {
  for (const [address, code] of codes) {
    const codeHash = codeHashOf(code);
    if (codeHash === undefined) continue;
    if (contracts.seesOtherCode(address, codeHash)) {
      for (const part of OF_CONTRACT) contracts.drop(part, address);
      continue;
    }
    const parts = COMPARED.filter((part) => contracts.has(part, address));
    const before = parts.length > 0 ? contracts.knowledge(address) : undefined;
    const known = before?.codeHash ?? before?.diamond?.codeHash;
    if (known === undefined || codeHash === known) continue;
    for (const part of parts) contracts.drop(part, address);
  }
}

async function matchCodes({ contracts, artifacts }: Knowledge, rpc: Rpc, codes: Codes): Promise<void> {
  if (await artifacts.isEmpty()) return;
  await artifacts.prepare();
  for (const [address, code] of codes) {
    const match = await matchArtifact(artifacts, rpc, address, code);
    if (match !== undefined) contracts.put('buildOutput', match);
    else contracts.drop('buildOutput', address);
  }
}

async function readProxies(
  knowledge: Knowledge,
  rpc: Rpc,
  { proxies, block, signal }: ChainQuestion,
  codes: Codes,
): Promise<boolean> {
  const { contracts } = knowledge;
  learnProxiesOfBlock(knowledge, codes);
  const asked = proxies.filter((address) => (codes.get(address) ?? '0x') !== '0x').slice(0, MAX_PROXIES);
  const answers = await Promise.all(
    asked.map((address) => readProxyKnowledge(rpc, address, codes.get(address) ?? '0x', block, signal)),
  );
  const found = answers.filter((known) => known !== undefined);
  for (const known of found) contracts.put('proxy', known);
  const behind = found.flatMap((known) => codesBehind(known)).slice(0, MAX_BEHIND);
  const isUnknown = (address: Address) => contracts.index(address) === undefined && !codes.has(address);
  await learnMentioned(knowledge, rpc, behind.filter(isUnknown), signal);
  // The code tells only which imported build output it belongs to.
  if (!(await knowledge.artifacts.isEmpty()))
    await matchCodes(knowledge, rpc, await fetchCodes(rpc, behind.filter(isUnknown), signal));
  return found.length > 0;
}

async function readTokens(
  { contracts }: Knowledge,
  rpc: Rpc,
  { contracts: addresses, codes, tokens, wrappers = new Set(), items = new Map(), signal }: ChainQuestion,
  asked: Set<Address>,
): Promise<void> {
  // A call that was undone left no event to know a token by; its ABI tells as well.
  const questions = new Map<Address, TokenQuestion>();
  for (const address of new Set([...tokens.keys(), ...wrappers, ...addresses.slice(0, MAX_CONTRACTS)])) {
    const code = codes.get(address);
    const pool = isPool(contracts, address, code);
    const vault = isVault(contracts, address, code);
    const shares = (pool || vault) && hasShares(code) ? 'ERC-20' : undefined;
    const told = tokens.get(address) ?? standardOf(contracts, address);
    const standard = told ?? (wrappers.has(address) ? 'ERC-20' : shares);
    if (standard !== undefined || pool)
      questions.set(address, { standard, isTold: told !== undefined, isPool: pool, isVault: vault });
  }
  const wanted = [...questions]
    .filter(([address]) => !asked.has(address) && !contracts.has('token', address))
    .slice(0, MAX_TOKENS);
  const ask = async (questions: typeof wanted) => {
    for (const [address] of questions) asked.add(address);
    const answers = await Promise.all(
      questions.map(([address, about]) => fetchToken(rpc, contracts, address, about, signal)),
    );
    const found = answers.filter((token) => token !== undefined);
    for (const token of found) contracts.put('token', token);
    return found;
  };
  const found = await ask(wanted);
  const assets = new Set(found.flatMap(({ token }) => token?.asset ?? []));
  const isUnknown = (address: Address) => !asked.has(address) && !contracts.has('token', address);
  await Promise.all([
    ask([...assets].filter(isUnknown).map((address) => [address, OF_VAULT_ASSET])),
    ...[...items].map(([address, ids]) => readItems(contracts, rpc, address, ids, signal)),
  ]);
}

/** Shares of a vault are in an ERC-20 (ERC-4626); whose vault that is in turn, nobody asks. */
const OF_VAULT_ASSET: TokenQuestion = { standard: 'ERC-20', isTold: true, isPool: false, isVault: false };

/** Asks an ERC-6909 what it says of items that it was not asked for; what does not answer stays unknown. */
async function readItems(
  contracts: KnownContracts,
  rpc: Rpc,
  address: Address,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const known = contracts.knowledgeOfToday(address)?.token;
  if (known?.standard !== 'ERC-6909') return;
  const missing = [...ids].filter((id) => known.items?.every((item) => item.id !== id) !== false);
  const answers = await Promise.all(missing.map((id) => fetchItemMetadata(rpc, address, BigInt(id), signal)));
  const items = missing.flatMap((id, at) => {
    const answer = answers[at];
    if (answer?.ok !== true) return [];
    const { symbol, decimals } = answer.value;
    return [{ id, ...(symbol !== undefined && { symbol }), ...(decimals !== undefined && { decimals }) }];
  });
  if (items.length === 0) return;
  const token = { ...known, items: [...(known.items ?? []), ...items] };
  contracts.put('token', { networkId: contracts.networkId, address, abi: [], token, fetchedAt: Date.now() });
}
