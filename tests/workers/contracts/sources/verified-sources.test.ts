import 'fake-indexeddb/auto';
import { expose, finalizer } from 'comlink';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Address, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { parseRuntimeConfig, type RuntimeConfig } from '../../../../src/core/config/runtime-config';
import { withoutListings } from '../../../../src/core/contract/build-output/kept-output';
import type { CompilerRun } from '../../../../src/core/source/compiled/compilation';
import { parseCompilation } from '../../../../src/core/source/compiled/parse-compilation';
import { closeDatabase, DATABASE_NAME } from '../../../../src/db/database';
import type { SkippedProvider } from '../../../../src/net/providers/provider';
import type { CompileProgress, CompilerApi } from '../../../../src/workers/compiler/compiler.api';
import { Artifacts } from '../../../../src/workers/contracts/build-output/imported-artifacts';
import { type Compile, linkCompiler } from '../../../../src/workers/contracts/compiling/compiler-link';
import { describeSource, searchSource } from '../../../../src/workers/contracts/sources/describe-source';
import { VerifiedSources } from '../../../../src/workers/contracts/sources/verified-sources';
import { type LedgerRun, LIMIT, PATH, recordedRun, VERSIONS } from '../../../core/source/vyper/ledger';
import { allowOnly } from '../../../helpers/consent';
import { deleteDatabase } from '../../../helpers/database-dump';
import { eventually } from '../../../helpers/eventually';
import { startJsonServer } from '../../../helpers/json-server';
import { compilingWith, newestSolc } from '../../../helpers/solc';

const network = 1 as NetworkId;
const address = `0x${'ab'.repeat(20)}` as Address;
const path = '../contracts/A.sol';
const content = 'contract A { uint public total; function add(uint x) public { total += x; } }';
const input = { language: 'Solidity', sources: { [path]: { content } }, settings: { optimizer: { enabled: true } } };
const version = '0.8.37+commit.f401782d';

const solc = newestSolc();

let compiled = 0;
const compile: Compile = (...request) => {
  compiled++;
  return compilingWith(solc)(...request);
};

function outputOf(given: unknown): {
  contracts: Record<string, { A: { evm: Record<'bytecode' | 'deployedBytecode', { object: string }> } }>;
} {
  const asked = {
    ...(given as object),
    settings: { ...input.settings, outputSelection: { '*': { '': ['ast'], '*': ['*'] } } },
  };
  return JSON.parse(solc.compile(JSON.stringify(asked)));
}

const output = outputOf(input);
const code = `0x${output.contracts[path]?.A.evm.deployedBytecode.object}` as Hex;

let sources: VerifiedSources;
let compiler: Compile;
let answer: unknown;
let server: Awaited<ReturnType<typeof startJsonServer>>;
let config: RuntimeConfig;

beforeEach(async () => {
  compiled = 0;
  answer = undefined;
  server = await startJsonServer(() =>
    answer === undefined ? { status: 404, body: {} } : { status: 200, body: answer },
  );
  const parsed = parseRuntimeConfig({ thirdParties: { sourcify: server.url } });
  if (!parsed.ok) throw new Error(parsed.error);
  config = parsed.value;
  compiler = compile;
  sources = new VerifiedSources(() => compiler);
});

afterEach(async () => {
  await server.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

/** The providers that the last `load` did without. */
let skipped: readonly SkippedProvider[];

function load(given: Hex = code, artifacts = new Artifacts(), onProgress?: (progress: CompileProgress) => void) {
  return sources.load({
    onSkipped: (providers) => {
      skipped = providers;
    },
    networkId: network,
    address,
    code: given,
    artifacts,
    config,
    explorers: [],
    signal: AbortSignal.timeout(60_000),
    onProgress,
  });
}

describe('sources of a contract', () => {
  test('are compiled behind a message port, which says how far it is', async () => {
    const compileAtPort: CompilerApi['compile'] = async (_job, request, onProgress) => {
      onProgress({ phase: 'compiling', version });
      return compile(request, new AbortController().signal, onProgress);
    };
    let released = 0;
    compiler = linkCompiler(
      (port) =>
        new Promise((resolve) => {
          const release = () => {
            released++;
            resolve();
          };
          expose({ compile: compileAtPort, [finalizer]: release }, port);
        }),
    );
    const artifacts = new Artifacts();
    const bare = { contracts: outputOf(input).contracts };
    const build = { solcVersion: '0.8.37', solcLongVersion: version, input, output: bare };
    await artifacts.import('build.json', new TextEncoder().encode(JSON.stringify(build)));
    const heard: CompileProgress[] = [];
    const loaded = await load(code, artifacts, (progress) => heard.push(progress));
    expect(loaded.ok && loaded.value?.run.output).toHaveProperty('sources');
    await eventually(() => expect(heard).toEqual([{ phase: 'compiling', version }]));
    await eventually(() => expect(released).toBe(compiled));
  });

  test('come from imported build output without compiling when that has trees and maps', async () => {
    const artifacts = new Artifacts();
    const build = { solcVersion: '0.8.37', solcLongVersion: version, input, output };
    await artifacts.import('build.json', new TextEncoder().encode(JSON.stringify(build)));
    const loaded = await load(code, artifacts);
    expect(loaded.ok && loaded.value).toMatchObject({ path, name: 'A', match: 'exact', origin: 'buildOutput' });
    expect(compiled).toBe(0);
    const described = loaded.ok && loaded.value && describeSource(network, address, { code, source: loaded.value });
    expect(described).toMatchObject({
      contract: 'A',
      compilerVersion: version,
      files: [{ path, characters: content.length }],
    });
    expect(loaded.ok && loaded.value && searchSource(loaded.value, 'TOTAL +=')).toEqual([
      { path, line: 1, text: content },
    ]);
  });

  test('list the files that the contract was made of, and not those of the whole run', async () => {
    const sources = {
      'src/Base.sol': { content: 'contract Base { uint public base; }' },
      'src/Own.sol': { content: 'import "./Base.sol"; contract Own is Base { uint public own; }' },
      'src/Other.sol': { content: 'contract Other { uint public other; }' },
    };
    const outputSelection = { '*': { '*': ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'], '': ['ast'] } };
    const run = { language: 'Solidity', sources, settings: { outputSelection } };
    const made = JSON.parse(solc.compile(JSON.stringify(run)));
    const ownCode: Hex = `0x${made.contracts['src/Own.sol'].Own.evm.deployedBytecode.object}`;
    const artifacts = new Artifacts();
    const build = { solcVersion: '0.8.37', solcLongVersion: version, input: run, output: made };
    await artifacts.import('run.json', new TextEncoder().encode(JSON.stringify(build)));
    const loaded = await load(ownCode, artifacts);
    if (!loaded.ok || loaded.value === undefined) throw new Error('Its source is not known.');
    const { files } = describeSource(network, address, { code: ownCode, source: loaded.value });
    expect(files.map((file) => file.path)).toEqual(['src/Base.sol', 'src/Own.sol']);
  });

  test('come in halves with a Hardhat 3 build, in either order', async () => {
    const artifacts = new Artifacts();
    const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    await artifacts.import('x.output.json', bytes({ id: 'x', output }));
    expect((await load(code, artifacts)).ok).toBe(true);
    await artifacts.import('x.json', bytes({ id: 'x', solcVersion: '0.8.37', solcLongVersion: version, input }));
    sources = new VerifiedSources(() => compiler);
    const loaded = await load(code, artifacts);
    expect(loaded.ok && loaded.value?.run.version).toBe(version);
  });

  test('are asked of Sourcify only when that is switched on, compiled, and kept', async () => {
    answer = verified(input);
    expect(await load()).toEqual({ ok: true, value: undefined });
    expect(skipped[0]).toEqual({ provider: 'Sourcify', reason: 'It is not switched on.' });
    await allowOnly('sourcify');
    const loaded = await load();
    expect(loaded.ok && loaded.value).toMatchObject({ path, name: 'A', match: 'exact', origin: 'sourcify' });
    expect(skipped).toEqual([]);
    expect(compiled).toBe(1);
    answer = undefined;
    sources = new VerifiedSources(() => compiler);
    const kept = await load();
    expect(kept.ok && kept.value?.run.output).toEqual(loaded.ok && withoutListings(loaded.value?.run.output));
    // Other code at the address: what is kept is not about it.
    expect(await load(`${code.slice(0, -2)}00` as Hex)).toEqual({ ok: true, value: undefined });
    expect(skipped[0]).toEqual({ provider: 'Sourcify', reason: 'It does not know it.' });
  });

  test('match partially when a comment differs, which a second compilation makes certain', async () => {
    await allowOnly('sourcify');
    answer = verified({ ...input, sources: { [path]: { content: `${content} // edited` } } });
    const loaded = await load();
    expect(loaded.ok && loaded.value?.match).toBe('partial');
    expect(compiled).toBe(2);
  });

  test.each([
    ['another program', { [path]: { content: content.replace('+=', '-=') } }, /the code is not the one on the chain/],
    [
      'broken sources',
      { [path]: { content: 'contract A { uint x = ; }' } },
      /^The sources from Sourcify do not compile with 0\.8\.37.*ParserError/,
    ],
    [
      'a missing import',
      { [path]: { content: `import "./B.sol"; ${content}` } },
      /do not compile .*B\.sol.* not found/s,
    ],
    [
      'a compiler that they are not for',
      { [path]: { content: `pragma solidity ^0.7.0; ${content}` } },
      /do not compile .*different compiler version/s,
    ],
    [
      'more than any compiler gets through',
      { [path]: { content: 'x'.repeat(33_000_000) } },
      /cannot be used: The sources are larger than 25 MB/,
    ],
    ['a missing text', { 'a.sol': { urls: ['dweb:/ipfs/x'] } }, /The text of the source “a\.sol” is missing/],
  ])('are refused with a sentence: %s', async (_, sources, sentence) => {
    await allowOnly('sourcify');
    answer = verified({ ...input, sources });
    const loaded = await load();
    expect(loaded.ok || loaded.error.message).toMatch(sentence);
  });
});

test('paths are names and lead nowhere', async () => {
  await allowOnly('sourcify');
  const tricks = [
    '../../../../etc/passwd',
    '/etc/hosts',
    'file:///etc/hosts',
    'C:\\x.sol',
    '__proto__',
    'a/./b//c.sol',
  ];
  const others = Object.fromEntries(tricks.map((each, index) => [each, { content: `contract X${index} {}` }]));
  answer = verified({ ...input, sources: { ...input.sources, ...others } });
  const loaded = await load();
  expect(loaded.ok && loaded.value?.match).toBe('exact');
  const source = loaded.ok ? loaded.value : undefined;
  const filesOf = (one: typeof source) =>
    one &&
    describeSource(network, address, { code, source: one })
      ?.files.map((file) => file.path)
      .sort();
  // The metadata says that the contract is made of its own file alone; without metadata all of the run are listed.
  expect(filesOf(source)).toEqual([path]);
  const bare = source && { ...source, run: { ...source.run, output: { contracts: {} } } };
  expect(filesOf(bare)).toEqual([path, ...tricks].sort());
});

test('a compiler that cannot be had is no reason to refuse the sources for good', async () => {
  await allowOnly('sourcify');
  answer = verified(input);
  const none = { code: 'notFound' as const, message: 'The list of compilers has no 0.8.37.' };
  compiler = async () => ({ ok: false, error: { ...none, attempts: [], hints: [] } as never });
  expect(await load()).toMatchObject({ ok: false, error: none });
  compiler = compile;
  expect(await load()).toMatchObject({ ok: true, value: { match: 'exact' } });
});

test('a compiler that dies is no reason to refuse the sources for good, and the next one compiles them', async () => {
  await allowOnly('sourcify');
  answer = verified(input);
  compiler = async () => {
    throw new Error('The worker stopped.');
  };
  expect(await load()).toMatchObject({
    ok: false,
    error: { code: 'endpointDown', message: `The compiler ${version} stopped before it was done. Try again.` },
  });
  compiler = compile;
  expect(await load()).toMatchObject({ ok: true, value: { match: 'exact' } });
});

describe('sources that were refused', () => {
  const wrong = { ...input, sources: { [path]: { content: content.replace('+=', '-=') } } };

  beforeEach(() => allowOnly('sourcify'));

  test('are not compiled again, and say the same', async () => {
    answer = verified(wrong);
    const first = await load();
    expect(compiled).toBe(1);
    sources = new VerifiedSources(() => compiler);
    expect(await load()).toEqual(first);
    expect(compiled).toBe(1);
  });

  test('are compiled for other code, and others for the same', async () => {
    answer = verified(wrong);
    await load();
    const other = outputOf(wrong).contracts[path]?.A.evm.deployedBytecode.object;
    const fitting = await load(`0x${other}`);
    expect(fitting.ok && fitting.value?.match).toBe('exact');
    answer = verified(input);
    const right = await load();
    expect(right.ok && right.value?.match).toBe('exact');
  });
});

test('the constructor of an imported contract is known by its init code', async () => {
  const artifacts = new Artifacts();
  const build = { solcVersion: '0.8.37', solcLongVersion: version, input, output };
  await artifacts.import('build.json', new TextEncoder().encode(JSON.stringify(build)));
  const creation = output.contracts[path]?.A.evm.bytecode.object ?? '';
  const init = Uint8Array.from(Buffer.from(`${creation}${'00'.repeat(31)}01`, 'hex'));
  expect(await sources.ofInitCode(artifacts, init)).toMatchObject({ path, name: 'A', origin: 'buildOutput' });
  expect(await sources.ofInitCode(artifacts, init.subarray(1))).toBeUndefined();
});

function verified(stdJsonInput: unknown) {
  return {
    match: 'exact_match',
    address,
    chainId: '1',
    stdJsonInput,
    compilation: { name: 'A', compilerVersion: `v${version}`, fullyQualifiedName: `${path}:A`, language: 'Solidity' },
  };
}

describe('sources in Vyper', () => {
  const codeOf = (version: string): Hex => {
    const { deployedBytecode } = recordedRun(version).output.contracts[PATH].Ledger.evm;
    const immutable = LIMIT.toString(16).padStart(64, '0');
    return `${deployedBytecode.object}${version === '0.2.16' ? '' : immutable}` as Hex;
  };
  const answers = ({ input, output, version }: LedgerRun, withOutput: boolean) => ({
    match: 'match',
    stdJsonInput: input,
    compilation: {
      name: 'Ledger',
      compilerVersion: version,
      language: 'Vyper',
      fullyQualifiedName: `${PATH}:Ledger`,
    },
    ...(withOutput && { stdJsonOutput: output }),
  });

  test.each(VERSIONS)('are taken from Sourcify with what its compiler %s made of them', async (version) => {
    await allowOnly('sourcify');
    answer = answers(recordedRun(version), true);
    const loaded = await load(codeOf(version));
    expect(loaded.ok && loaded.value).toMatchObject({ name: 'Ledger', match: 'partial', origin: 'sourcify' });
    expect(compiled).toBe(0);
    const [first] = loaded.ok && loaded.value ? readContracts(loaded.value.run) : [];
    expect(first?.runtime?.map.length).toBeGreaterThan(0);
  });

  test('do not count with the code of another contract, or without any', async () => {
    await allowOnly('sourcify');
    answer = answers(recordedRun('0.3.10'), true);
    const other = await load(codeOf('0.4.3'));
    expect(other.ok ? other.value : other.error.message).toContain('is not the one on the chain');
    answer = answers(recordedRun('0.3.10'), false);
    const without = await load(codeOf('0.3.10'));
    expect(without.ok ? without.value : without.error.message).toContain('does not run in a browser');
  });

  test.each(VERSIONS)('come from imported build output of %s, immutables and all', async (version) => {
    const { input, output } = recordedRun(version);
    const build = { input, output: { compiler: `vyper-${version}`, ...output } };
    const artifacts = new Artifacts();
    await artifacts.import('ledger.json', new TextEncoder().encode(JSON.stringify(build)));
    const loaded = await load(codeOf(version), artifacts);
    expect(loaded.ok && loaded.value).toMatchObject({ name: 'Ledger', origin: 'buildOutput' });
    expect(loaded.ok && loaded.value?.run.version).toBe(version);
    const described =
      loaded.ok && loaded.value && describeSource(network, address, { code: codeOf(version), source: loaded.value });
    expect(described).toMatchObject({ language: 'Vyper', contract: 'Ledger', sourceMap: expect.stringContaining(';') });
  });
});

function readContracts(run: CompilerRun) {
  const parsed = parseCompilation(run);
  return parsed.ok ? parsed.value.contracts : [];
}
