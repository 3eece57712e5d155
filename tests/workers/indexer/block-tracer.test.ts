/** Which method reads a block's calls, and what becomes of a block that cannot be traced. */
import { expect, test } from 'vitest';
import type { Block } from '../../../src/core/chain/transaction';
import { type FailureCode, failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import type { Rpc } from '../../../src/net/rpc/rpc';
import { BlockTracer } from '../../../src/workers/indexer/block-tracer';

const block = { number: 7, hash: `0x${'7'.repeat(64)}`, transactions: [`0x${'1'.repeat(64)}`] } as unknown as Block;
const NOTHING = ok({ calls: [], called: new Map() });
const { signal } = new AbortController();

/** An endpoint that fails with these codes, by method; it traces nothing otherwise. Methods are noted as they are asked. */
function endpoint(codes: Record<string, FailureCode>, asked: string[] = []): Rpc {
  const request = async (method: string) => {
    asked.push(method);
    const code = codes[method];
    return code === undefined ? ok([]) : fail(failure(code, `Says ${code}.`));
  };
  return { request } as unknown as Rpc;
}

test('a method that the endpoint lacks is asked once, the other one from then on', async () => {
  const tracer = new BlockTracer();
  const asked: string[] = [];
  const rpc = endpoint({ trace_block: 'unsupported' }, asked);
  expect(await tracer.read(rpc, block, signal)).toEqual(NOTHING);
  expect(await tracer.read(rpc, block, signal)).toEqual(NOTHING);
  expect(asked).toEqual(['trace_block', 'debug_traceBlockByHash', 'debug_traceBlockByHash']);
  expect(tracer.problem).toBeUndefined();
});

test('where no method works, blocks have no calls, and it says so', async () => {
  const tracer = new BlockTracer();
  const rpc = endpoint({ trace_block: 'unsupported', debug_traceBlockByHash: 'badAnswer' });
  expect(await tracer.read(rpc, block, signal)).toEqual(ok(undefined));
  expect(tracer.works).toBe(false);
  expect(tracer.problem).toContain('neither trace_block nor debug_traceBlockByHash');
});

test.each(['tooLarge', 'timeout', 'stateUnavailable'] as const)(
  'a block that is %s is left out by its number',
  async (code) => {
    const tracer = new BlockTracer();
    expect(await tracer.read(endpoint({ trace_block: code }), block, signal)).toEqual(NOTHING);
    expect(tracer.works).toBe(true);
    expect(tracer.problem).toBe(`Block 7 is left out: Says ${code}.`);
  },
);

test('what a method that has answered refuses is the block, whatever it says', async () => {
  const tracer = new BlockTracer();
  expect(await tracer.read(endpoint({}), block, signal)).toEqual(NOTHING);
  expect(await tracer.read(endpoint({ trace_block: 'badAnswer' }), { ...block, number: 8 }, signal)).toEqual(NOTHING);
  expect(tracer.works).toBe(true);
  expect(tracer.problem).toBe('Block 8 is left out: Says badAnswer.');
});

test('a block that a node does not have yet takes no method away', async () => {
  const tracer = new BlockTracer();
  const both = { trace_block: 'notFound', debug_traceBlockByHash: 'notFound' } as const;
  expect(await tracer.read(endpoint(both), block, signal)).toEqual(NOTHING);
  expect(tracer.problem).toBe('Block 7 is left out: Says notFound.');
  const asked: string[] = [];
  expect(await tracer.read(endpoint({}, asked), { ...block, number: 8 }, signal)).toEqual(NOTHING);
  expect(asked).toEqual(['trace_block']);
});

test('where a node has a block by one method alone, that one is taken', async () => {
  const tracer = new BlockTracer();
  expect(await tracer.read(endpoint({ trace_block: 'notFound' }), block, signal)).toEqual(NOTHING);
  expect(tracer.problem).toBeUndefined();
});

const PASSING = ['rateLimited', 'endpointDown', 'noEndpoint', 'wrongChain', 'cancelled'] as const;
test.each(PASSING)('what is %s is read again later', async (code) => {
  const tracer = new BlockTracer();
  expect(await tracer.read(endpoint({ trace_block: code }), block, signal)).toMatchObject({ ok: false });
  expect(tracer.works).toBe(true);
  expect(tracer.problem).toBeUndefined();
});

test('an empty block is not asked for', async () => {
  const asked: string[] = [];
  await new BlockTracer().read(endpoint({}, asked), { ...block, transactions: [] }, signal);
  expect(asked).toEqual([]);
});
