/** Assets that leave somebody who gets nothing for them, for accounts that nobody named. */
import type { Address } from '../chain/primitives';
import { computeNetChanges, type NetChange } from '../trace/transfers';
import { actorsOf } from './actors';
import { hasCode, isUndone, type Moving, type SafetySubject, transfersOf } from './subject';
import type { Verdict } from './verdict';

/** What an account has more or less afterwards, and who has more of what it lost. */
type Loss = { lost: NetChange; gainers: readonly NetChange[] };

/** Returns what `owner` loses in `frames` where it gains nothing at all there; empty where something comes back. Linear in the transfers and frames. */
export function lossesOf(moving: Moving, owner: Address, frames: readonly number[] = [0]): Loss[] {
  const { subtreeEnd } = moving.trace.rows;
  const isWithin = (row: number) => frames.some((frame) => row >= frame && row < subtreeEnd[frame]);
  const changes = computeNetChanges(
    transfersOf(moving).filter(({ row }) => isWithin(row) && !isUndone(moving.trace, row)),
  );
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

/** What an account loses for nothing, and an account that gets it without being named. */
type Unnamed = Loss & { account: Address; to: NetChange };

/** Returns who gets what the sender, or an account that acts for somebody, loses, where neither what it was told nor the call itself names them. */
export function unnamedGainers(of: Moving & Pick<SafetySubject, 'sender'>): Unnamed[] {
  const { trace, sender } = of;
  const { rows, addresses } = trace;
  if (rows.length === 0 || rows.inputLength[0] < 4) return []; // ether alone is sent to whom it is sent to
  const called = rows.to[0] < 0 ? undefined : addresses[rows.to[0]];
  return actorsOf(of).flatMap(({ account, frames, calldata, beneficiary }) =>
    lossesOf(of, account, frames).flatMap((loss) =>
      loss.gainers
        .filter(
          ({ address }) =>
            address !== called &&
            // Who brings what the account signed gets the costs of it back.
            (account === sender || (address !== sender && address !== beneficiary)) &&
            !calldata.includes(address.slice(2)),
        )
        .map((to) => ({ ...loss, account, to })),
    ),
  );
}

/** Warns of assets that leave for nothing. A transfer to a contract may be a deposit; an account without code keeps no books. */
export function checkOneSided(subject: SafetySubject): Verdict[] {
  const { known, sender } = subject;
  return unnamedGainers(subject)
    .filter(({ to }) => hasCode(subject, to.address) === false)
    .map(({ account, lost, to }) => ({
      rule: 'one-sided',
      severity: known.has(to.address) ? 'warning' : 'danger',
      subject: to.address,
      rows: rowsTo(subject, to),
      reason: `An account without code gets it, which the call does not name, and nothing comes back to ${account === sender ? 'the sender' : 'the account'}. Who trades, lends or stakes gets something in return.`,
      evidence: [
        ...(lost.token === undefined ? [] : [{ label: 'Token', value: lost.token }]),
        ...(account === sender ? [] : [{ label: 'Account', value: account }]),
        {
          label: account === sender ? 'The sender loses' : 'The account loses',
          value: `${-lost.amount}${lost.token === undefined ? ' wei' : ''}`,
        },
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
