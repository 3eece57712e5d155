/** What stands around a question to a hosted API: tokens, limits, refusals, and the end of waiting. */
import { afterEach, expect, test, vi } from 'vitest';
import type { NetworkId } from '../../../src/core/chain/primitives';
import type { HostedAccess } from '../../../src/core/hosted/hosted-access';
import { askHost } from '../../../src/net/providers/hosted/ask-host';
import { createHostedApi } from '../../../src/net/providers/hosted/hosted-api';
import { blockNumberRequest } from '../../../src/net/providers/hosted/routes';
import { type HostedReply, type HostedServer, startHostedServer, TOKEN_HEADER } from '../../helpers/hosted-server';

let server: HostedServer | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await server?.stop();
  server = undefined;
});

const block = { body: { block_number: 7 } };

/** A host that gives these replies one after the other, and a reader with this token. */
async function hostOf(replies: HostedReply[], token?: string) {
  const started = await startHostedServer(() => replies.shift());
  server = started;
  const kept: string[] = [];
  const access: HostedAccess = { url: started.url, name: 'Host', tokenHeader: TOKEN_HEADER, paths: {}, isOwn: true };
  const api = createHostedApi(access, async (host, fresh) => {
    expect(host).toBe(started.url);
    if (fresh !== undefined) kept.push(fresh);
    return fresh ?? kept.at(-1) ?? token;
  });
  const sent = () => started.seen.map(({ authorization }) => authorization);
  const ask = (signal = new AbortController().signal) => api.blockNumber(5 as NetworkId, signal);
  return { ask, sent, kept };
}

test('the token is sent as bearer, and a new one is kept and sent from then on', async () => {
  const { ask, sent, kept } = await hostOf([{ ...block, headers: { [TOKEN_HEADER]: 'second' } }, block], 'first');
  expect(await ask()).toEqual({ ok: true, value: 7 });
  expect(await ask()).toEqual({ ok: true, value: 7 });
  expect(sent()).toEqual(['Bearer first', 'Bearer second']);
  expect(kept).toEqual(['second']);
});

test('a 401 with a new token is asked once more with it', async () => {
  const refused = { status: 401, body: {}, headers: { [TOKEN_HEADER]: 'Bearer second' } };
  const { ask, sent, kept } = await hostOf([refused, block], 'first');
  expect(await ask()).toEqual({ ok: true, value: 7 });
  expect(sent()).toEqual(['Bearer first', 'Bearer second']);
  expect(kept).toEqual(['second']);
});

test('a 401 without a new token, with the same one or again is a failure that says what to do', async () => {
  const fresh = (token: string) => ({ status: 401, body: {}, headers: { [TOKEN_HEADER]: token } });
  for (const replies of [[{ status: 401, body: {} }], [fresh('first')], [fresh('second'), fresh('third')]]) {
    const asked = replies.length;
    const { ask, sent } = await hostOf([...replies], 'first');
    expect(await ask()).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining('access token'),
        attempts: [{ outcome: expect.stringContaining('api_error: HTTP 401') }],
      },
    });
    expect(sent()).toHaveLength(asked);
    await server?.stop();
  }
});

test('a header that is no token is not kept', async () => {
  const { ask, sent, kept } = await hostOf([{ ...block, headers: { [TOKEN_HEADER]: 'two words' } }, block], 'first');
  await ask();
  await ask();
  expect(kept).toEqual([]);
  expect(sent()).toEqual(['Bearer first', 'Bearer first']);
});

test('a limit leaves the host alone until its end, and an answer after it counts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const now = Date.now();
  const reset = String(Math.ceil(now / 1_000) + 30);
  const { ask, sent } = await hostOf([
    { status: 429, body: {}, headers: { 'x-ratelimit-reset': reset } },
    block,
    block,
  ]);
  const limited = { ok: false, error: { code: 'rateLimited', retryAt: Number(reset) * 1_000 } };
  expect(await ask()).toMatchObject(limited);
  expect(await ask()).toMatchObject(limited);
  expect(sent()).toHaveLength(1);
  vi.setSystemTime(Number(reset) * 1_000 + 1);
  expect(await ask()).toEqual({ ok: true, value: 7 });
  expect(await ask()).toEqual({ ok: true, value: 7 });
  expect(sent()).toHaveLength(3);
});

test('errors of a host are failures with its words', async () => {
  const { ask } = await hostOf([
    { status: 500, body: { error: { message: 'database is down' } } },
    { status: 503, body: '<html>busy</html>' },
    { status: 403, body: { error: 'not yours' } },
  ]);
  expect(await ask()).toMatchObject({
    error: {
      code: 'endpointDown',
      raw: 'database is down',
      attempts: [{ source: 'Host', method: '/network/5/block-number', outcome: 'api_error: HTTP 500' }],
    },
  });
  expect(await ask()).toMatchObject({ error: { code: 'endpointDown' } });
  expect(await ask()).toMatchObject({
    error: { message: 'Host does not allow this with the access token it was given.' },
  });
});

test('waiting for a late answer ends when it is cancelled; no connection is an error of its own', async () => {
  const never = new Promise(() => {});
  const { ask, sent } = await hostOf([{ ...block, after: never }]);
  const controller = new AbortController();
  const asked = ask(controller.signal);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  controller.abort();
  expect(await asked).toMatchObject({ error: { code: 'cancelled', attempts: [{ outcome: 'cancel: cancelled' }] } });
  await server?.stop();
  const failed = await ask();
  expect(failed).toMatchObject({
    error: { code: 'endpointDown', attempts: [{ outcome: expect.stringMatching(/^error: /) }] },
  });
});

test('a late answer counts', async () => {
  let go = () => {};
  const after = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { ask, sent } = await hostOf([{ ...block, after }]);
  const asked = ask();
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  go();
  expect(await asked).toEqual({ ok: true, value: 7 });
});

test('an answer that does not come in time is a failure', async () => {
  const never = new Promise(() => {});
  const started = await startHostedServer(() => ({ ...block, after: never }));
  server = started;
  const access: HostedAccess = { url: started.url, name: 'Host', tokenHeader: TOKEN_HEADER, paths: {}, isOwn: true };
  const { signal } = new AbortController();
  const answer = await askHost(access, blockNumberRequest(5 as NetworkId), { signal, tokens: undefined, timeout: 1 });
  expect(answer).toMatchObject({ ok: false, error: { code: 'timeout' } });
});
