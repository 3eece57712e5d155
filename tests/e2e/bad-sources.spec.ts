/**
 * Sources and compilers that are no good: each says so in a sentence, and the
 * trace stays. Pages come with the policy of tools/security-headers.ts, so the
 * compiler that runs at the end runs under it.
 */
import { readFileSync } from 'node:fs';
import { installedCompilers } from '../../tools/solc/installed';
import { servedCompilers } from '../../tools/solc/served';
import { startJsonServer } from '../helpers/json-server';
import { CHAIN, workbench } from './support/config';
import { turnSwitch } from './support/settings';
import { expect, test } from './support/test';
import { traceIsIdle } from './support/tree';

/** Chromium itself notes error statuses on the console. */
test.use({ serviceWorkers: 'allow', expectedErrors: [/^Failed to load resource: /] });

const VERSION = '0.8.37+commit.f401782d';
const FILE = 'contracts/failures/Failures.sol';
type Sources = Record<string, { content?: string; urls?: string[] }>;

test('no sources or compiler that is no good takes the trace away', { tag: '@source' }, async ({
  page,
  serve,
  demo,
  stopAtEnd,
}) => {
  const build = JSON.parse(demo.buildOutput) as {
    input: { sources: Record<string, { content: string }>; settings: object };
  };
  const original = build.input.sources[FILE]?.content ?? '';
  const soljson = readFileSync(installedCompilers().at(-1)?.soljson ?? '', 'utf8');
  const list = servedCompilers().list;
  let compilers: { status?: number; body: string } = { body: list };
  let stated: { sources: Sources; version?: string; path?: string } = { sources: {} };
  const services = stopAtEnd(
    await startJsonServer((path) => {
      if (path === '/list.json') return compilers;
      if (path.startsWith('/soljson')) return { body: soljson };
      const [, address] = /^\/v2\/contract\/\d+\/(0x[0-9a-f]{40})/.exec(path) ?? [];
      if (address === undefined) return { status: 404, body: {} };
      const { sources, version = VERSION, path: file = 'a.sol' } = stated;
      return {
        body: {
          match: 'exact_match',
          address,
          chainId: String(CHAIN),
          compilation: { name: 'Failures', compilerVersion: version, fullyQualifiedName: `${file}:Failures` },
          stdJsonInput: { language: 'Solidity', sources, settings: build.input.settings },
        },
      };
    }),
  );
  const base = await serve(
    workbench(demo.rpcUrl, {
      buildOutput: [],
      thirdParties: { sourcify: services.url, compilers: `${services.url}/list.json` },
    }),
  );
  await page.goto(`${base}/settings`);
  for (const party of ['Sourcify', 'Compilers']) await turnSwitch(page, `Ask ${party}`);

  const stack = page.getByRole('region', { name: 'Stack trace' });
  const opens = (what: string, sentence: string | RegExp) =>
    test.step(what, async () => {
      await page.goto(`${base}/${CHAIN}/tx/${demo.hashOf('require-without-text')}`);
      await expect(stack).toContainText(sentence);
      await traceIsIdle(page);
      await expect(page.getByRole('treeitem')).not.toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('reverted');
    });

  stated = { sources: { [FILE]: { content: original } } };
  compilers = { status: 503, body: '<html>down</html>' };
  await opens('a list of compilers that is down', /The list of compilers .*Try again/);
  compilers = { body: list };
  stated = { sources: { 'a.sol': { content: 'contract Failures { uint x = ; }' } } };
  await opens('sources that do not compile', /The sources from Sourcify do not compile with 0\.8\.37.*ParserError/);
  const trick = '../../../etc/passwd';
  stated = { sources: { [trick]: { content: original } }, path: trick };
  await opens('a path that leads out', /passwd:\d+/);
  await expect(stack.locator('.cm-marked').first()).toContainText('require(false)');
});
