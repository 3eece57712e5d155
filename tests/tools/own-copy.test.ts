import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { ownCopy } from '../../tools/own-copy';

const FILES: Readonly<Record<string, string>> = {
  '/entry': "import { first } from 'pkg'; import('/later'); console.log(first);",
  '/later': "import { second } from 'pkg'; console.log(second);",
  '/pkg': "export const first = 'of the first'; export const second = 'of the second';",
};

/** The code of each file that is built from FILES, in which the package is one module. */
async function built(own: boolean): Promise<{ entry: string; later: string }> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      ...(own ? [ownCopy('pkg', /^\/entry/)] : []),
      {
        name: 'files',
        resolveId: (id) => (id === 'pkg' ? '/pkg' : id in FILES ? id : null),
        load: (id) => FILES[id.replace('?own', '')],
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: '/entry' } },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((each) => each.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry)?.code ?? '';
  return {
    entry,
    later: chunks
      .filter(({ isEntry }) => !isEntry)
      .map(({ code }) => code)
      .join(),
  };
}

test('a copy of their own has what these modules use of a package, and nothing else', async () => {
  expect((await built(false)).entry).toContain('of the second');
  const { entry, later } = await built(true);
  expect(entry).toContain('of the first');
  expect(entry).not.toContain('of the second');
  expect(later).toContain('of the second');
});
