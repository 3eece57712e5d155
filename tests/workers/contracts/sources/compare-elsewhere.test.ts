import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import { compareElsewhere } from '../../../../src/workers/contracts/sources/compare-elsewhere';
import { startNode, type TestNode } from '../../../helpers/node';
import { rpcOf } from '../../../helpers/rpc';

const ADDRESS = `0x${'c0de'.repeat(10)}` as Address;
let here: TestNode;
let there: TestNode;

beforeAll(async () => {
  [here, there] = await Promise.all([startNode(), startNode()]);
  await here.call('anvil_setCode', [ADDRESS, '0x6001']);
});

afterAll(() => Promise.all([here.stop(), there.stop()]));

const compare = (url: string) =>
  compareElsewhere(rpcOf([here.url]), rpcOf([url]), ADDRESS, new AbortController().signal);

test.each([
  ['0x6001', 'same'],
  ['0x6002', 'other'],
  ['0x', 'none'],
])('the code %s of the other chain is told as %s', async (code, told) => {
  await there.call('anvil_setCode', [ADDRESS, code]);
  expect(await compare(there.url)).toEqual({ ok: true, value: told });
});

test('a chain that does not answer is a failure', async () => {
  expect(await compare('http://127.0.0.1:1')).toMatchObject({ ok: false });
});
