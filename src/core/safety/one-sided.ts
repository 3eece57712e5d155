/** Assets that leave somebody who gets nothing for them, for accounts that nobody named. */
import type { Address } from '../chain/primitives';
import { computeNetChanges, type NetChange } from '../trace/transfers';
import { actorsOf } from './actors';
import { hasCode, isUndone, type Moving, type SafetySubject, transfersOf } from './subject';
import type { Verdict } from './verdict';

/**
 * A loss of an account, the accounts that gained from it, and the tokens that came back, of which none is vouched for.
 */
type Loss = { lost: NetChange; gainers: readonly NetChange[]; returned: readonly Address[] };

/** What is known of the tokens that came back; without it each may be worth nothing. */
type Worth = Partial<Pick<SafetySubject, 'isYoung' | 'isVerified' | 'known'>>;

/** Whether a token may be worth nothing: anybody can make one and hand it out as the price of something. */
function mayBeWorthless({ isYoung, isVerified, known }: Worth, token: Address): boolean {
  return !known?.has(token) && (isYoung?.(token) === true || isVerified?.(token) !== true);
}

/**
 * Returns what `owner` loses in `frames` where nothing comes back to it there; empty where something does. Tokens whose
 * code is new or that nobody verified are not counted as something. Linear in the transfers and frames.
 */
export function lossesOf(moving: Moving & Worth, owner: Address, frames: readonly number[] = [0]): Loss[] {
  const { subtreeEnd } = moving.trace.rows;
  const isWithin = (row: number) => frames.some((frame) => row >= frame && row < subtreeEnd[frame]);
  const changes = computeNetChanges(
    transfersOf(moving).filter(({ row }) => isWithin(row) && !isUndone(moving.trace, row)),
  );
  const own = changes.filter(({ address }) => address === owner);
  const gained = own.filter(({ amount }) => amount > 0n);
  if (gained.some(({ token }) => token === undefined || !mayBeWorthless(moving, token))) return [];
  const returned = gained.flatMap(({ token }) => token ?? []);
  return own
    .filter(({ amount }) => amount < 0n)
    .map((lost) => ({
      lost,
      returned,
      gainers: changes.filter((change) => change.amount > 0n && change.address !== owner && isSameAsset(change, lost)),
    }));
}

function isSameAsset(a: NetChange, b: NetChange): boolean {
  return a.standard === b.standard && a.token === b.token && a.tokenId === b.tokenId;
}

/** A loss for which the account got nothing, and an account that gained from it without being named. */
type Unnamed = Loss & { account: Address; to: NetChange };

/** Returns who gets what the sender, or an account that acts for somebody, loses, where neither what it was told nor the call itself names them. */
export function unnamedGainers(of: Moving & Worth & Pick<SafetySubject, 'sender'>): Unnamed[] {
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
    .map(({ account, lost, to, returned }) => ({
      rule: 'one-sided',
      severity: known.has(to.address) || returned.length > 0 ? 'warning' : 'danger',
      subject: to.address,
      rows: rowsTo(subject, to),
      reason: `An account without code gets it, which the call does not name, and ${returned.length > 0 ? 'tokens come back' : 'nothing comes back'} to ${account === sender ? 'the sender' : 'the account'}${returned.length > 0 ? ' of which nobody can say that they are worth anything: their code is new, or nobody verified its source' : '. Who trades, lends or stakes gets something in return'}.`,
      evidence: [
        ...(lost.token === undefined ? [] : [{ label: 'Token', value: lost.token }]),
        ...(account === sender ? [] : [{ label: 'Account', value: account }]),
        {
          label: account === sender ? 'The sender loses' : 'The account loses',
          value: `${-lost.amount}${lost.token === undefined ? ' wei' : ''}`,
        },
        { label: 'Recipient', value: to.address },
        { label: 'It gets', value: `${to.amount}${lost.token === undefined ? ' wei' : ''}` },
        ...returned.map((value) => ({ label: 'Token that comes back', value })),
      ],
    }));
}

function rowsTo(moving: Moving, { address, token }: NetChange) {
  return transfersOf(moving)
    .filter((transfer) => transfer.to === address && transfer.token === token && !isUndone(moving.trace, transfer.row))
    .map(({ row }) => row)
    .slice(0, 5);
}
