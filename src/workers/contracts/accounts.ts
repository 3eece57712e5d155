/** One account as it is now, with what is known of its code. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import type { Failure } from '../../core/failure';
import { ok, type Result } from '../../core/result';
import { readContracts, saveContracts } from '../../db/contracts';
import { fetchBalance, fetchCode, fetchNonce } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { AccountSummary } from '../trace/trace.api';
import type { Artifacts } from './artifacts';
import { codeHashOf, matchArtifact, readProxyKnowledge } from './code';
import type { ContractBook } from './known-contracts';
import { fetchToken, standardOf } from './tokens';

export async function loadAccount(
  rpc: Rpc,
  book: ContractBook,
  artifacts: Artifacts,
  address: Address,
  signal: AbortSignal,
): Promise<Result<AccountSummary, Failure>> {
  const [code, balance, nonce] = await Promise.all([
    fetchCode(rpc, address, 'latest', { signal }),
    fetchBalance(rpc, address, 'latest', { signal }),
    fetchNonce(rpc, address, 'latest', { signal }),
  ]);
  if (!code.ok) return code;
  if (!balance.ok) return balance;
  if (!nonce.ok) return nonce;
  const codeHash = codeHashOf(code.value);
  if (codeHash !== undefined) await learnAccount(rpc, book, artifacts, address, code.value, signal);
  const name = book.name(address);
  const known = book.knowledge(address) ?? unknownContract(rpc.networkId, address);
  return ok({
    networkId: rpc.networkId,
    address,
    // An account with delegated code (EIP-7702) is still a wallet: it has a key.
    type: codeHash === undefined || known.proxy?.kind === 'EIP-7702' ? 'wallet' : 'contract',
    balance: balance.value,
    nonce: nonce.value,
    codeSize: (code.value.length - 2) / 2,
    ...(codeHash === undefined ? {} : { codeHash }),
    knowledge: name === undefined ? known : { ...known, name },
  });
}

async function learnAccount(
  rpc: Rpc,
  book: ContractBook,
  artifacts: Artifacts,
  address: Address,
  code: `0x${string}`,
  signal: AbortSignal,
): Promise<void> {
  const kept = (await readContracts(rpc.networkId, [address])).get(address);
  const stale = kept?.codeHash !== undefined && kept.codeHash !== codeHashOf(code);
  if (kept !== undefined && !stale && book.knowledge(address) === undefined) book.put('kept', kept);
  if (stale) book.drop('kept', address);
  const match = await matchArtifact(artifacts, rpc, address, code);
  if (match !== undefined) book.put('buildOutput', match);
  const proxy = await readProxyKnowledge(rpc, address, code, 'latest', signal);
  if (proxy !== undefined) book.put('proxy', proxy);
  const standard = standardOf(book, address);
  const token = standard === undefined ? undefined : await fetchToken(rpc, address, standard, signal);
  if (token !== undefined) book.put('token', token);
  const known = book.knowledge(address);
  if (known !== undefined) await saveContracts([known]);
}

function unknownContract(networkId: NetworkId, address: Address): ContractKnowledge {
  return { networkId, address, abi: [], fetchedAt: -1 };
}
