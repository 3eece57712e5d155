import { describe, expect, test } from 'vitest';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import { askAllPages, askProviders } from '../../../src/net/providers/ask-providers';
import { type Cursor, type Provider, withAccepted } from '../../../src/net/providers/provider';

const { signal } = new AbortController();
const CONSENT = { first: true, second: true, third: true };

/** A provider that has the numbers up to `count`, two a page; 'down' one that cannot be reached. */
function provider(id: string, has: number | 'down', asked: string[] = []): Provider<string, number> {
  return {
    id,
    name: id.toUpperCase(),
    origin: id,
    allowed: (consent) => consent[id] === true,
    async ask(question, cursor) {
      asked.push(`${id} ${question} ${cursor ?? 'start'}`);
      if (has === 'down') {
        const attempts = [{ source: id, method: '', outcome: 'no connection' }];
        return fail(failure('endpointDown', `${id} is down.`, { attempts }));
      }
      const start = Number(cursor ?? 0);
      const rows = [start + 1, start + 2].filter((row) => row <= has);
      return ok({ rows, ...(start + 2 < has ? { next: String(start + 2) as Cursor } : {}) });
    },
  };
}

describe('the best provider that is allowed and has rows', () => {
  test('is the first; the others are not asked', async () => {
    const asked: string[] = [];
    const providers = [provider('first', 1, asked), provider('second', 1, asked)];
    expect(await askProviders(providers, 'q', { consent: CONSENT, signal })).toEqual(
      ok({ rows: [1], origin: 'first', skipped: [] }),
    );
    expect(asked).toEqual(['first q start']);
  });

  test('those before it are listed, each with its reason', async () => {
    const asked: string[] = [];
    const providers = [
      provider('off', 1, asked),
      provider('first', 'down', asked),
      provider('second', 0, asked),
      provider('third', 1, asked),
    ];
    expect(await askProviders(providers, 'q', { consent: CONSENT, signal })).toEqual(
      ok({
        rows: [1],
        origin: 'third',
        skipped: [
          { provider: 'OFF', reason: 'It is not switched on.' },
          { provider: 'FIRST', reason: 'first is down.' },
          { provider: 'SECOND', reason: 'It does not know it.' },
        ],
      }),
    );
    expect(asked).toEqual(['first q start', 'second q start', 'third q start']);
  });

  test('nobody knowing it is an answer; nobody knowing it and one not answering is none', async () => {
    const known = await askProviders([provider('first', 0), provider('off', 1)], 'q', { consent: CONSENT, signal });
    expect(known).toMatchObject(ok({ rows: [], skipped: [{ provider: 'FIRST' }, { provider: 'OFF' }] }));
    const open = await askProviders(
      [provider('first', 'down'), provider('second', 0), provider('third', 'down')],
      'q',
      {
        consent: CONSENT,
        signal,
      },
    );
    expect(open).toMatchObject({
      ok: false,
      error: { message: 'first is down.', attempts: [{ source: 'first' }, { source: 'third' }] },
    });
  });

  test('a page that is refused counts as a failure of its provider, and the next is asked', async () => {
    const providers = [provider('first', 1), provider('second', 2)].map((each) =>
      withAccepted(each, async (row, origin) =>
        origin === 'first' ? fail(failure('badAnswer', 'not the code')) : ok(`${origin} ${row}`),
      ),
    );
    expect(await askProviders(providers, 'q', { consent: CONSENT, signal })).toEqual(
      ok({
        rows: ['second 1', 'second 2'],
        origin: 'second',
        skipped: [{ provider: 'FIRST', reason: 'not the code' }],
      }),
    );
  });
});

describe('pages', () => {
  test('the next page comes from the provider of the first, also after its cursor was kept as text', async () => {
    const asked: string[] = [];
    const providers = [provider('first', 0, asked), provider('second', 3, asked)];
    const first = await askProviders(providers, 'q', { consent: CONSENT, signal });
    const next = JSON.parse(JSON.stringify(first.ok && first.value.next)) as Cursor;
    expect(
      await askProviders([provider('first', 9, asked), ...providers.slice(1)], 'q', { consent: CONSENT, signal }, next),
    ).toEqual(ok({ rows: [3], origin: 'second', skipped: [] }));
    expect(asked).toEqual(['first q start', 'second q start', 'second q 2']);
  });

  test('nobody is asked for the next page once the reader switched the provider off', async () => {
    const asked: string[] = [];
    const providers = [provider('first', 3, asked), provider('second', 3, asked)];
    const first = await askProviders(providers, 'q', { consent: CONSENT, signal });
    const next = first.ok ? first.value.next : undefined;
    expect(await askProviders(providers, 'q', { consent: { second: true }, signal }, next)).toMatchObject(
      ok({ rows: [], skipped: [{ provider: 'FIRST', reason: 'It is not switched on.' }] }),
    );
    expect(asked).toEqual(['first q start']);
  });

  test.each([0, 1, 2, 5, 8])('all pages of %i rows are all rows', async (count) => {
    const all = await askAllPages([provider('first', count)], 'q', { consent: CONSENT, signal });
    expect(all.ok && all.value.rows).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(all.ok && 'next' in all.value).toBe(false);
  });
});
