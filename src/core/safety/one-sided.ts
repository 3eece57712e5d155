/** Assets that leave somebody who gets nothing for them, for accounts that nobody named. */
import { bytesToHex } from '../chain/hex';
import type { Address } from '../chain/primitives';
import { computeNetChanges, type NetChange } from '../trace/transfers';
import { hasCode, isUndone, type Moving, type SafetySubject, transfersOf } from './subject';
import type { Verdict } from './verdict';

/** What an account has more or less afterwards, and who has more of what it lost. */
type Loss = { lost: NetChange; gainers: readonly NetChange[] };

/** Returns what `owner` loses where it gains nothing at all; empty where something comes back. Linear in the transfers. */
export function lossesOf(moving: Moving, owner: Address): Loss[] {
  const changes = computeNetChanges(transfersOf(moving).filter(({ row }) => !isUndone(moving.trace, row)));
  const own = changes.filter(({ address }) => address === owner);
  if (own.some(({ amount }) => amount > 0n)) return [];
  return own.map((lost) => ({
    lost,
    gainers: changes.filter((change) => change.amount > 0n && change.address !== owner && isSameAsset(change, lost)),
  }));
}

function isSameAsset(a: NetChange, b: NetChange): boolean {
  return a.standard === b.standard && a.token === b.token && a.tokenId === b.tokenId;
}

/** Returns who gets what the sender loses, where neither the calldata nor the call itself names them. */
export function unnamedGainers(of: Moving & Pick<SafetySubject, 'sender'>): (Loss & { to: NetChange })[] {
  const { trace, sender } = of;
  const { rows, payload, addresses } = trace;
  if (rows.length === 0 || rows.inputLength[0] < 4) return []; // ether alone is sent to whom it is sent to
  const calldata = bytesToHex(payload.subarray(rows.inputStart[0], rows.inputStart[0] + rows.inputLength[0]));
  const called = rows.to[0] < 0 ? undefined : addresses[rows.to[0]];
  return lossesOf(of, sender).flatMap((loss) =>
    loss.gainers
      .filter(({ address }) => address !== called && !calldata.includes(address.slice(2)))
      .map((to) => ({ ...loss, to })),
  );
}

/** Warns of assets that leave for nothing. A transfer to a contract may be a deposit; an account without code keeps no books. */
export function checkOneSided(subject: SafetySubject): Verdict[] {
  const { known } = subject;
  return unnamedGainers(subject)
    .filter(({ to }) => hasCode(subject, to.address) === false)
    .map(({ lost, to }) => ({
      rule: 'one-sided',
      severity: known.has(to.address) ? 'warning' : 'danger',
      subject: to.address,
      rows: rowsTo(subject, to),
      reason:
        'An account without code gets it, which the call does not name, and nothing comes back to the sender. Who trades, lends or stakes gets something in return.',
      evidence: [
        ...(lost.token === undefined ? [] : [{ label: 'Token', value: lost.token }]),
        { label: 'The sender loses', value: `${-lost.amount}${lost.token === undefined ? ' wei' : ''}` },
        { label: 'Recipient', value: to.address },
        { label: 'It gets', value: `${to.amount}${lost.token === undefined ? ' wei' : ''}` },
      ],
    }));
}

function rowsTo(moving: Moving, { address, token }: NetChange) {
  return transfersOf(moving)
    .filter((transfer) => transfer.to === address && transfer.token === token && !isUndone(moving.trace, transfer.row))
    .map(({ row }) => row)
    .slice(0, 5);
}
