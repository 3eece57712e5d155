/** Tokens whose balances change otherwise than their events say: those that take a fee, are rebased, or lie. */
import type { Address } from '../chain/primitives';
import type { NetChange } from '../trace/transfers';
import { addressOfTopic, type LogRow } from './subject';
import type { Verdict } from './verdict';

/**
 * By how much an account has more of a token, by its events and by the balances before and after that the token
 * answers.
 */
export type ToldChange = { token: Address; account: Address; told: bigint; held: bigint };

/** Accounts that are asked for. */
const MAX_ASKED = 20;

/** Returns the changes to ask the tokens about: those of amounts, the first ones. */
export function changesToAsk(changes: readonly NetChange[]): { token: Address; account: Address; told: bigint }[] {
  return changes
    .flatMap(({ standard, token, address, amount }) =>
      standard === 'ERC-20' && token !== undefined ? [{ token, account: address, told: amount }] : [],
    )
    .slice(0, MAX_ASKED);
}

/** Warns of each account whose balance changed by another amount. `logs` are the events that stay. */
export function checkTold(changes: readonly ToldChange[], logs: readonly LogRow[]): Verdict[] {
  return changes
    .filter(({ told, held }) => told !== held)
    .map(({ token, account, told, held }) => ({
      rule: 'told-amounts',
      severity: isRounding(told - held) ? 'notice' : 'warning',
      subject: token,
      rows: logs
        .filter(
          ({ address, topics }) =>
            address === token && topics.slice(1).some((topic) => addressOfTopic(topic) === account),
        )
        .map(({ row }) => row)
        .slice(0, 5),
      reason:
        'The events of the token say another amount than its balances show: it takes a fee, is rebased, or its events are not true. Asset changes go by the events.',
      evidence: [
        { label: 'Token', value: token },
        { label: 'Account', value: account },
        { label: 'By the events', value: told.toString() },
        { label: 'By its balance', value: held.toString() },
      ],
    }));
}

/** Shares that stand for amounts are rounded: a unit is lost where they are taken and one where they are given. */
function isRounding(difference: bigint): boolean {
  return difference >= -2n && difference <= 2n;
}
