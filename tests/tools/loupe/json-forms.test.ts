/** The JSON that each command prints of the demo chain has the form that its page in the documentation shows, and nothing else. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TransactionName } from '../../../devnet/names';
import { FORMS } from '../../../tools/loupe/facts/forms';
import { jsonSection } from '../../../tools/loupe/text/command-page';
import { runDemoChain } from '../../helpers/demo-engine';
import { expectForm } from '../../helpers/json-form';
import { loupe } from '../../helpers/loupe';

const docs = resolve(import.meta.dirname, '../../../docs');

test.each(Object.keys(FORMS))('the page of %s shows it', (name) => {
  expect(readFileSync(resolve(docs, `command-line/${name}.md`), 'utf8')).toContain(`\n\`\`\`\n${jsonSection(name)}\n`);
});

test('the table of a transaction has each of its fields, and no other', () => {
  const page = readFileSync(resolve(docs, 'command-line.md'), 'utf8').split('\n### JSON\n')[1]?.split('\n## ')[0] ?? '';
  const named = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)]);
  const [form] = FORMS.tx ?? [];
  expect(named.map(([, name]) => name).sort()).toEqual(
    Object.keys({ ...(form as { entries?: object }).entries }).sort(),
  );
});

describe('on the demo chain', () => {
  const chain = runDemoChain();
  async function json(given: readonly string[]): Promise<Record<string, unknown>> {
    const sources = ['--rpc', chain.proxy.url, '--sources', chain.devnet.buildOutputPath];
    const { out, err } = await loupe([...given, '--json', ...(given[0] === 'decode' ? sources.slice(2) : sources)]);
    expect(err).toBe('');
    const printed = JSON.parse(out) as Record<string, unknown>;
    expectForm(given[0] ?? '', printed);
    return printed;
  }
  const hashOf = (name: TransactionName) => chain.keyOf(name).hash;

  test.each(['swap-too-little', 'erc20-transfer', 'failed-creation', 'console-log'] as TransactionName[])(
    'tx of %s, with and without accesses to storage',
    async (name) => {
      await json(['tx', hashOf(name)]);
      await json(['tx', hashOf(name), '--storage', '--depth', '1']);
    },
  );

  test('step, its changes, diff, and the lines of profile', async () => {
    const [failed, transfer] = [hashOf('swap-too-little'), hashOf('erc20-transfer')];
    const at = await json(['step', failed, '--error', '--expr', 'deadline + 1', '--expr', 'nothing']);
    expect(at.expressions).toMatchObject([{ value: {} }, { why: expect.any(String) }]);
    await json(['step', failed, '--at', '3']);
    expect((await json(['step', transfer, '--watch', 'balanceOf[to]'])).changes).toHaveLength(4);
    const { gas, state, rows } = await json(['diff', failed, transfer]);
    for (const list of [gas, state, rows]) expect((list as unknown[]).length).toBeGreaterThan(0);
    await json(['diff', failed, failed]);
    await json(['profile', failed, '--format', 'lines']);
  });

  test('contract, storage and decode', async () => {
    const { to } = (await json(['tx', hashOf('swap-too-little')])) as { to: string };
    const { to: token } = (await json(['tx', hashOf('erc20-transfer')])) as { to: string };
    for (const address of [to, token]) {
      await json(['contract', address]);
      await json(['storage', address]);
    }
    await json(['storage', to, 'factory']);
    await json(['storage', token, '3']);
    await json(['decode', `0x4e487b71${'11'.padStart(64, '0')}`]);
  });
});
