/**
 * Who may take tokens afterwards: approvals of ERC-20, ERC-721, ERC-1155 and Permit2, by the events that they emit.
 * Approvals count that are given by the sender, by the accounts that the transaction acts for, and by others that have
 * no code, for whom somebody brings a signature.
 */

import { toEventSelector, toFunctionSelector } from 'viem';
import { bytesToHex } from '../chain/hex';
import type { Address, Hex } from '../chain/primitives';
import { APPROVAL, TRANSFER } from '../chain/token-standard';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { isUnlimitedAllowance } from '../contract/functions/unlimited-allowance';
import { type RowIndex, RowKind, type Trace } from '../trace/rows';
import { actorsOf } from './actors';
import { addressAt, addressOfTopic, hasCode, logsOf, type Moving, type SafetySubject, wordAt } from './subject';
import type { Verdict } from './verdict';

const APPROVAL_FOR_ALL = toEventSelector('ApprovalForAll(address,address,bool)');
/** Events of Uniswap's Permit2: owner, token and spender are topics; amount and expiration are data. */
const PERMIT2_APPROVAL = toEventSelector('Approval(address,address,address,uint160,uint48)');
const PERMIT2_PERMIT = toEventSelector('Permit(address,address,address,uint160,uint48,uint48)');

/** Functions by which a spender uses an approval. */
const SPENDS: ReadonlySet<string> = new Set([
  toFunctionSelector('transferFrom(address,address,uint256)'),
  toFunctionSelector('burnFrom(address,uint256)'),
  toFunctionSelector('transferFromAndCall(address,address,uint256)'),
  toFunctionSelector('transferFromAndCall(address,address,uint256,bytes)'),
]);

export type Approval = {
  row: RowIndex;
  token: Address;
  owner: Address;
  spender: Address;
  /** Absent for a whole collection. */
  amount?: bigint;
  isUnlimited: boolean;
  /** Seconds since the epoch; absent where it holds until it is revoked. */
  expires?: bigint;
};

/** Returns the approvals that stay: of several for the same the last one counts, and one that is taken back leaves none. Linear in the rows. */
export function approvalsOf({ trace, hasItems }: Moving): Approval[] {
  const approvals = new Map<string, Approval>();
  const settle = (of: string, approval: Approval | undefined) => {
    approvals.delete(of);
    if (approval !== undefined) approvals.set(of, approval);
  };
  for (const { row, address, topics, data } of logsOf(trace)) {
    const [event, first, second, third] = topics;
    const owner = addressOfTopic(first);
    const said = event === APPROVAL || event === TRANSFER ? threeOf(topics, data) : undefined;
    if (said !== undefined) {
      const isItem = topics.length === 4 || (topics.length === 1 && hasItems(address));
      if (event === APPROVAL) {
        // Who approves an item names the one item, and takes it back by approving nobody.
        const amount = isItem ? 1n : said.number;
        const stays = amount > 0n && said.to !== ZERO_ADDRESS;
        const of = isItem ? `${address} ${said.number}` : `${address} ${said.from} ${said.to}`;
        // What is left of an approval that was there before was not given here.
        if (!isItem && !approvals.has(of) && isSpent(trace, row, said.to)) continue;
        settle(
          of,
          stays
            ? {
                row,
                token: address,
                owner: said.from,
                spender: said.to,
                amount,
                isUnlimited: !isItem && isUnlimitedAllowance(amount, 256),
              }
            : undefined,
        );
      }
      // An item that goes to somebody else is approved for nobody.
      else if (isItem) settle(`${address} ${said.number}`, undefined);
    } else if (event === APPROVAL_FOR_ALL && topics.length === 3) {
      const spender = addressOfTopic(second);
      const stays = wordAt(data, 0) !== 0n;
      settle(
        `${address} ${owner} all ${spender}`,
        stays ? { row, token: address, owner, spender, isUnlimited: false } : undefined,
      );
    } else if ((event === PERMIT2_APPROVAL || event === PERMIT2_PERMIT) && topics.length === 4) {
      const amount = wordAt(data, 0);
      const [token, spender] = [addressOfTopic(second), addressOfTopic(third)];
      settle(
        `${address} ${owner} ${token} ${spender}`,
        amount > 0n
          ? {
              row,
              token,
              owner,
              spender,
              amount,
              isUnlimited: isUnlimitedAllowance(amount, 160),
              expires: wordAt(data, 1),
            }
          : undefined,
      );
    }
  }
  return [...approvals.values()];
}

/**
 * Two accounts and an amount or an id, as Transfer and Approval have them: accounts indexed as in ERC-20, all indexed as
 * in ERC-721, or nothing.
 */
function threeOf(topics: readonly Hex[], data: Uint8Array): { from: Address; to: Address; number: bigint } | undefined {
  const [, first, second, third] = topics;
  if (topics.length === 1)
    return data.length === 96
      ? { from: addressAt(data, 0), to: addressAt(data, 1), number: wordAt(data, 2) }
      : undefined;
  if (topics.length < 3) return undefined;
  const number = third === undefined ? wordAt(data, 0) : BigInt(third);
  return { from: addressOfTopic(first), to: addressOfTopic(second), number };
}

/** Whether the event tells what a transfer by the spender left, as tokens of OpenZeppelin up to 4 do. */
function isSpent({ rows, payload, addresses }: Trace, log: RowIndex, spender: Address): boolean {
  let frame = rows.parent[log];
  while (frame > 0 && rows.kind[frame] === RowKind.delegatecall) frame = rows.parent[frame];
  if (frame < 0 || addresses[rows.from[frame]] !== spender) return false;
  const start = rows.inputStart[frame];
  return SPENDS.has(bytesToHex(payload.subarray(start, start + Math.min(4, rows.inputLength[frame]))));
}

export function checkApprovals(subject: SafetySubject): Verdict[] {
  const { known, isVerified, isYoung } = subject;
  const actors = new Set(actorsOf(subject).map(({ account }) => account));
  return approvalsOf(subject)
    .filter(({ owner }) => actors.has(owner) || hasCode(subject, owner) === false)
    .flatMap((approval): Verdict[] => {
      const { row, token, owner, spender, amount, isUnlimited, expires } = approval;
      const about = { subject: spender, rows: [row] };
      const evidence = [
        { label: 'Token', value: token },
        { label: 'Owner', value: owner },
        { label: 'Spender', value: spender },
        { label: 'Amount', value: amount === undefined ? 'the whole collection' : amount.toString() },
        ...(expires === undefined ? [] : [{ label: 'Expires', value: expires.toString() }]),
      ];
      const verdicts: Verdict[] = [];
      const spenders = hasCode(subject, spender);
      const [young, unverified] = [isYoung(spender) === true, !isVerified(spender) && !known.has(spender)];
      if (spenders === true && (young || unverified))
        verdicts.push({
          ...about,
          rule: 'approve-unknown',
          severity: amount === undefined || isUnlimited ? 'danger' : 'warning',
          reason: `${young ? 'Code that was not there some days ago' : 'Code of which nobody verified the source'} may take the tokens. Contracts that many trade with are old and verified.`,
          evidence: [...evidence, { label: 'Code of the spender', value: codeText(young, unverified) }],
        });
      if (spenders === false)
        verdicts.push({
          ...about,
          rule: 'approve-no-code',
          severity: 'danger',
          reason:
            'An account without code may take the tokens: whoever has its key can do so at any time. Contracts that trade or lend have code.',
          evidence: [
            ...evidence,
            { label: 'Code of the spender', value: subject.codeOf(spender) === '0x' ? 'none' : 'a delegation' },
          ],
        });
      if (amount === undefined)
        verdicts.push({
          ...about,
          rule: 'approve-all',
          severity: 'warning',
          reason: 'Every token of this collection that the owner has now or later may be taken until it is revoked.',
          evidence,
        });
      else if (isUnlimited)
        verdicts.push({
          ...about,
          rule: 'approve-unlimited',
          severity: 'warning',
          reason: `The amount has no limit: everything the owner has now or later may be taken until it ${expires === undefined ? 'is revoked' : 'expires or is revoked'}.`,
          evidence,
        });
      return verdicts;
    });
}

function codeText(young: boolean, unverified: boolean): string {
  return [young ? 'new' : '', unverified ? 'not verified' : ''].filter(Boolean).join(', ');
}
