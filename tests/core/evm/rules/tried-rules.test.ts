import { describe, expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import type { ChainRules } from '../../../../src/core/evm/families/family';
import { GivenUp } from '../../../../src/core/evm/given-up';
import { alsoPossible, chainRules, type StatedRules } from '../../../../src/core/evm/rules/chain-rules';
import { BLOBS_PRAGUE, Fork } from '../../../../src/core/evm/rules/forks';
import { firstTried } from '../../../../src/core/evm/rules/tried-rules';
import { Stop } from '../../../../src/core/evm/run';
import { State } from '../../../../src/core/evm/state/state';
import { Execution } from '../../../../src/core/evm/transaction/execution';
import { assemble, BLOCK, bytes, supplyMissing, transaction } from '../scene';

const SOMEWHERE = { id: 424_242 as NetworkId, name: 'Somewhere' };
const CANCUN = { timestamp: 0, withdrawals: [], excessBlobGas: 0 };

/** The forks in the order in which they are tried in block `number`. */
function orderOf(number: number, worked?: StatedRules['worked']): readonly Fork[] {
  const block = { ...CANCUN, number };
  const stated = { isDevelopment: false, worked };
  const rules = chainRules(SOMEWHERE, block, stated);
  if (!rules.ok) throw new Error(rules.error);
  return [rules.value, ...alsoPossible(SOMEWHERE, block, rules.value, stated)].map(({ fork }) => fork);
}

test('what the header shows comes first, then the newest', () => {
  const { osaka, prague, cancun, shanghai, london, berlin } = Fork;
  expect(orderOf(100)).toEqual([cancun, osaka, prague, shanghai, london, berlin]);
});

test('what worked comes before it, from its block on', () => {
  const worked = { fork: Fork.prague, since: 100 };
  const { osaka, prague, cancun, shanghai, london, berlin } = Fork;
  expect(orderOf(100, worked)).toEqual([prague, cancun, osaka, shanghai, london, berlin]);
  expect(orderOf(99, worked)).toEqual([cancun, osaka, prague, shanghai, london, berlin]);
});

describe('a call that a precompile of the chain may answer', () => {
  const rules: ChainRules = firstTried({ fork: Fork.prague, blobs: BLOBS_PRAGUE }, CANCUN, undefined);

  /** Executes a call with `size` bytes of calldata to the address, at the top and from a contract. */
  const run = (to: string, size: number) => {
    const called = (target: string, data: Uint8Array, code: Record<string, string>) => {
      const environment = { ...BLOCK, fork: Fork.prague, ...(rules.protocol && { protocol: rules.protocol }) };
      const execution = new Execution(new State(), environment, transaction({ to: bytes(target), data }), undefined);
      while (execution.run(1_000_000) !== Stop.done) supplyMissing(execution.state, code);
      return execution.result?.success;
    };
    const nested = assemble(`0 0 ${size} 0 0 0x${to} GAS CALL POP STOP`);
    return [
      () => called(to, new Uint8Array(size), {}),
      () => called('bb'.repeat(20), new Uint8Array(0), { bb: nested }),
    ];
  };

  test.each([
    ['the staking of Frontier', `${'0'.repeat(37)}800`],
    ['the warp messenger of Avalanche', `02${'0'.repeat(37)}5`],
    ['the gas claims of Blast', `4300${'0'.repeat(35)}1`],
    ['a system contract of Arbitrum', `${'0'.repeat(38)}64`],
  ])('%s is named', (_, address) => {
    for (const each of run(address, 4)) expect(each).toThrow(new GivenUp(sentence(address)));
  });

  test.each([
    ['no calldata', `${'0'.repeat(37)}800`, 0],
    ['a burn address', `${'0'.repeat(36)}dead`, 4],
    ['Ethereum’s own', `${'0'.repeat(39)}4`, 4],
    ['an account like others', 'cc'.repeat(20), 4],
  ])('%s is executed', (_, address, size) => {
    for (const each of run(address, size)) expect(each()).toBe(true);
  });
});

const sentence = (address: string) =>
  `It calls 0x${address}, which has no code and may be a precompile of this chain. What such a one does is not known here.`;
