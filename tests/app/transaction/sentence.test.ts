import { describe, expect, test } from 'vitest';
import { difference } from '../../../src/app/views/transaction/open-transaction';
import { asText, sentence } from '../../../src/app/views/transaction/sentence';
import type { Hash } from '../../../src/core/chain/primitives';
import type { Name } from '../../../src/core/contract/knowledge';
import type { RowIndex } from '../../../src/core/trace/rows';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';
import type { Outcome } from '../../../src/workers/trace/rows.api';
import { minedReceipt, minedTransaction } from './records';

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const named = (text: string): Name => ({ text, origin: 'buildOutput' });
const swap: Outcome = { status: 'success', contract: named('Router'), method: named('swapTwoHops') };

function said(change: Partial<Parameters<typeof sentence>[0]>): string {
  return asText(
    sentence({ transaction: minedTransaction(), receipt: minedReceipt(), outcome: undefined, currency, ...change }),
  );
}

describe('what happened, in one sentence', () => {
  test('a call that succeeded', () => {
    expect(said({ outcome: swap })).toBe('Router.swapTwoHops succeeded');
  });

  test('before the trace is open: address and selector', () => {
    expect(said({})).toBe('0x222222…2222.0xa9059cbb succeeded');
  });

  test('a transfer without input', () => {
    const transaction = minedTransaction({ input: '0x', value: 1_500_000_000_000_000_000n });
    expect(said({ transaction })).toBe('Transfer of 1.5 ETH to 0x222222…2222 succeeded');
  });

  test('a creation', () => {
    const { to: _, ...transaction } = minedTransaction({ input: '0x6080' });
    expect(said({ transaction, outcome: { status: 'success', contract: named('Token') } })).toBe(
      'Creation of Token succeeded',
    );
  });

  test('pending', () => {
    expect(said({ receipt: undefined, outcome: swap })).toBe('Router.swapTwoHops waits to be included');
  });

  test('a failure says what, where and why', () => {
    const outcome: Outcome = {
      ...swap,
      status: 'failed',
      failing: {
        row: 5 as RowIndex,
        depthId: '0.2',
        contract: named('Pair'),
        functionName: named('swap'),
        error: {
          message: 'execution reverted',
          name: named('InsufficientLiquidity'),
          args: [
            { name: 'have', type: 'uint256', kind: 'integer', text: '980', length: 3 },
            { name: 'want', type: 'uint256', kind: 'integer', text: '1240', length: 4 },
          ],
        },
      },
    };
    expect(said({ receipt: minedReceipt({ status: 'failed' }), outcome })).toBe(
      'Router.swapTwoHops reverted in Pair.swap: InsufficientLiquidity(980, 1240)',
    );
  });

  test('the reason names addresses and reads amounts of tokens', () => {
    const from = `0x${'11'.repeat(20)}`;
    const outcome: Outcome = {
      ...swap,
      status: 'failed',
      failing: {
        row: 0 as RowIndex,
        depthId: '0',
        error: {
          message: 'execution reverted',
          name: named('ERC20InsufficientBalance'),
          args: [
            { name: 'sender', type: 'address', kind: 'address', text: from, length: 42, known: named('Ali\u202Ece') },
            { name: 'spender', type: 'address', kind: 'address', text: from, length: 42 },
            {
              name: 'balance',
              type: 'uint256',
              kind: 'integer',
              text: '1500000',
              length: 7,
              token: { decimals: 6, symbol: 'GA\u202EM' },
            },
          ],
        },
      },
    };
    expect(said({ receipt: minedReceipt({ status: 'failed' }), outcome })).toBe(
      'Router.swapTwoHops reverted: ERC20InsufficientBalance(Ali\uFFFDce, 0x111111…1111, 1.5 GA\uFFFDM)',
    );
  });

  test('a failure of the first frame names no other place', () => {
    const outcome: Outcome = {
      ...swap,
      status: 'failed',
      failing: { row: 0 as RowIndex, depthId: '0', error: { message: 'out of gas' } },
    };
    expect(said({ receipt: minedReceipt({ status: 'failed' }), outcome })).toBe(
      'Router.swapTwoHops failed: out of gas',
    );
  });

  test('a failure without a trace', () => {
    expect(said({ receipt: minedReceipt({ status: 'failed' }) })).toBe('0x222222…2222.0xa9059cbb failed');
  });

  test('names with bidi controls stay harmless', () => {
    const outcome: Outcome = { ...swap, contract: named('Rou\u202Eter') };
    expect(said({ outcome })).toBe('Rou\uFFFDter.swapTwoHops succeeded');
  });
});

describe('what the chain says otherwise than what was kept', () => {
  const kept: TransactionRecord = {
    transaction: minedTransaction(),
    receipt: minedReceipt(),
    origin: 'cache',
    fetchedAt: 0,
  };
  const now = (receipt = minedReceipt()): TransactionRecord => ({ ...kept, receipt, origin: 'endpoint' });

  test('nothing when it is the same', () => {
    expect(difference(kept, now())).toBeUndefined();
    expect(difference(undefined, now())).toBeUndefined();
  });

  test('another block, another result, pending again', () => {
    const elsewhere = now(minedReceipt({ blockHash: `0x${'cc'.repeat(32)}` as Hash }));
    expect(difference(kept, elsewhere)).toContain('another block');
    expect(difference(kept, now(minedReceipt({ status: 'failed' })))).toContain('another result');
    const { receipt: _, ...pending } = now();
    expect(difference(kept, pending)).toContain('pending again');
  });
});
