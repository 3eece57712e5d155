/** What signatures let others do: permits that are brought along, and accounts that delegate to code. */
import { toFunctionSelector } from 'viem';
import { bytesToHex } from '../chain/hex';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { RowKind } from '../trace/rows';
import { lossesOf } from './one-sided';
import { addressAt, callsOf, type SafetySubject, wordAt } from './subject';
import type { Verdict } from './verdict';

/** permit of EIP-2612: owner, spender, value, deadline. */
const PERMIT = toFunctionSelector('permit(address,address,uint256,uint256,uint8,bytes32,bytes32)');
/** That of DAI: holder, spender, nonce, expiry, allowed. */
const DAI_PERMIT = toFunctionSelector('permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)');

export function checkSignatures(subject: SafetySubject): Verdict[] {
  return [...permits(subject), ...delegations(subject)];
}

function permits(subject: SafetySubject): Verdict[] {
  const { trace, sender } = subject;
  const verdicts: Verdict[] = [];
  for (const { row, kind, to, input } of callsOf(trace)) {
    const selector = bytesToHex(input.subarray(0, 4));
    if (kind !== RowKind.call || (selector !== PERMIT && selector !== DAI_PERMIT)) continue;
    const args = input.subarray(4);
    const isDai = selector === DAI_PERMIT;
    const amount = isDai ? (wordAt(args, 4) === 0n ? 'none' : 'without limit') : wordAt(args, 2).toString();
    if (amount === '0' || amount === 'none') continue;
    const owner = addressAt(args, 0);
    const lost = owner === sender ? undefined : lossesOf(subject, owner).find((loss) => loss.lost.token === to);
    verdicts.push({
      rule: 'permit',
      severity: lost === undefined ? 'notice' : 'danger',
      subject: addressAt(args, 1),
      rows: [row],
      reason:
        lost !== undefined
          ? 'Somebody else brings the signature of the owner and takes the tokens at once, and nothing comes back to the owner.'
          : 'The approval was given by a signature: the owner may not have sent or paid a transaction for it.',
      evidence: [
        { label: 'Token', value: to },
        { label: 'Owner', value: owner },
        { label: 'Spender', value: addressAt(args, 1) },
        { label: 'Amount', value: amount },
        ...(lost === undefined ? [] : [{ label: 'Taken', value: (-lost.lost.amount).toString() }]),
        { label: isDai ? 'Expiry' : 'Deadline', value: wordAt(args, 3).toString() },
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
