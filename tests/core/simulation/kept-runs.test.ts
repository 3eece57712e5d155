import { describe, expect, test } from 'vitest';
import { KeptRuns, runDigest } from '../../../src/core/simulation/kept-runs';
import { type Failure, failure } from '../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../src/core/values/result';

type Sized = { name: string; size: number };

/** Executions that end when they are told to. */
function executing() {
  const ends: ((answer: Result<Sized, Failure>) => void)[] = [];
  return {
    execute: () => new Promise<Result<Sized, Failure>>((end) => ends.push(end)),
    ends,
  };
}

const sized = (name: string, size: number) => ok({ name, size });

describe('runs by their digests', () => {
  test('are executed once, however many ask, before it ends and after', async () => {
    const runs = new KeptRuns<Sized>();
    const { execute, ends } = executing();
    const asked = [runs.run('a', execute), runs.run('a', execute)];
    ends[0]?.(sized('a', 1));
    const answers = [...(await Promise.all(asked)), await runs.run('a', execute)];
    expect(ends).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.ok && answer.value)).size).toBe(1);
    expect(answers[2]).toEqual(sized('a', 1));
  });

  test('are executed again where they failed or threw', async () => {
    const runs = new KeptRuns<Sized>();
    const failed = fail(failure('tooLarge', 'Too many steps.'));
    expect(await runs.run('a', async () => failed)).toBe(failed);
    await expect(
      runs.run('a', async () => {
        throw new Error('a bug');
      }),
    ).rejects.toThrow('a bug');
    expect(await runs.run('a', async () => sized('a', 1))).toEqual(sized('a', 1));
  });

  test('are executed for whoever still waits when the one who began leaves', async () => {
    const runs = new KeptRuns<Sized>();
    const { execute, ends } = executing();
    const leaving = runs.run('a', execute, () => true);
    const waiting = runs.run('a', execute);
    const cancelled = fail(failure('cancelled', 'Cancelled.'));
    ends[0]?.(cancelled);
    expect(await leaving).toBe(cancelled);
    await Promise.resolve();
    ends[1]?.(sized('a', 1));
    expect(await waiting).toEqual(sized('a', 1));
  });

  test('stay as far as there is room: the least recently used goes first, the last never', async () => {
    const runs = new KeptRuns<Sized>(10);
    const executed: string[] = [];
    const ask = (name: string, size: number) =>
      runs.run(name, async () => {
        executed.push(name);
        return sized(name, size);
      });
    await ask('a', 4);
    await ask('b', 4);
    await ask('a', 4);
    await ask('c', 4); // b goes
    await ask('a', 4);
    await ask('b', 4);
    expect(executed).toEqual(['a', 'b', 'c', 'b']);
    await ask('large', 100);
    await ask('large', 100);
    await ask('a', 4);
    expect(executed.slice(4)).toEqual(['large', 'a']);
  });
});

describe('a digest', () => {
  const environment = { number: 7, baseFee: 10n, coinbase: new Uint8Array(20).fill(1), blockHash: () => undefined };
  const witness = { accounts: [{ storage: new Uint8Array(128).fill(2) }], codes: [Uint8Array.of(0x5f)] };
  const digest = runDigest([{ environment }], witness);

  test('is the same whichever order fields were written in, and whoever supplies the hashes of blocks', () => {
    const { number, baseFee, coinbase } = environment;
    expect(runDigest([{ environment: { coinbase, baseFee, number } }], witness)).toBe(digest);
  });

  test.each([
    ['block', { ...environment, number: 8 }, witness],
    ['price', { ...environment, baseFee: 11n }, witness],
    ['address', { ...environment, coinbase: new Uint8Array(20).fill(3) }, witness],
    ['code', environment, { ...witness, codes: [Uint8Array.of(0x5e)] }],
    ['slot', environment, { ...witness, accounts: [{ storage: new Uint8Array(128).fill(4) }] }],
  ])('is another for another %s', (_what, other, state) => {
    expect(runDigest([{ environment: other }], state)).not.toBe(digest);
  });
});
