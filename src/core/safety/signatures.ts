/** What signatures let others do: permits that are brought along, and accounts that delegate to code. */

import type { Address } from '../chain/primitives';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { RowKind } from '../trace/rows';
import { lossesOf } from './one-sided';
import { type Permit, permitIn } from './permits';
import { type CallRow, callsOf, hasCode, type Moving, type SafetySubject } from './subject';
import type { Verdict } from './verdict';

export function checkSignatures(subject: SafetySubject): Verdict[] {
  return [...permits(subject), ...delegations(subject)];
}

type Brought = { call: CallRow; permit: Permit; losses: ReturnType<typeof lossesOf> };

/** Returns the signatures that calls bring, with what their owners lose for nothing where somebody else brings them. */
function broughtIn(of: Parameters<typeof lossesOf>[0] & Pick<SafetySubject, 'sender'>): Brought[] {
  return [...callsOf(of.trace)].flatMap((call): Brought[] => {
    const permit = call.kind === RowKind.call ? permitIn(call) : undefined;
    if (permit === undefined) return [];
    const { owner, tokens } = permit;
    const losses = owner === of.sender ? [] : lossesOf(of, owner);
    return [{ call, permit, losses: losses.filter(({ lost }) => tokens.some((token) => token === lost.token)) }];
  });
}

/** Returns the accounts that get what the owners of such signatures lose. */
export function takersOf(of: Moving & Pick<SafetySubject, 'sender'>): Address[] {
  return broughtIn(of).flatMap(({ losses }) => losses.flatMap(({ gainers }) => gainers.map(({ address }) => address)));
}

/**
 * A signature that somebody else brings and spends at once, so that they, an account with a key or code that nobody
 * verified has the tokens and nothing comes back to the owner; and approvals that stay. What is only transferred with a
 * signature leaves none.
 */
function permits(subject: SafetySubject): Verdict[] {
  const { sender, known, isVerified } = subject;
  const mayTake = (address: Address) =>
    address === sender || hasCode(subject, address) !== true || !(isVerified(address) || known.has(address));
  const verdicts: Verdict[] = [];
  for (const { call, permit, losses } of broughtIn(subject)) {
    const { owner, spender, tokens, amount, until } = permit;
    const taken = losses.filter(({ gainers }) => gainers.some(({ address }) => mayTake(address)));
    const isTaken = taken.length > 0;
    // Permit2 tells approvals that stay by an event of its own, which another rule looks at.
    if (!isTaken && (spender === undefined || !tokens.includes(call.to))) continue;
    verdicts.push({
      rule: 'permit',
      severity: !isTaken ? 'notice' : taken[0].returned.length > 0 ? 'warning' : 'danger',
      subject: spender ?? taken[0].gainers[0].address,
      rows: [call.row],
      reason: isTaken
        ? 'Somebody else brings the signature of the owner and takes the tokens at once, and nothing that anybody vouches for comes back to the owner.'
        : 'The approval was given by a signature: the owner may not have sent or paid a transaction for it.',
      evidence: [
        ...tokens.map((value) => ({ label: 'Token', value })),
        { label: 'Owner', value: owner },
        ...(spender === undefined ? [] : [{ label: 'Spender', value: spender }]),
        { label: 'Amount', value: amount },
        ...taken.map(({ lost }) => ({ label: 'Taken', value: (-lost.amount).toString() })),
        ...taken
          .slice(0, 1)
          .flatMap(({ returned }) => returned)
          .map((value) => ({ label: 'Token that comes back', value })),
        { label: until.label, value: until.value.toString() },
      ],
    });
  }
  return verdicts;
}

/** A delegation to the zero address takes one back (EIP-7702). */
function delegations({ delegations: list, isVerified }: SafetySubject): Verdict[] {
  return list
    .filter(({ to }) => to !== ZERO_ADDRESS)
    .map(({ authority, to, chainId }) => ({
      rule: 'delegate',
      severity: chainId === 0n || !isVerified(to) ? 'danger' : 'warning',
      subject: authority ?? to,
      rows: [],
      reason:
        chainId === 0n
          ? 'An account delegates to code, on every chain: that code can use everything the account has.'
          : isVerified(to)
            ? 'An account delegates to code: that code can use everything the account has.'
            : 'An account delegates to unverified code.',
      evidence: [
        ...(authority === undefined ? [] : [{ label: 'Account', value: authority }]),
        { label: 'Code', value: to },
        { label: 'Chain id', value: chainId === 0n ? '0, every chain' : chainId.toString() },
      ],
    }));
}
