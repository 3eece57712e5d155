/** Each command has a page, which says what its help says, and what its example prints (`npm run generate:commands` writes them). */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  EXAMPLE_ENVIRONMENT,
  EXAMPLE_WIDTH,
  examplesOn,
  exampleText,
  TIMES,
  writeProject,
} from '../../../tools/generate/command-examples';
import { COMMANDS } from '../../../tools/loupe/commands';
import { runLoupe } from '../../../tools/loupe/run';
import { pageHead } from '../../../tools/loupe/text/command-page';
import '../../../tools/memory-database';
import { forgetAll, runDemoChain } from '../../helpers/demo-engine';

const folder = resolve(import.meta.dirname, '../../../docs/command-line');
const pageOf = (name: string) => readFileSync(resolve(folder, `${name}.md`), 'utf8');

test.each(COMMANDS)('$name', async ({ name, load }) => {
  const page = pageOf(name);
  expect(page.startsWith(pageHead(await load()))).toBe(true);
  expect(page).toContain(`\n$ loupe ${name}`);
});

test('no page is of a command that is gone', () => {
  expect(readdirSync(folder).sort()).toEqual(COMMANDS.map(({ name }) => `${name}.md`).sort());
});

describe('the example prints what the page says:', () => {
  const chain = runDemoChain();
  let project: string;
  beforeAll(() => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'loupe-pages-')));
    writeProject(project, chain.devnet);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  async function printed(given: readonly string[], within: string): Promise<string> {
    let text = '';
    const write = (part: string) => {
      text += part;
    };
    const environment = { ...EXAMPLE_ENVIRONMENT, ETH_RPC_URL: chain.devnet.rpcUrl };
    const io = { out: write, err: write, isTerminal: false, isErrTerminal: false, width: EXAMPLE_WIDTH, environment };
    await runLoupe(given, { ...io, folder: join(project, within) });
    return text;
  }

  // Those that go on until they are stopped have tests of their own: serve, watch, rpc, mcp.
  const ending = ['tx', 'step', 'diff', 'profile', 'open', 'decode', 'storage', 'contract', 'verify', 'simulate'];
  test.each([...ending, 'check', 'test'])('%s', async (name) => {
    const { given = [], within = '.' } = examplesOn(chain.devnet)[name] ?? {};
    if (name === 'open') {
      await printed(['tx', chain.keyOf('swap-too-little').hash, '--file', 'swap.loupe'], '.');
      await forgetAll(); // as for a process of its own
    }
    const text = exampleText(name, given, await printed([name, ...given], within), chain.devnet.rpcUrl, project);
    const [, shown = ''] = pageOf(name).split('An example on the demo chain:\n\n```\n');
    expect(text.replace(TIMES, '…')).toBe(shown.split('\n```\n')[0]?.replace(TIMES, '…'));
  });
});
