/** The code of accounts that a trace itself made. */
import { expect, test } from 'vitest';
import { bytesToHex } from '../../../../src/core/chain/hex';
import { createdCodes } from '../../../../src/core/source/compiled/created-codes';
import { callTree } from '../../../helpers/call-tree';

test('a call runs what the last create before it left, and nothing while that runs', () => {
  const trace = callTree(`
    Factory
      Pool
      Pool :create ~ 0xaa01
        Pool
        Token
      Pool
      Pool :create2 ~ 0xbb02
      Pool > Token
      Pool :create ! out of gas
      Pool
  `);
  const codes = createdCodes(trace).map((code) => code && bytesToHex(code));
  expect(codes).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    '0xaa01',
    '0xaa01', // the second create meets what the first one left
    '0xbb02',
    undefined,
    undefined, // a create that failed has no address
    '0xbb02',
  ]);
});

test('it looks at each row a few times, however many calls there are', () => {
  const trace = callTree(`Caller\n${'  Target\n'.repeat(500)}`);
  let read = 0;
  const to = new Proxy(trace.rows.to, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) read++;
      return Reflect.get(target, key);
    },
  });
  createdCodes({ ...trace, rows: { ...trace.rows, length: trace.rows.length, to } });
  expect(read).toBeLessThanOrEqual(2 * trace.rows.length);
});
