/** Blocks of chains whose headers have fields of their own, from an endpoint that leaves number and hash out. */
import { afterEach, expect, test } from 'vitest';
import type { Hash } from '../../src/core/chain/primitives';
import { fetchBlock } from '../../src/net/chain-reader';
import { makeUp } from '../../tools/conformance/chains/made-up-block';
import { MADE_UP, type MadeUpFamily } from '../../tools/conformance/chains/made-up-families';
import { type RecordedNode, startRecordedNode } from '../../tools/conformance/chains/recorded-node';
import { rpcOf } from '../helpers/rpc';

let node: RecordedNode | undefined;
afterEach(() => node?.stop());

test.each([
  ['avalanche', ['number']],
  ['avalanche', ['hash']],
  ['avalanche', ['number', 'hash']],
  ['frontier', ['number', 'hash']],
  ['gnosis', ['number', 'hash']],
])('of %s, without %j', async (family, names) => {
  const chain = await makeUp(MADE_UP[family] as MadeUpFamily);
  const { number, hash, networkId } = chain.block;
  const isBlock = (method: string) => method.startsWith('eth_getBlockBy');
  node = await startRecordedNode(chain, (method, result) =>
    isBlock(method) && result
      ? Object.fromEntries(Object.entries(result).filter(([key]) => !names.includes(key)))
      : result,
  );
  for (const at of [hash as Hash, number as number])
    expect(await fetchBlock(rpcOf([(node as RecordedNode).url], { networkId }), at)).toMatchObject({
      ok: true,
      value: { number, hash },
    });
});
