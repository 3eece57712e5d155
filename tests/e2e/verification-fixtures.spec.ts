/**
 * Real contracts, deployed on a chain of their own and verified by hand in the
 * wizard, in every way that sources can be handed in. The contracts are not
 * part of the repository: FIXTURES names the folder they lie in, and without
 * them these tests are skipped. The engine alone, in all ways for each
 * contract, is `npm run conformance -- verify-wizard-sourcify verify-wizard-mainnet`.
 * `--grep 'verify-sourcify (1|2)\d:'` takes some of them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Page, TestInfo } from '@playwright/test';
import { readCompiledCode } from '../../src/core/contract/build-output/compiled-code';
import { draftSettings } from '../../src/core/contract/verification/compiler-settings';
import { emptyDraft, type SourceTexts } from '../../src/core/contract/verification/draft';
import { sourceName } from '../../src/core/contract/verification/read-upload';
import { reviewSources } from '../../src/core/contract/verification/review-sources';
import { listJson, readJson } from '../../tools/conformance/data-files';
import { type CompiledOutput, compileContract, exactCompiler } from '../../tools/conformance/verify/compile';
import { type ContractChain, startContractChain } from '../../tools/conformance/verify/contract-chain';
import { contractsOfFile, type FixtureContract } from '../../tools/conformance/verify/fixture-contracts';
import { startJsonServer } from '../helpers/json-server';
import { CHAIN, workbench } from './support/config';
import { turnSwitch } from './support/settings';
import { test as base, expect } from './support/test';
import {
  chooseRoot,
  chooseVersion,
  compile,
  fillSettings,
  type Outcome,
  openStep,
  openWizard,
  pasteSource,
  uploadFiles,
  uploadFolder,
  uploadJson,
  uploadMissing,
  uploadZip,
} from './support/wizard';

const fixtures = process.env.FIXTURES === undefined ? undefined : resolve(process.env.FIXTURES);

const test = base.extend<object, { chain: ContractChain }>({
  chain: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const chain = await startContractChain();
      await use(chain);
      await chain.stop();
    },
    { scope: 'worker' },
  ],
});

/** Compilers of several versions are loaded and run, in two browsers at a time. */
test.describe.configure({ timeout: 1_200_000 });

for (const name of ['verify-sourcify', 'verify-edb-mainnet']) {
  const folder = join(fixtures ?? '.', name);
  if (fixtures === undefined || !existsSync(folder)) {
    test(`${name}: contracts are verified`, { tag: '@account' }, () => {
      test.skip(true, fixtures === undefined ? 'FIXTURES names no folder' : `${folder} is missing`);
    });
    continue;
  }
  for (const [index, contract] of contractsOf(folder).entries()) {
    test(
      `${name} ${index + 1}: ${contract.name}, solc ${contract.version}`,
      { tag: '@account' },
      async ({ page, serve, chain, stopAtEnd }, info) => {
        const found = exactCompiler(contract.version);
        test.skip(!found.ok, found.ok ? '' : found.reason);
        const compiled = compileContract(contract.version, contract.input, contract.contract, contract.path);
        test.skip(compiled.outcome === 'skipped', compiled.outcome === 'skipped' ? compiled.reason : '');
        if (!found.ok || compiled.outcome === 'skipped') return;
        test.skip(readCompiledCode(compiled.contract.evm?.deployedBytecode) === undefined, 'it has no code of its own');
        const compilers = stopAtEnd(await startCompilers(found.compiler.longVersion, found.soljson));
        const url = await serve(workbench(chain.url, { thirdParties: { compilers: compilers.url } }));
        await page.goto(`${url}/settings`);
        await turnSwitch(page, 'Ask Compilers');
        const subject: Subject = { page, info, contract, path: compiled.path, output: compiled.contract };
        // Two ways each, dealt in turn: all are taken, by contracts of all kinds.
        const ways = waysOf(subject);
        for (const way of new Set([ways[index % ways.length], ways[(index + 1) % ways.length]])) {
          if (way === undefined) continue;
          const address = await chain.deploy(compiled.contract, contract.expected.creation);
          await test.step(way.name, async () => {
            await openWizard(page, `${url}/${CHAIN}/contract/${address}`);
            expect(await way.verify(), way.name).toBe(way.expected);
            await expect(page.getByRole('heading', { name: 'Contract successfully verified' })).toBeVisible();
            // What is above the link changes with what is known of the contract now, and moves it.
            await expect(async () => {
              await page.getByRole('link', { name: 'Open the contract' }).click({ timeout: 5_000 });
              await expect(page).toHaveURL(/\/code/, { timeout: 5_000 });
            }).toPass();
            await expect(page.getByRole('textbox', { name: /^Source of / })).toBeVisible();
          });
        }
      },
    );
  }
}

type Subject = { page: Page; info: TestInfo; contract: FixtureContract; path: string; output: CompiledOutput };
type ListedSources = { sources: Readonly<Record<string, { content?: string }>> };
type Way = { name: string; expected: Outcome; verify(): Promise<Outcome> };

function contractsOf(folder: string): readonly FixtureContract[] {
  return listJson(folder).flatMap((file) => {
    const value = readJson(join(folder, file));
    return typeof value === 'object' && value !== null ? contractsOfFile(file, value) : [];
  });
}

/** A list of compilers with one, and its file. */
async function startCompilers(longVersion: string, soljson: string) {
  const text = readFileSync(soljson, 'utf8');
  const sha256 = `0x${createHash('sha256').update(text).digest('hex')}`;
  const builds = [{ path: 'soljson.js', version: longVersion.split('+')[0], longVersion, sha256 }];
  const server = await startJsonServer((path) => ({ body: path === '/list.json' ? { builds } : text }));
  return { url: `${server.url}/list.json`, stop: () => server.stop() };
}

/** The ways that fit a contract. What is handed in by path must be reached by imports, and under its own name. */
function waysOf(subject: Subject): readonly Way[] {
  const { page, info, contract, path, output } = subject;
  const { input, version } = contract;
  const sources: SourceTexts = Object.fromEntries(
    Object.entries(input.sources).map(([name, { content }]) => [name, content ?? '']),
  );
  const paths = Object.keys(sources);
  const settings = draftSettings(version.replace(/^v/, ''), input.settings ?? {});
  const code = readCompiledCode(output.evm?.deployedBytecode);
  const isHashed = code !== undefined && code.auxdata.length > 0 && code.auxdata.every((one) => one.hasMetadataHash);
  const expected: Outcome = isHashed ? 'Exact match' : 'Partial match';
  // As a project has them that is built with Foundry.
  const beside: SourceTexts = settings.remappings === '' ? {} : { 'remappings.txt': settings.remappings };
  const toReview = () => page.getByRole('button', { name: 'Go on to review' }).click();
  const withRoot = async () => {
    await chooseRoot(page, path, contract.contract);
    return settings;
  };
  const byHand = async () => compileWrongThenRight(page, await withRoot());

  const ways: Way[] = [
    {
      name: 'standard JSON',
      expected,
      async verify() {
        await uploadJson(page, JSON.stringify({ language: 'Solidity', ...input }));
        await toReview();
        await chooseRoot(page, path, contract.contract);
        await chooseVersion(page, settings.compilerVersion);
        return compile(page);
      },
    },
  ];
  const metadata = output.metadata ?? '';
  const listed = metadata === '' ? [] : Object.values((JSON.parse(metadata) as ListedSources).sources);
  if (listed.length === paths.length) {
    // By the setting useLiteralContent it has the texts themselves.
    const isLiteral = listed.every(({ content }) => content !== undefined);
    ways.push({
      name: 'metadata',
      expected,
      async verify() {
        await uploadJson(page, metadata);
        await toReview();
        // Metadata names its sources by their hashes, so their files may be called anything.
        const files = Object.values(sources).map((text, at) => [`${at}.sol`, text] as const);
        if (isLiteral) await expect(page.getByText('Nothing is missing')).toBeVisible();
        else await uploadMissing(page, Object.fromEntries(files));
        await chooseRoot(page, path, contract.contract);
        return compile(page);
      },
    });
  }
  const draft = {
    ...emptyDraft,
    method: 'directory' as const,
    uploaded: sources,
    root: `${path}:${contract.contract}`,
  };
  const { units } = reviewSources({ ...draft, settings });
  if (units.length < paths.length || !paths.every((name) => isPlainPath(name))) return ways;
  ways.push(
    { name: 'zip', expected, verify: () => uploadZip(page, sources, beside).then(toReview).then(byHand) },
    {
      name: 'directory',
      expected,
      async verify() {
        const [, imported] = units;
        const { [imported?.name ?? '']: text, ...others } = sources;
        await uploadFolder(page, text === undefined ? sources : others, info.outputPath(), beside);
        await toReview();
        if (imported !== undefined && text !== undefined) {
          await expect(page.getByRole('button', { name: 'Go on to compiler settings' })).toBeDisabled();
          await uploadMissing(page, { [imported.name]: text });
        }
        return byHand();
      },
    },
  );
  if (paths.every((name) => !name.includes('/')))
    ways.push({ name: 'files', expected, verify: () => uploadFiles(page, sources).then(toReview).then(byHand) });
  if (paths.length === 1)
    ways.push({
      name: 'paste',
      expected,
      verify: () =>
        pasteSource(page, path, sources[path] ?? '')
          .then(toReview)
          .then(byHand),
    });
  return ways;
}

/** Whether a file of this path is a source of this name wherever it lies, and its name one that a field takes. */
function isPlainPath(path: string): boolean {
  const isSkipped = path.split('/').some((folder) => ['node_modules', 'cache', '.git'].includes(folder));
  return (
    sourceName(path) === path &&
    path.trim() === path &&
    /\.(sol|yul)$/i.test(path) &&
    !/\p{Cc}/u.test(path) &&
    !isSkipped
  );
}

/** Compiles with the optimizer the other way first: the difference has to be one that can be acted on. */
async function compileWrongThenRight(page: Page, settings: ReturnType<typeof draftSettings>): Promise<Outcome> {
  const { optimizer } = settings;
  await fillSettings(page, { ...settings, optimizer: !optimizer, further: '' });
  const wrong = await compile(page);
  if (wrong === 'Not verified') {
    const map = page.getByRole('img', { name: /^Map of the deployed code/ });
    const errors = page.getByText('The sources do not compile');
    await expect(map.or(errors)).toBeVisible();
    if (await map.isVisible())
      await expect(page.getByRole('button', { name: /^Try solc|^Try / }).first()).toBeVisible();
  }
  await openStep(page, 'Compiler settings');
  await page.getByRole('checkbox', { name: 'Optimizations' }).setChecked(optimizer);
  if (optimizer) await page.getByRole('textbox', { name: 'Runs' }).fill(settings.runs);
  await page.getByRole('textbox', { name: 'Further settings' }).fill(settings.further);
  return compile(page);
}
