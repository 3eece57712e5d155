/** One account as it is now, with what is known of its code. */
import type { Address, Hex, NetworkId } from '../../core/chain/primitives';
import type { ContractKnowledge, Facet } from '../../core/contract/knowledge';
import { delegates, proxyInCode } from '../../core/contract/proxies/proxy';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { askKept } from '../../db/database';
import { fetchBalance, fetchCode, fetchNonce } from '../../net/account-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { codeHashOf } from './build-output/match-build-output';
import type { AccountSummary } from './contracts.api';
import { detectToken } from './detect-token';
import type { Knowledge } from './knowledge/knowledge-base';
import { learnFromKept } from './knowledge/learn-at-hand';
import { learnFromChain } from './knowledge/learn-contracts';
import { learnFacets } from './knowledge/learn-facets';

/** What a blueprint begins with (ERC-5202). */
const BLUEPRINT = '0xfe71';

export async function loadAccount(
  rpc: Rpc,
  knowledge: Knowledge,
  address: Address,
  signal: AbortSignal,
): Promise<Result<AccountSummary, Failure>> {
  const [code, balance, nonce] = await Promise.all([
    fetchCode(rpc, address, 'latest', { signal }),
    fetchBalance(rpc, address, 'latest', { signal }),
    fetchNonce(rpc, address, 'latest', { signal }),
  ]);
  if (!code.ok) return code;
  if (!nonce.ok) return nonce;
  const codeHash = codeHashOf(code.value);
  const learn = async () => {
    await learnFromKept(knowledge, [address], []);
    await learnFromChain(knowledge, rpc, {
      contracts: [address],
      codes: new Map([[address, code.value]]),
      proxies: [address],
      tokens: new Map(),
      block: 'latest',
      signal,
    });
  };
  // Both ask the chain, and neither needs what the other learns.
  const [token] = await Promise.all([
    codeHash === undefined || isDelegated(code.value) ? ok(undefined) : detectToken(rpc, address, signal),
    codeHash === undefined ? undefined : learn(),
  ]);
  const { contracts } = knowledge;
  const name = contracts.calleeName(address);
  const stated = contracts.knowledge(address) ?? unknownContract(rpc.networkId, address);
  const seen = stated.proxy === undefined && stated.diamond?.facets === undefined && delegates(code.value);
  const known = seen ? await withSeenFacets(stated) : stated;
  const areSeen = known !== stated;
  const facets = known.diamond?.facets && (await learnFacets(knowledge, rpc, known, signal));
  const blueprint = code.value.startsWith(BLUEPRINT)
    ? await (await import('./read-blueprint')).readBlueprint(knowledge, code.value)
    : undefined;
  // An account with delegated code (EIP-7702) is still a wallet: it has a key.
  const type = codeHash === undefined || isDelegated(code.value) ? 'wallet' : 'contract';
  return ok({
    networkId: rpc.networkId,
    address,
    type,
    balance,
    nonce: nonce.value,
    codeSize: (code.value.length - 2) / 2,
    ...(codeHash === undefined ? {} : { codeHash }),
    knowledge: name === undefined ? known : { ...known, name },
    // A contract whose token cannot be asked for is shown without.
    ...(token.ok && token.value !== undefined ? { token: token.value } : {}),
    ...(facets && { facets }),
    ...((facets === undefined || known.diamond?.isBehind) && implementationOf(knowledge, known)),
    ...(blueprint && { blueprint }),
    ...(areSeen && { areSeen: true as const }),
  });
}

/** Adds what kept traces show of a contract that sends functions to others and does not say to which. */
async function withSeenFacets(known: ContractKnowledge): Promise<ContractKnowledge> {
  const { networkId, address, diamond } = known;
  const facets = await askKept<readonly Facet[]>([], async () =>
    (await import('./seen-facets')).seenFacets(networkId, address),
  );
  return facets.length === 0 ? known : { ...known, diamond: { ...diamond, facets } };
}

/** Whether the code is that of an account with delegated code (EIP-7702). */
function isDelegated(code: Hex): boolean {
  return proxyInCode(code)?.kind === 'EIP-7702';
}

function implementationOf(
  { contracts }: Knowledge,
  { proxy }: ContractKnowledge,
): Pick<AccountSummary, 'implementation'> {
  const behind = proxy && contracts.knowledge(proxy.implementation);
  if (behind === undefined) return {};
  const name = contracts.calleeName(behind.address);
  return { implementation: name === undefined ? behind : { ...behind, name } };
}

function unknownContract(networkId: NetworkId, address: Address): ContractKnowledge {
  return { networkId, address, abi: [], fetchedAt: -1 };
}
