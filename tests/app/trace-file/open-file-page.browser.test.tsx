/** Opening a trace file: what is asked of the engine, when, and where the reader is led. */
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { OpenFilePage } from '../../../src/app/views/trace-file/OpenFilePage';
import type { Network } from '../../../src/core/chain/network';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { type Failure, failure } from '../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../src/core/values/result';
import type { ImportedTrace } from '../../../src/workers/trace/trace-files.api';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';

const hash = `0x${'5a'.repeat(32)}` as Hash;
const IMPORTED: ImportedTrace = { networkId: DEMO.id, hash, newNetwork: false, known: false, notes: 0 };
const BROKEN = fail(failure('badAnswer', 'This is no trace file.'));

let page: MountedAt | undefined;
afterEach(() => page?.unmount());

/** The page at `?url=`; the engine answers every file with `answer`. Returns what it was asked for. */
function show(
  url: string | undefined,
  answer: Result<ImportedTrace, Failure> = ok(IMPORTED),
  networks: readonly Network[] = [DEMO],
): string[] {
  const asked: string[] = [];
  const trace = {
    importTrace: async (_: unknown, bytes: Uint8Array) => {
      asked.push(new TextDecoder().decode(bytes));
      return answer;
    },
    importTraceFrom: async (_: unknown, from: string) => {
      asked.push(from);
      return answer;
    },
  };
  page = mountAt(
    { path: '/open', pattern: '/open', answers: { trace }, networks },
    <OpenFilePage url={url} shared={false} />,
  );
  return asked;
}

const text = () => page?.element.textContent ?? '';
const button = (name: RegExp) => {
  const found = [...(page?.element.querySelectorAll('button') ?? [])].find(({ textContent }) =>
    name.test(textContent ?? ''),
  );
  if (found === undefined) throw new Error(`There is no button ${name}.`);
  return found;
};
const field = () => page?.element.querySelector('input[inputmode="url"]') as HTMLInputElement;

test('a file of the app itself is opened at once, and leads to its transaction', async () => {
  const asked = show('/demo/failed-swap.loupe');
  await expect.poll(() => page?.address()).toBe(`/demo/tx/${hash}`);
  expect(asked).toEqual(['/demo/failed-swap.loupe']);
});

test('of another server nothing is asked before the reader says so', async () => {
  const asked = show('https://files.example/a.loupe');
  await expect.poll(text).toContain('It was not contacted yet');
  expect(text()).toContain('files.example');
  expect(asked).toEqual([]);
  await userEvent.click(button(/^Load it from files\.example$/));
  await expect.poll(() => page?.address()).toBe(`/demo/tx/${hash}`);
  expect(asked).toEqual(['https://files.example/a.loupe']);
});

test('an address is opened when it is typed, without the blanks around it', async () => {
  const asked = show(undefined);
  await expect.poll(field).toBeTruthy();
  expect(button(/^Open$/).disabled).toBe(true);
  await userEvent.fill(field(), '  https://files.example/b.loupe ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => page?.address()).toBe(`/demo/tx/${hash}`);
  expect(asked).toEqual(['https://files.example/b.loupe']);
});

test('what is wrong with a file is said, and the same file can be tried again', async () => {
  const asked = show(undefined, BROKEN);
  await expect.poll(field).toBeTruthy();
  await userEvent.fill(field(), '/broken.loupe');
  await userEvent.click(button(/^Open$/));
  await expect.poll(text).toContain('This is no trace file.');
  await userEvent.click(button(/^Open$/));
  await expect.poll(() => asked).toEqual(['/broken.loupe', '/broken.loupe']);
  expect(page?.address()).toBe('/demo/open');
});

test('a file that is chosen is handed to the engine whole', async () => {
  const asked = show(undefined);
  await expect.poll(() => page?.element.querySelector('input[type=file]')).toBeTruthy();
  await userEvent.upload(
    page?.element.querySelector('input[type=file]') as HTMLElement,
    new File(['the bytes'], 'swap.loupe'),
  );
  await expect.poll(() => asked).toEqual(['the bytes']);
  await expect.poll(() => page?.address()).toBe(`/demo/tx/${hash}`);
});

test('a file of a public chain leads to its page, and its endpoint is asked, once the reader says so', async () => {
  const network = { ...DEMO, id: 1 as NetworkId, route: 'mainnet', rpcUrls: ['https://public.example/rpc'] };
  show('/demo/failed-swap.loupe', ok({ ...IMPORTED, networkId: network.id }), [network]);
  await expect.poll(text).toContain('Its page asks public.example, a public endpoint');
  expect(page?.address()).not.toContain('/tx/');
  await userEvent.click(button(/^Open it, and ask public\.example$/));
  await expect.poll(() => page?.address()).toBe(`/mainnet/tx/${hash}`);
});

test('a bundled network whose endpoint is on this machine is led to at once', async () => {
  const network = { ...DEMO, id: 31_337 as NetworkId, route: 'local', rpcUrls: ['http://127.0.0.1:8545'] };
  show('/demo/failed-swap.loupe', ok({ ...IMPORTED, networkId: network.id }), [network]);
  await expect.poll(() => page?.address()).toBe(`/local/tx/${hash}`);
});
