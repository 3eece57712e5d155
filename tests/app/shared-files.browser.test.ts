import { beforeEach, expect, test } from 'vitest';
import { takeSharedFiles } from '../../src/db/cache-storage/shared-files';
import { takeShared } from '../../src/service-worker/share-target';

/** The form that the system sends when something is shared with the app. */
function shared(form: Record<string, string | File>): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  return new Request('/open', { method: 'POST', body });
}

/** Where the page is sent: path and search parameters. */
async function ledTo(form: Record<string, string | File>): Promise<string> {
  const { status, headers } = await takeShared(shared(form));
  expect(status).toBe(303);
  const { pathname, search } = new URL(headers.get('location') ?? '', location.href);
  return pathname + search;
}

beforeEach(async () => {
  await takeSharedFiles();
});

test('a shared file waits for the page, once, under its name', async () => {
  expect(await ledTo({ files: new File(['not taken'], 'earlier.loupe') })).toBe('/open?shared=true');
  const name = 'Übung 1 ✓.loupe';
  expect(await ledTo({ title: 'A trace', files: new File(['a trace'], name) })).toBe('/open?shared=true');
  const files = await takeSharedFiles();
  expect(files.map((file) => file.name)).toEqual([name]);
  expect(await files[0]?.text()).toBe('a trace');
  expect(await takeSharedFiles()).toEqual([]);
});

test('a shared link, also one that apps put into the text, is opened as a link', async () => {
  const link = 'https://etherscan.io/tx/0x12?a=1&b=2#c';
  const opened = `/open?${new URLSearchParams({ link })}`;
  expect(await ledTo({ title: 'Etherscan', text: '', url: link })).toBe(opened);
  expect(await ledTo({ title: 'Etherscan', text: link })).toBe(opened);
  expect(await ledTo({ title: link })).toBe(opened);
  expect(await ledTo({ text: ' ' })).toBe('/open');
});
