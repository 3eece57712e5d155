import { expect, test } from 'vitest';
import { askForBlock, blockIn } from '../../../src/app/views/block/ask-for-block';
import type { NetworkId } from '../../../src/core/chain/primitives';
import type { Workers } from '../../../src/workers/client';
import type { JobId } from '../../../src/workers/ids';

const HASH = `0x${'ab'.repeat(32)}`;

test('a block is named by its number, its hash or a tag of nodes', () => {
  expect(blockIn('12')).toBe(12);
  expect(blockIn(HASH)).toBe(HASH);
  expect(blockIn(HASH.toUpperCase().replace('0X', '0x'))).toBe(HASH);
  for (const tag of ['latest', 'earliest', 'pending', 'safe', 'finalized']) expect(blockIn(tag)).toBe(tag);
  for (const text of ['', 'newest', '-1', '1.5', HASH.slice(0, -1), `${HASH}00`, '9'.repeat(40)])
    expect(blockIn(text), text).toBeUndefined();
});

test('what names no block is asked of nobody', async () => {
  const asked: unknown[] = [];
  const chain = {
    loadBlock: async (...parameters: unknown[]) => {
      asked.push(parameters);
      return { ok: true, value: 'the block' };
    },
  } as unknown as Workers['chain'];
  const job = 'job' as JobId;
  const networkId = 1 as NetworkId;
  expect(await askForBlock(networkId, 'newest')(chain, job)).toMatchObject({ ok: false, error: { code: 'notFound' } });
  expect(asked).toEqual([]);
  expect(await askForBlock(networkId, '12', true)(chain, job)).toEqual({ ok: true, value: 'the block' });
  expect(asked).toEqual([[job, networkId, 12, true]]);
});
