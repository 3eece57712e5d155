import { afterEach, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import type { Rpc } from '../../../src/net/rpc/rpc';
import { compareElsewhere } from '../../../src/workers/contracts/compare-elsewhere';
import { type Anvil, startAnvil } from '../../helpers/anvil';
import { rpcOf } from '../../helpers/rpc';

const ADDRESS = `0x${'c0de'.repeat(10)}` as Address;
const nodes: Anvil[] = [];

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
});

/** A chain with this code at the address. */
async function chainWith(code: string): Promise<Rpc> {
  const node = await startAnvil();
  nodes.push(node);
  await node.call('anvil_setCode', [ADDRESS, code]);
  return rpcOf([node.url]);
}

test('the same code, other code and none are told apart, and a chain that does not answer is a failure', async () => {
  const signal = new AbortController().signal;
  const [here, same, other, none] = await Promise.all(['0x6001', '0x6001', '0x6002', '0x'].map(chainWith));
  if (!here || !same || !other || !none) throw new Error('four chains were started');
  expect(await compareElsewhere(here, same, ADDRESS, signal)).toEqual({ ok: true, value: 'same' });
  expect(await compareElsewhere(here, other, ADDRESS, signal)).toEqual({ ok: true, value: 'other' });
  expect(await compareElsewhere(here, none, ADDRESS, signal)).toEqual({ ok: true, value: 'none' });
  await nodes[1]?.stop();
  expect(await compareElsewhere(here, same, ADDRESS, signal)).toMatchObject({ ok: false });
});
