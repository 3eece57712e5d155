/** `loupe check`: simulations with expectations, as JUnit, as JSON, and against an earlier run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { junitXml } from '../../../tools/loupe/text/check-junit';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { expectForm } from '../../helpers/json-form';
import { loupe } from '../../helpers/loupe';
import { startNode, type TestNode } from '../../helpers/node';
import { ANVIL_NETWORK } from '../../helpers/rpc';

const [ALICE, BOB] = ANVIL_ACCOUNTS;

let node: TestNode;
let folder: string;
beforeAll(async () => {
  node = await startNode();
  folder = mkdtempSync(join(tmpdir(), 'loupe-check-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await node.stop();
});

function write(name: string, steps: readonly object[]): string {
  const file = join(folder, name);
  const draft = { format: 'loupe-simulation', version: 1, network: String(ANVIL_NETWORK), blocks: [{ steps }] };
  writeFileSync(file, JSON.stringify(draft));
  return file;
}

const check = (...given: readonly string[]) => loupe(['check', ...given, '--rpc', node.url], folder);

test('prints JUnit, and ends with what the steps came to', async () => {
  const good = write('good.json', [
    { label: 'pay <Bob>', from: ALICE, to: BOB, value: '1 ether', expect: { gas: '21000' } },
  ]);
  const bad = write('bad.json', [{ from: ALICE, to: BOB, value: '1 ether', expect: { status: 'failed' } }]);
  const { code, out } = await check(good, bad);
  expect(code).toBe(1);
  expect(out).toContain('<testsuites name="loupe" tests="2" failures="1" errors="0"');
  expect(out).toContain('<testcase name="1 pay &lt;Bob&gt;"');
  expect(out).toContain('<failure message="It was expected to fail.">succeeds, 21,000 gas</failure>');
  const missing = await check(join(folder, 'missing.json'));
  expect(missing.code).toBe(2);
  expect(missing.out).toContain('<error message="the file is not there, or cannot be read."/>');
});

test('tells how gas and state differ from an earlier run', async () => {
  const file = write('pay.json', [{ label: 'pay', from: ALICE, to: BOB, value: '1 ether' }]);
  const before = join(folder, 'before.json');
  const earlier = await check(file, '--json');
  expectForm('check', JSON.parse(earlier.out));
  writeFileSync(before, earlier.out);
  const state = (JSON.parse(earlier.out) as { reports: [{ steps: [{ state: { address: string; field: string }[] }] }] })
    .reports[0].steps[0].state;
  expect(state.map(({ address, field }) => `${address} ${field}`)).toEqual(
    expect.arrayContaining([`${BOB} balance`, `${ALICE} nonce`]),
  );
  expect((await check(file, '--against', before)).out).toContain('No step changes the state otherwise than before.');
  // Eight bytes of calldata that are zero and eight others: 8 + 8 × 4 tokens, 10 gas each at least (EIP-7623).
  write('pay.json', [
    { label: 'pay', from: ALICE, to: BOB, value: '2 ether', input: '0x01000200030004000500060007000800' },
  ]);
  const junit = join(folder, 'report.xml');
  const { out } = await check(file, '--against', before, '--junit', junit);
  expect(out).toMatch(/\| 1 pay \| ✓ succeeds \| 21,400 \| \+400 \|/);
  expect(out).toContain(`<code>${BOB}</code> | <code>balance</code>`);
  expect(readFileSync(junit, 'utf8')).toContain('failures="0"');
});

test('XML has no characters that it may not have', () => {
  const step = { label: 'a\u0000b\u0008', isAsExpected: true, words: '"&"', unmet: [] };
  const xml = junitXml([{ file: 'x', code: 0, steps: [step], seconds: 1 }]);
  expect(xml).toContain('name="1 a\ufffdb\ufffd"');
  expect(xml).toContain('&quot;&amp;&quot;');
});
