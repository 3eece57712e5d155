import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileInFrame } from '../../src/app/compiler-frame';
import { parseRuntimeConfig, type RuntimeConfig } from '../../src/core/config/runtime-config';
import { createWorkers, type Workers } from '../../src/workers/client';
import type { CompileProgress } from '../../src/workers/compiler/compiler.api';

let workers: Workers;

beforeEach(async () => {
  await caches.delete('compilers');
  workers = createWorkers();
});

afterEach(() => {
  workers.end();
});

function configure(compilers: string): void {
  const config = parseRuntimeConfig({ thirdParties: { compilers } });
  if (!config.ok) throw new Error(config.error);
  workers.configure(config.value satisfies RuntimeConfig);
}

function inputOf(source: string, optimize = false): string {
  return JSON.stringify({
    language: 'Solidity',
    sources: { 'a.sol': { content: source } },
    settings: { optimizer: { enabled: optimize }, outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } },
  });
}

const SOURCE = 'contract A { function f() public returns (uint) { return 7; } }';

type Output = {
  errors?: { severity: string; message: string }[];
  contracts?: { 'a.sol': { A: { evm: { deployedBytecode: { object: string } } } } };
};

async function compile(version: string, source = SOURCE, optimize = false, onProgress = (_: CompileProgress) => {}) {
  const answer = await workers.compiler.compile('job', { version, input: inputOf(source, optimize) }, onProgress);
  if (!answer.ok) return answer;
  return { ok: true as const, value: JSON.parse(new TextDecoder().decode(answer.value)) as Output };
}

/** Returns what the reader is told of a compilation that fails, and an empty text of one that succeeds. */
async function failureOf(answer: ReturnType<typeof compile>): Promise<string> {
  const result = await answer;
  return result.ok ? '' : result.error.message;
}

test('loads, checks, keeps and runs compilers of every generation', async () => {
  configure('/solc/list.json');
  for (const version of ['0.8.37', '0.6.12+commit.27d51765', 'v0.4.26']) {
    const seen: string[] = [];
    const output = await compile(
      version,
      SOURCE,
      false,
      ({ phase }) => void (seen.at(-1) !== phase && seen.push(phase)),
    );
    expect(output.ok && output.value.contracts?.['a.sol'].A.evm.deployedBytecode.object).toMatch(/^60/);
    expect(seen).toEqual(['loading', 'compiling']);
  }
  const builds = await workers.compiler.builds('list');
  expect(builds.ok && builds.value.filter(({ kept }) => kept).map(({ version }) => version)).toEqual([
    '0.8.37',
    '0.6.12',
    '0.4.26',
  ]);
  // Kept: no list is needed any more.
  configure('/nothing/list.json');
  const again = await compile('0.8.37');
  expect(again.ok).toBe(true);
});

test('runs in a frame what overflows a worker’s stack', async () => {
  configure('/solc/list.json');
  const without = await compile('0.4.24', SOURCE, true);
  expect(without).toMatchObject({ ok: false, error: { code: 'unsupported' } });
  workers.end();
  workers = createWorkers();
  workers.setFrame(compileInFrame);
  configure('/solc/list.json');
  const within = await compile('0.4.24', SOURCE, true);
  expect(within.ok && within.value.contracts?.['a.sol'].A.evm.deployedBytecode.object).toMatch(/^60/);
  expect(document.querySelector('iframe[hidden]')).toBeNull();
});

test('hands errors in sources and missing imports on in the compiler’s words', async () => {
  configure('/solc/list.json');
  const broken = await compile('0.8.37', 'import "./b.sol"; contract A is B {}');
  expect(broken.ok && broken.value.errors?.find(({ severity }) => severity === 'error')?.message).toContain('b.sol');
});

test('takes sources of megabytes, and refuses what no compiler gets through', async () => {
  configure('/solc/list.json');
  const long = await compile('0.8.37', `${SOURCE} /* ${'x'.repeat(3 << 20)} */`);
  expect(long.ok && long.value.contracts?.['a.sol'].A.evm.deployedBytecode.object).toMatch(/^60/);
  const huge = await compile('0.8.37', `${SOURCE} /* ${'x'.repeat(65 << 20)} */`);
  expect(huge).toMatchObject({ ok: false, error: { code: 'tooLarge' } });
});

test('says what is wrong with a list, a version or a file', async () => {
  configure('/nothing/list.json');
  expect(await failureOf(compile('0.8.37'))).toBe('The list of compilers gave an answer that cannot be used.');
  configure('/solc/down.json');
  expect(await failureOf(compile('0.8.37'))).toMatch(/^The list of compilers .*Try again/);
  configure('https://binaries.soliditylang.org/bin/list.json');
  expect(await compile('0.8.37')).toMatchObject({ ok: false, error: { code: 'providerOff' } });
  configure('/solc/list.json');
  expect(await failureOf(compile('0.8.99+commit.00000000'))).toMatch(/^The list of compilers has no 0\.8\.99/);
  const noCompiler = await workers.compiler.keepFile('file', new TextEncoder().encode('var x = 1;'));
  expect(noCompiler).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
});

test('runs nothing whose checksum is not the listed one', async () => {
  configure('/solc/forged.json');
  const forged = await compile('0.8.37');
  expect(forged).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  expect(forged.ok || forged.error.message).toContain('does not have the SHA-256 that the list states');
  expect(await (await caches.open('compilers')).keys()).toEqual([]);
});

test('ends a compilation that is cancelled, and a file handed in is a compiler from then on', async () => {
  configure('/solc/list.json');
  const cancelled = compile('0.8.37', SOURCE, true, ({ phase }) => {
    if (phase === 'compiling') void workers.compiler.cancel('job');
  });
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await caches.delete('compilers');
  const list = (await (await fetch('/solc/list.json')).json()) as { builds: { path: string; version: string }[] };
  const path = list.builds.find(({ version }) => version === '0.7.6')?.path ?? '';
  const file = new Uint8Array(await (await fetch(`/solc/${path}`)).arrayBuffer());
  expect(await workers.compiler.keepFile('file', file)).toEqual({
    ok: true,
    value: { longVersion: '0.7.6+commit.7338295f' },
  });
  configure('/nothing/list.json');
  const output = await compile('0.7.6+commit.7338295f');
  expect(output.ok).toBe(true);
});

test('a compiler that never returns is ended when that is wished, and the next one runs', async () => {
  configure('/solc/list.json');
  const longVersion = '0.8.99+commit.00000000';
  const bytes = new TextEncoder().encode('for (;;);');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const cache = await caches.open('compilers');
  const kept = new Response(bytes, { headers: { 'x-sha256': sha256 } });
  await cache.put(`/compilers/${encodeURIComponent(longVersion)}.js`, kept);
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const stuck = workers.compiler.compile('stuck', { version: '0.8.99', input: inputOf(SOURCE) }, ({ phase }) => {
    if (phase === 'compiling') begin();
  });
  await begun;
  const next = compile('0.8.37');
  await workers.compiler.cancel('stuck');
  expect(await stuck).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  const output = await next;
  expect(output.ok && output.value.contracts?.['a.sol'].A.evm.deployedBytecode.object).toMatch(/^60/);
});
