import { describe, expect, test } from 'vitest';
import { asText, happenedText } from '../../../src/app/views/open-trace/happened-text';
import { statusOf } from '../../../src/app/views/open-trace/status';
import type { Name } from '../../../src/core/chain/name';
import type { Hash } from '../../../src/core/chain/primitives';
import type { Outcome } from '../../../src/workers/trace/rows.api';
import { minedReceipt, minedTransaction } from '../transaction/records';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const named = (text: string): Name => ({ text, origin: 'buildOutput' });
const swap: Outcome = { status: 'success', contract: named('Router'), method: named('swapTwoHops') };

function said(change: Partial<Parameters<typeof happenedText>[0]>): string {
  return asText(
    happenedText({
      transaction: minedTransaction(),
      receipt: minedReceipt(),
      outcome: undefined,
      currency,
      ...change,
    }),
  );
}

describe('what happened, in one sentence', () => {
  test('a call that succeeded', () => {
    expect(said({ outcome: swap })).toBe('Router.swapTwoHops succeeded');
  });

  test('a call that succeeded although part of it failed', () => {
    const outcome: Outcome = { ...swap, failedInside: [{ text: '1 of 2 user operations in it failed', as: 'words' }] };
    expect(said({ outcome })).toBe('Router.swapTwoHops succeeded, but 1 of 2 user operations in it failed');
  });

  test('fields that cannot be believed are not repeated', () => {
    const instead = 'The fields of the transaction do not have its hash.';
    expect(said({ outcome: swap, instead })).toBe(instead);
  });

  test('what no endpoint knows any more neither succeeded nor waits', () => {
    expect(said({ receipt: undefined, gone: 'replaced' })).toBe('0x222222…2222.0xa9059cbb was replaced');
    expect(said({ receipt: undefined, gone: 'taken back' })).toMatch(/ was taken back$/);
  });

  test('before the trace is open: address and selector', () => {
    expect(said({})).toBe('0x222222…2222.0xa9059cbb succeeded');
  });

  test('a transfer without input', () => {
    const transaction = minedTransaction({ input: '0x', value: 1_500_000_000_000_000_000n });
    expect(said({ transaction })).toBe('Transfer of 1.5 ETH to 0x222222…2222 succeeded');
  });

  test('a transaction without gas, value and data is of nobody', () => {
    const transaction = minedTransaction({ input: '0x', value: 0n, gas: 0 });
    expect(said({ transaction })).toBe('Transaction of the protocol succeeded');
    // Arbitrum's deposits have no gas either.
    expect(said({ transaction: { ...transaction, value: 10n ** 18n } })).toBe(
      'Transfer of 1 ETH to 0x222222…2222 succeeded',
    );
  });

  test('a creation', () => {
    const { to: _, ...transaction } = minedTransaction({ input: '0x6080' });
    expect(said({ transaction, outcome: { status: 'success', contract: named('Token') } })).toBe(
      'Creation of Token succeeded',
    );
    const creation = { transaction, receipt: minedReceipt(), outcome: undefined, currency };
    expect(happenedText(creation).filter(({ as }) => as === 'name')).toEqual([]);
  });

  test('pending', () => {
    expect(said({ receipt: undefined, outcome: swap })).toBe('Router.swapTwoHops waits to be included');
  });

  test('data sent to an account without code is no call', () => {
    const transaction = minedTransaction({ input: '0x53656520', value: 1_000_000_000_000_000_000n });
    expect(said({ transaction, outcome: { status: 'success', contract: named('Heidi'), codeless: true } })).toBe(
      'Transfer of 1 ETH to Heidi with 4 bytes of data succeeded',
    );
  });

  test('data that is shorter than a selector is no call of a function', () => {
    const transaction = minedTransaction({ input: '0xabcd', value: 0n });
    expect(said({ transaction })).toBe('Transfer of 0 Wei to 0x222222…2222 with 2 bytes of data succeeded');
  });

  test('code that runs without a selector is called, and ether without data is sent', () => {
    const nothing = minedTransaction({ input: '0x', value: 0n });
    const ran: Outcome = { status: 'success', contract: named('Till') };
    const received: Outcome = { ...ran, method: named('receive') };
    expect(said({ transaction: nothing, outcome: received })).toBe('Till.receive succeeded');
    expect(said({ transaction: nothing, outcome: ran })).toBe('Call of Till succeeded');
    expect(said({ transaction: nothing, outcome: { ...ran, codeless: true } })).toBe(
      'Transfer of 0 Wei to Till succeeded',
    );
    const short = minedTransaction({ input: '0xabcd', value: 10n ** 18n });
    expect(said({ transaction: short, outcome: { ...ran, method: named('fallback') } })).toBe(
      'Till.fallback with 1 ETH succeeded',
    );
    expect(said({ transaction: short, outcome: ran })).toBe('Transfer of 1 ETH to Till with 2 bytes of data succeeded');
    const paid = minedTransaction({ input: '0x', value: 10n ** 18n });
    expect(said({ transaction: paid, outcome: received })).toBe('Transfer of 1 ETH to Till succeeded');
  });

  test('a failure reads as its account says', () => {
    const outcome: Outcome = {
      ...swap,
      status: 'failed',
      failing: {
        depthId: '0',
        error: { message: 'out of gas' },
        sentence: [
          { text: ' failed: ', as: 'words' },
          { text: 'out of gas', as: 'reason' },
        ],
        reason: 'out of gas',
      },
    };
    expect(said({ receipt: minedReceipt({ status: 'failed' }), outcome })).toBe(
      'Router.swapTwoHops failed: out of gas',
    );
  });

  test('a receipt from before Byzantium has no status: the trace tells, and the status and the sentence agree', () => {
    const { status: _, ...receipt } = minedReceipt({ root: `0x${'cc'.repeat(32)}` as Hash });
    const failed: Outcome = { ...swap, status: 'failed' };
    expect(said({ receipt, outcome: failed })).toBe('Router.swapTwoHops failed');
    expect(statusOf(receipt, failed)).toBe('failed');
    expect(said({ receipt, outcome: swap })).toBe('Router.swapTwoHops succeeded');
    expect(statusOf(receipt, swap)).toBe('success');
    expect(statusOf(receipt, undefined)).toBe('unknown');
    expect(statusOf(undefined, swap)).toBe('pending');
  });

  test('what neither the receipt nor the trace says is not known', () => {
    const { status: _, ...receipt } = minedReceipt();
    const unknown: Outcome = { ...swap, status: 'unknown' };
    expect(statusOf(receipt, unknown)).toBe('unknown');
    expect(said({ receipt, outcome: unknown })).toBe('Router.swapTwoHops: it is not known whether it succeeded');
  });

  test('a failure without a trace', () => {
    expect(said({ receipt: minedReceipt({ status: 'failed' }) })).toBe('0x222222…2222.0xa9059cbb failed');
  });

  test('names with bidi controls stay harmless', () => {
    const outcome: Outcome = { ...swap, contract: named('Rou\u202Eter') };
    expect(said({ outcome })).toBe('Rou\uFFFDter.swapTwoHops succeeded');
  });
});
