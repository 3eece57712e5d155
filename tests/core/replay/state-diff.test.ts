import { expect, test } from 'vitest';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Replay } from '../../../src/core/replay/replay';
import { toPrestate, toStateDiff } from '../../../src/core/replay/state-diff';
import { assemble, BLOCK, supplyMissing, transaction } from '../evm/scene';

const hex = (byte: string) => `0x${byte.repeat(20)}`;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

function findTouchedAddresses(code: Record<string, string>) {
  const replay = new Replay(new State(), BLOCK, transaction());
  while (replay.run(1000) === Stop.missing) supplyMissing(replay.execution.state, code);
  return replay.touched();
}

test('states what a transaction found and what it left', () => {
  // slot 1 is read, slot 2 cleared, slot 3 written to what it was; cc is looked at.
  const touched = findTouchedAddresses({
    bb: assemble(`1 SLOAD 0 2 SSTORE 5 3 SSTORE 0x${'cc'.repeat(20)} BALANCE STOP`),
  });
  const prestate = toPrestate(touched);
  // 0xdd and 0xcc were empty before.
  expect(Object.keys(prestate)).toEqual([hex('aa'), hex('bb')]);
  expect(prestate[hex('bb') as never]).toMatchObject({
    balance: '0x0',
    storage: { [word(1)]: word(5), [word(2)]: word(5), [word(3)]: word(5) },
  });

  const { pre, post } = toStateDiff(touched);
  expect(Object.keys(pre)).toEqual([hex('aa'), hex('bb')]);
  expect(pre[hex('bb') as never]?.storage).toEqual({ [word(2)]: word(5) });
  // What is cleared has no value after, and the fee went to the coinbase.
  expect(post[hex('bb') as never]).toEqual({});
  expect(post[hex('aa') as never]).toMatchObject({ nonce: 1 });
  expect(Object.keys(post)).toEqual([hex('aa'), hex('bb'), hex('dd')]);
});

test('states accounts that were made, with their code', () => {
  // init code 6005 6000 53 6001 6000 f3: returns one byte, 05
  const touched = findTouchedAddresses({
    bb: assemble('0x60056000536001 0 MSTORE 0x600560005360016000f3 0 MSTORE 10 22 0 CREATE STOP'),
  });
  const { pre, post } = toStateDiff(touched);
  const made = Object.entries(post).find(([, account]) => account.code === '0x05');
  expect(made?.[1]).toMatchObject({ nonce: 1, code: '0x05' });
  expect(pre[made?.[0] as never]).toBeUndefined();
});
