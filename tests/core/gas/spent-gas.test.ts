import { describe, expect, test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import type { SpentGas } from '../../../src/core/chain/transaction';
import { Fork } from '../../../src/core/evm/rules/forks';
import { spentGas } from '../../../src/core/gas/spent-gas';
import { RowFlag, type Trace, type TraceMethod } from '../../../src/core/trace/rows';
import { gasTree } from './gas-tree';

const to = `0x${'11'.repeat(20)}` as Address;

type Case = {
  source?: TraceMethod;
  /** What the node states of the outermost call. */
  stated: number;
  gasUsed: number;
  callee?: number;
  failed?: boolean;
  authorizations?: number;
  input?: Hex;
  fork?: Fork;
};

function spentOf(given: Case): SpentGas {
  const { source = 'callTracer', stated, gasUsed, callee = 0, failed = false, authorizations = 0 } = given;
  const trace: Trace = { ...gasTree(`A ${stated}\n  B ${callee}`), source };
  if (failed) trace.rows.flags[0] = RowFlag.failed;
  const word = '0x1' as Hex;
  const authorization = { chainId: 1, address: to, nonce: 0, yParity: 0, r: word, s: word };
  const transaction = {
    to,
    input: given.input ?? ('0x' as Hex),
    authorizationList: Array.from({ length: authorizations }, () => authorization),
  };
  return spentGas(trace, { transaction, receipt: { gasUsed } }, given.fork ?? Fork.prague);
}

describe('the gas before refunds', () => {
  test('is not known from a node that states the gas of the receipt', () => {
    expect(spentOf({ stated: 50_000, gasUsed: 50_000 })).toEqual({ initial: 21_000 });
    expect(spentOf({ source: 'trace_transaction', stated: 50_000, gasUsed: 50_000 })).toEqual({ initial: 21_000 });
  });

  test('is what a node states of the outermost call, where that lacks the initial gas', () => {
    expect(spentOf({ stated: 30_000, gasUsed: 51_000 })).toEqual({ initial: 21_000, executed: 30_000 });
    expect(spentOf({ stated: 35_000, gasUsed: 51_000 })).toEqual({ initial: 21_000, executed: 35_000 });
    // A refund can be more than the initial gas.
    expect(spentOf({ source: 'trace_transaction', stated: 200_000, gasUsed: 180_000 })).toEqual({
      initial: 21_000,
      executed: 200_000,
    });
  });

  test('is not a number that the receipt cannot follow from', () => {
    // More refunded than the cap.
    expect(spentOf({ source: 'trace_transaction', stated: 100_000, gasUsed: 90_000 })).toEqual({ initial: 21_000 });
    expect(spentOf({ source: 'trace_transaction', stated: 100_000, gasUsed: 90_000, fork: Fork.berlin }).executed).toBe(
      100_000,
    );
    // Less than was charged.
    expect(spentOf({ stated: 20_000, gasUsed: 51_000 })).toEqual({ initial: 21_000 });
    // A sum over the block.
    expect(spentOf({ stated: 1_060_000, gasUsed: 1_000_000 })).toEqual({ initial: 21_000 });
    // Less than its callees used.
    expect(spentOf({ stated: 30_000, gasUsed: 51_000, callee: 31_000 })).toEqual({ initial: 21_000 });
  });

  test('is what the receipt charges where the transaction failed, unless authorisations may be refunded', () => {
    expect(spentOf({ stated: 50_000, gasUsed: 50_000, failed: true })).toEqual({ initial: 21_000, executed: 29_000 });
    expect(spentOf({ stated: 90_000, gasUsed: 90_000, failed: true, authorizations: 1 })).toEqual({ initial: 46_000 });
  });

  test('is not known from a receipt at the floor price of the calldata', () => {
    const input = `0x${'ff'.repeat(100)}` as Hex; // initial 22,600, floor 25,000
    expect(spentOf({ stated: 25_000, gasUsed: 25_000, failed: true, input })).toEqual({ initial: 22_600 });
    expect(spentOf({ stated: 900, gasUsed: 25_000, input })).toEqual({ initial: 22_600, executed: 900 });
    expect(spentOf({ stated: 25_000, gasUsed: 25_000, failed: true, input, fork: Fork.cancun }).executed).toBe(2_400);
  });

  test('takes what the steps say', () => {
    const trace: Trace = { ...gasTree('A 50000'), source: 'structLogs', spent: { initial: 22_000, executed: 31_000 } };
    expect(
      spentGas(trace, { transaction: { to, input: '0x' as Hex }, receipt: { gasUsed: 50_000 } }, Fork.prague),
    ).toEqual({ initial: 22_000, executed: 31_000 });
  });
});
