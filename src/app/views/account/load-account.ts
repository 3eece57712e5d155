/** What an address is, for its page. */

import { redirect } from '@tanstack/react-router';
import type { AddressProblem } from '../../../core/chain/address-shape';
import { isAddress } from '../../../core/chain/address-shape';
import type { Network } from '../../../core/chain/network';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type { Workers } from '../../../workers/client';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { askOnEntry } from '../../route-question';
import { settleQuestion } from '../../use-question';
import { ofVisit } from '../../visit';
import type { Wiring } from '../../wiring';

export type AccountKind = 'wallet' | 'contract';

export type AccountAnswer =
  | { state: 'known'; account: AccountSummary }
  /** `unread`: the address, of which nothing is known but what lists in this browser have; absent where it could not be read. */
  | { state: 'failed'; failure: Failure; unread?: AccountSummary }
  /** A contract was asked for, and the chain has nothing at the address. */
  | { state: 'missing'; address: Address }
  | { state: 'invalid'; problem: AddressProblem };

/** The account that the last redirect was about, so that the page it leads to need not ask again. */
const redirected = ofVisit((): { ledTo?: { workers: Workers; account: AccountSummary } } => ({}));

function takeLedTo(workers: Workers, networkId: NetworkId, address: Address): AccountSummary | undefined {
  const { ledTo: led } = redirected();
  delete redirected().ledTo;
  const isThis = led?.workers === workers && led.account.networkId === networkId && led.account.address === address;
  return isThis ? led.account : undefined;
}

/** `kind` and `text` come from the URL. Throws a redirect where the chain says that the address is of the other kind. */
export async function loadAccount(
  kind: AccountKind,
  { wiring: { workers }, network, segment }: { wiring: Wiring; network: Network; segment: string | undefined },
  text: string,
  signal: AbortSignal,
): Promise<AccountAnswer> {
  const parsed = await settleQuestion(async () => ok(await parseAddress(workers, text)));
  if (!parsed.ok) return { state: 'failed', failure: parsed.error };
  const address = parsed.value;
  if (!address.ok) return { state: 'invalid', problem: address.error };
  const led = takeLedTo(workers, network.id, address.value);
  const answer = led
    ? ok(led)
    : await askOnEntry(workers, 'contracts', signal, (contracts, job) =>
        contracts.loadAccount(job, network.id, address.value),
      );
  if (!answer.ok)
    return {
      state: 'failed',
      failure: answer.error,
      unread: unreadAccount(kind, network.id, address.value, answer.error),
    };
  const { type, nonce, balance, knowledge } = answer.value;
  const isEmpty = nonce === 0 && balance.ok && balance.value === 0n;
  // Nothing was ever there, as far as the chain says: what was looked for is a contract, not an empty wallet.
  if (kind === 'contract' && type === 'wallet' && isEmpty) return { state: 'missing', address: address.value };
  // An account that delegates (EIP-7702) is called like a contract: it has the pages of both.
  const isBoth = kind === 'contract' && knowledge.proxy?.kind === 'EIP-7702';
  if (type !== kind && !isBoth) {
    redirected().ledTo = { workers, account: answer.value };
    const to = type === 'contract' ? '/{-$network}/contract/$address' : '/{-$network}/wallet/$address';
    throw redirect({ to, params: { network: segment, address: address.value }, replace: true });
  }
  return { state: 'known', account: answer.value };
}

/** The account of the address and of the kind that the URL says, for the lists that this browser has of it. */
function unreadAccount(type: AccountKind, networkId: NetworkId, address: Address, failure: Failure): AccountSummary {
  const knowledge = { networkId, address, abi: [], fetchedAt: -1 };
  return { networkId, address, type, balance: { ok: false, error: failure }, nonce: 0, codeSize: 0, knowledge };
}

/** Only a checksum needs the abi worker, which hashes for it. */
async function parseAddress({ abi }: Pick<Workers, 'abi'>, text: string): Promise<Result<Address, AddressProblem>> {
  return isAddress(text) ? ok(text) : abi.parseAddress(text);
}
