/** Verification with a real compiler: matches, differences, tries, what is kept, and an ABI that is only given. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { metadataSetting, readCodeFacts } from '../../../src/core/contract/verification/code-facts';
import { emptyDraft, emptySettings, type VerificationDraft } from '../../../src/core/contract/verification/draft';
import { failure } from '../../../src/core/values/failure';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readVerificationDraft, saveVerificationDraft } from '../../../src/db/reader/verification-drafts';
import { Artifacts } from '../../../src/workers/contracts/build-output/imported-artifacts';
import { matchArtifact } from '../../../src/workers/contracts/build-output/match-build-output';
import type { Compile } from '../../../src/workers/contracts/compiling/compiler-link';
import { CompilerRuns } from '../../../src/workers/contracts/compiling/compiler-runs';
import { SourceCheck } from '../../../src/workers/contracts/sources/check-sources';
import { verifyContract } from '../../../src/workers/contracts/verification/verify-contract';
import type { VerificationRequest } from '../../../src/workers/contracts/verification.api';
import { deleteDatabase } from '../../helpers/database-dump';
import { compilingWith, newestSolc } from '../../helpers/solc';

const SOURCES = {
  'src/Vault.sol': `pragma solidity ^0.8.0; import "./Fees.sol";
contract Vault { address immutable owner; uint public total;
  constructor() { owner = msg.sender; }
  function add(uint x) external { require(msg.sender == owner); for (uint i; i < 3; i++) total += Fees.take(x, i); } }`,
  'src/Fees.sol':
    'library Fees { function take(uint x, uint i) external pure returns (uint) { return x - x / (i + 7); } }',
};
const version = '0.8.37+commit.f401782d';
const OWNER = 'aa'.repeat(20);
const LIBRARY = 'bb'.repeat(20);
const solc = newestSolc();
const network = 1 as NetworkId;
const address = `0x${'cd'.repeat(20)}` as Address;

/** Code as it would be on chain: compiled with these settings, the library linked and the immutable filled in. */
function deployedCode(settings: object, sources: Record<string, string> = SOURCES): Hex {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: { ...settings, outputSelection: { '*': { '*': ['evm.deployedBytecode'] } } },
  };
  const { evm } = JSON.parse(solc.compile(JSON.stringify(input))).contracts['src/Vault.sol'].Vault;
  const { object, immutableReferences } = evm.deployedBytecode;
  let hex: string = object.replace(/__.{38}/g, LIBRARY);
  for (const place of Object.values<{ start: number }[]>(immutableReferences).flat())
    hex = `${hex.slice(0, place.start * 2)}${OWNER.padStart(64, '0')}${hex.slice(place.start * 2 + 64)}`;
  return `0x${hex}`;
}

const draft: VerificationDraft = {
  ...emptyDraft,
  method: 'directory',
  uploaded: SOURCES,
  root: 'src/Vault.sol:Vault',
  settings: { ...emptySettings, compilerVersion: version },
};

function verify(code: Hex, request: Partial<VerificationRequest> = {}, compile: Compile = compilingWith(solc)) {
  const checker = new SourceCheck(() => compile, new CompilerRuns());
  const question = { code, signal: new AbortController().signal, onProgress: () => {} };
  return verifyContract(checker, { draft, tries: [], keep: true, ...request }, question);
}

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

describe('a draft', () => {
  test('with the settings of the deployment matches exactly, immutables and libraries named', async () => {
    const outcome = await verify(deployedCode({ optimizer: { enabled: false, runs: 200 } }));
    expect(outcome.ok && outcome.value.best.verdict).toMatchObject({ match: 'exact', name: 'Vault', differing: 0 });
    const parts = outcome.ok ? (outcome.value.best.verdict?.parts ?? []) : [];
    expect(new Set(parts.map(({ kind }) => kind))).toEqual(new Set(['immutable', 'library']));
    expect(parts.find(({ kind }) => kind === 'library')?.value).toBe(`0x${LIBRARY}`);
  });

  test('with another comment matches partially', async () => {
    const edited = { ...SOURCES, 'src/Fees.sol': `${SOURCES['src/Fees.sol']} // changed` };
    const outcome = await verify(deployedCode({}, edited));
    expect(outcome.ok && outcome.value.best.verdict?.match).toBe('partial');
  });

  test.each([{ bytecodeHash: 'bzzr1' }, { bytecodeHash: 'none' }, { appendCBOR: false }])(
    'begins with the metadata setting that the code was made with: %o',
    async (metadata) => {
      const code = deployedCode({ optimizer: { enabled: false, runs: 200 }, metadata });
      const stated = metadataSetting(readCodeFacts(hexToBytes(code)));
      expect(stated).toEqual(metadata);
      const settings = { ...draft.settings, further: JSON.stringify({ metadata: stated }) };
      const outcome = await verify(code, { draft: { ...draft, settings } });
      const match = 'bytecodeHash' in metadata && metadata.bytecodeHash === 'bzzr1' ? 'exact' : 'partial';
      expect(outcome.ok && outcome.value.best.verdict).toMatchObject({ match, differing: 0 });
      expect(metadataSetting(readCodeFacts(hexToBytes(deployedCode({}))))).toBeUndefined();
    },
  );

  test('with other settings differs, and a try of the right ones finds them', async () => {
    const code = deployedCode({ optimizer: { enabled: true, runs: 200 } });
    const alone = await verify(code);
    expect(alone.ok && alone.value.best.verdict?.match).toBeUndefined();
    expect(alone.ok && alone.value.best.verdict?.differing).toBeGreaterThan(0);
    const right = { label: 'optimized', settings: { ...draft.settings, optimizer: true } };
    const wrong = { label: 'london', settings: { ...draft.settings, evmVersion: 'london' } };
    const tried = await verify(code, { tries: [wrong, right, wrong] });
    expect(tried.ok && tried.value.best).toMatchObject({ label: 'optimized', verdict: { match: 'exact' } });
    expect(tried.ok && tried.value.tried.map(({ label }) => label)).toEqual(['your settings', 'london', 'optimized']);
  });

  test('with settings that make the same code goes on to those that the metadata tells of', async () => {
    const code = deployedCode({ optimizer: { enabled: true, runs: 1_000_000 } });
    const optimized = (label: string, change: Partial<typeof draft.settings>) => ({
      label,
      settings: { ...draft.settings, optimizer: true, runs: '999999', ...change },
    });
    const unlike = optimized('viaIR', { viaIR: true });
    const tries = [optimized('same code', {}), unlike, optimized('meant', { runs: '1000000' }), unlike];
    const tried = await verify(code, { tries });
    expect(tried.ok && tried.value.best).toMatchObject({ label: 'meant', verdict: { match: 'exact' } });
    const labels = tried.ok ? tried.value.tried.map(({ label }) => label) : [];
    expect(labels).toEqual(['your settings', 'same code', 'meant']);
    // Where none of them is meant, what matched stays.
    const partial = await verify(code, { tries: tries.slice(0, 2) });
    expect(partial.ok && partial.value.best).toMatchObject({ label: 'same code', verdict: { match: 'partial' } });
    expect(partial.ok && partial.value.verified).toMatchObject({ name: 'Vault' });
  });

  test('with one statement more differs in one place, and the library keeps its address', async () => {
    const before = 'for (uint i;';
    const edited = { ...SOURCES, 'src/Vault.sol': SOURCES['src/Vault.sol'].replace(before, `total ^= 77; ${before}`) };
    const outcome = await verify(deployedCode({}, edited));
    const verdict = outcome.ok ? outcome.value.best.verdict : undefined;
    const added = (verdict?.deployedLength ?? 0) - (verdict?.compiledLength ?? 0);
    expect(added).toBeGreaterThan(0);
    // The statement, and the constants that say how long the code is.
    expect(verdict?.differing).toBeLessThan(added + 10);
    expect(verdict?.differences.map((one) => one.deployedEnd - one.deployedStart - (one.end - one.start))).toContain(
      added,
    );
    const values = verdict?.parts.map(({ kind, value }) => `${kind} ${kind === 'metadata' ? '' : value}`);
    expect(new Set(values)).toEqual(
      new Set([`library 0x${LIBRARY}`, `immutable 0x${OWNER.padStart(64, '0')}`, 'metadata ']),
    );
  });

  test('of other sources names no address that is none', async () => {
    const uploaded = {
      ...SOURCES,
      'src/Vault.sol': 'import "./Fees.sol"; contract Vault { function f(uint x) external { Fees.take(x, 1); } }',
    };
    const outcome = await verify(deployedCode({}), { draft: { ...draft, uploaded } });
    const verdict = outcome.ok ? outcome.value.best.verdict : undefined;
    expect(verdict?.match).toBeUndefined();
    for (const { kind, value } of verdict?.parts ?? []) if (kind === 'library') expect(value).toBe(`0x${LIBRARY}`);
  });

  test('that does not compile says why in the compiler’s words', async () => {
    const broken = { ...draft, uploaded: { ...SOURCES, 'src/Fees.sol': 'library Fees { nonsense }' } };
    const outcome = await verify(deployedCode({}), {
      draft: broken,
      tries: [{ label: 'x', settings: draft.settings }],
    });
    expect(outcome.ok && outcome.value.tried).toHaveLength(1);
    expect(outcome.ok && outcome.value.best.errors[0]).toMatch(/src\/Fees\.sol/);
  });

  test('of a contract without code says so', async () => {
    const uploaded = { 'I.sol': 'interface I { function f() external; }' };
    const outcome = await verify(deployedCode({}), { draft: { ...draft, uploaded, root: 'I.sol:I' } });
    expect(outcome.ok && outcome.value.best.errors).toEqual([
      'I has no code of its own: it is abstract, an interface, or not in I.sol.',
    ]);
  });

  test('with a missing import, or a compiler that fails, is a failure', async () => {
    const missing = await verify('0x6000', {
      draft: { ...draft, uploaded: { 'src/Vault.sol': SOURCES['src/Vault.sol'] } },
    });
    expect(!missing.ok && missing.error.message).toMatch(/src\/Fees\.sol is missing/);
    const ended = failure('timeout', 'It took too long.');
    const stuck = await verify('0x6000', {}, async () => ({ ok: false, error: ended }));
    expect(stuck).toEqual({ ok: false, error: ended });
  });
});

describe('what is kept', () => {
  test('a match names the contract wherever its code is, as verified here', async () => {
    const code = deployedCode({});
    const outcome = await verify(code);
    const verified = outcome.ok ? outcome.value.verified : undefined;
    const artifacts = new Artifacts();
    const build = { solcLongVersion: version, input: verified?.run.input, output: verified?.run.output };
    await artifacts.import('Vault', new TextEncoder().encode(JSON.stringify(build)), 'verified');
    const known = await matchArtifact(new Artifacts(), { networkId: network }, address, code);
    expect(known).toMatchObject({
      name: { text: 'Vault', origin: 'verifiedHere' },
      abiOrigin: 'verifiedHere',
      match: 'exact',
    });
  });

  test('an ABI that was given names the code until it is verified', async () => {
    const code = deployedCode({});
    const artifacts = new Artifacts();
    await artifacts.keepAbi({ name: 'Guess', abi: [], code, importedFrom: 'ABI of Guess' });
    const given = await matchArtifact(new Artifacts(), { networkId: network }, address, code);
    expect(given).toMatchObject({ name: { text: 'Guess', origin: 'readerAbi' }, abiOrigin: 'readerAbi' });
    expect(given?.match).toBeUndefined();
    const input = { language: 'Solidity', sources: {}, settings: {} };
    const output = { contracts: { 'A.sol': { A: { abi: [], evm: { deployedBytecode: { object: code.slice(2) } } } } } };
    const build = { solcLongVersion: version, input, output };
    await artifacts.import('A', new TextEncoder().encode(JSON.stringify(build)), 'verified');
    expect((await matchArtifact(artifacts, { networkId: network }, address, code))?.name?.text).toBe('A');
  });

  test('a draft is there again as it was, the last ten of them', async () => {
    await saveVerificationDraft(network, address, draft);
    expect((await readVerificationDraft(network, address))?.draft).toEqual(draft);
    for (let index = 0; index < 10; index++)
      await saveVerificationDraft(network, `0x${String(index).repeat(40)}` as Address, emptyDraft);
    expect(await readVerificationDraft(network, `0x${'9'.repeat(40)}` as Address)).toBeDefined();
  });
});
