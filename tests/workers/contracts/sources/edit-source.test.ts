/** Edited sources with a real compiler: what is carried over from the chain's code, and what is warned of. */
import { describe, expect, test } from 'vitest';
import type { Hex } from '../../../../src/core/chain/primitives';
import { inputForDecoding } from '../../../../src/core/contract/build-output/standard-input';
import { ok } from '../../../../src/core/values/result';
import type { EditedCode, SourceEdit } from '../../../../src/workers/contracts/edit-source.api';
import type { LoadedSource } from '../../../../src/workers/contracts/sources/check-sources';
import { compileEdited } from '../../../../src/workers/contracts/sources/edit-source';
import { newestSolc } from '../../../helpers/solc';

const VAULT = `pragma solidity ^0.8.0; import "./Fees.sol";
contract Vault { uint public total; address public immutable owner; uint public immutable step = 2;
  constructor() { owner = msg.sender; }
  function add(uint x) external { require(msg.sender == owner); total += Fees.take(x, step); } }`;
const FEES = 'library Fees { function take(uint x, uint i) external pure returns (uint) { return x - x / (i + 7); } }';
const OWNER = 'aa'.repeat(20).padStart(64, '0');
const STEP = '02'.padStart(64, '0');
const LIBRARY = 'bb'.repeat(20);
const solc = newestSolc();
const input = {
  language: 'Solidity',
  sources: { 'Vault.sol': { content: VAULT }, 'Fees.sol': { content: FEES } },
  settings: { optimizer: { enabled: true, runs: 200 } },
};
const output = JSON.parse(solc.compile(inputForDecoding(input)));

/** Code as it would be on the chain; `name` of an immutable to its word. */
function deployed(answer: typeof output, values: Readonly<Record<string, string>>): Hex {
  const { object, immutableReferences } = answer.contracts['Vault.sol'].Vault.evm.deployedBytecode;
  const { nodes } = answer.sources['Vault.sol'].ast.nodes.find((node: { name?: string }) => node.name === 'Vault');
  let hex: string = object.replace(/__.{38}/g, LIBRARY);
  for (const [id, places] of Object.entries<{ start: number }[]>(immutableReferences)) {
    const { name } = nodes.find((node: { id: number }) => String(node.id) === id);
    for (const { start } of places) hex = hex.slice(0, start * 2) + values[name] + hex.slice(start * 2 + 64);
  }
  return `0x${hex}`;
}

const code = deployed(output, { owner: OWNER, step: STEP });
const source: LoadedSource = {
  runId: 'vault',
  run: { version: solc.longVersion, input, output },
  path: 'Vault.sol',
  name: 'Vault',
  match: 'exact',
  origin: 'sourcify',
};
const compiler = { compile: async (_: string, asked: string) => ok(JSON.parse(solc.compile(asked)) as unknown) };

async function edit(texts: SourceEdit['texts'], immutables: SourceEdit['immutables'] = {}): Promise<EditedCode> {
  const asker = { signal: new AbortController().signal };
  const compiled = await compileEdited(compiler, { code, source }, { texts, immutables }, asker);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.value.edited;
}

/** What the chain would have of the sources with this text. */
function codeOf(text: string, values: Readonly<Record<string, string>>): Hex {
  const sources = { ...input.sources, 'Vault.sol': { content: text } };
  return deployed(JSON.parse(solc.compile(inputForDecoding({ ...input, sources }))), values);
}

describe('the code of edited sources', () => {
  test('without an edit is the code of the chain', async () => {
    expect(await edit({})).toEqual({ state: 'compiled', code, unchanged: code, isSameCode: true, warnings: [] });
  });

  test('has library and immutables of the chain, though their places and ids are others', async () => {
    const text = VAULT.replace('constructor', 'uint constant CAP = 9; event Added(uint x); constructor').replace(
      'total +=',
      'emit Added(x); require(x < CAP); total +=',
    );
    const edited = await edit({ 'Vault.sol': text });
    expect(edited).toMatchObject({ state: 'compiled', warnings: [] });
    expect(edited.state === 'compiled' && edited.code).toBe(codeOf(text, { owner: OWNER, step: STEP }));
  });

  test('asks for the value of a new immutable, and takes it', async () => {
    const text = VAULT.replace('constructor() {', 'uint immutable cap; constructor() { cap = 5;').replace(
      'total +=',
      'require(x < cap); total +=',
    );
    expect(await edit({ 'Vault.sol': text })).toEqual({
      state: 'needsValues',
      immutables: [{ contract: 'Vault', name: 'cap', type: 'uint256' }],
    });
    const cap = '09'.padStart(64, '0');
    const given = await edit({ 'Vault.sol': text }, { 'Vault.cap uint256': `0x${cap}` });
    expect(given.state === 'compiled' && given.code).toBe(codeOf(text, { owner: OWNER, step: STEP, cap }));
    expect(given.state === 'compiled' && given.warnings.join()).toMatch(/^The constructor or the first value/);
  });

  test('an immutable of another type has no value, whatever its name', async () => {
    const text = VAULT.replace('uint public immutable step = 2', 'uint8 public immutable step = 2');
    expect(await edit({ 'Vault.sol': text })).toMatchObject({
      state: 'needsValues',
      immutables: [{ name: 'step', type: 'uint8' }],
    });
  });

  test('warns of a variable that moves', async () => {
    const edited = await edit({
      'Vault.sol': VAULT.replace('uint public total', 'bool public isOpen; uint public total'),
    });
    expect(edited.state === 'compiled' && edited.warnings).toEqual([
      'total was at slot 0 and is at slot 1: it reads what is kept there.',
      'isOpen (bool) is new at slot 0, and begins with what is kept there.',
    ]);
  });

  test('is none where it does not compile, or the contract is gone', async () => {
    const wrong = await edit({ 'Vault.sol': VAULT.replace('total +=', 'totals +=') });
    expect(wrong.state === 'errors' && wrong.errors.join()).toContain('Undeclared identifier');
    const gone = await edit({ 'Vault.sol': VAULT.replace('contract Vault', 'contract Safe') });
    expect(gone).toEqual({
      state: 'errors',
      errors: ['The contract Vault is no longer in Vault.sol, or has no code.'],
    });
  });
});

describe('of a build with other contracts', () => {
  const OTHER = 'contract Other {}';
  const whole = { ...input, sources: { ...input.sources, 'Other.sol': { content: OTHER } } };

  /** The files that are compiled for the edit, and what comes of it. */
  async function compiledFor(texts: SourceEdit['texts'], settings: object = {}) {
    const asked: string[][] = [];
    const listening = {
      compile: (version: string, text: string) => {
        asked.push(Object.keys(JSON.parse(text).sources));
        return compiler.compile(version, text);
      },
    };
    const run = {
      version: solc.longVersion,
      input: { ...whole, settings: { ...input.settings, ...settings } },
      output,
    };
    const found = { code, source: { ...source, run } };
    const asker = { signal: new AbortController().signal };
    const compiled = await compileEdited(listening, found, { texts, immutables: {} }, asker);
    return { asked, edited: compiled.ok ? compiled.value.edited : compiled.error };
  }
  const doubled = VAULT.replace('total +=', 'total += 2 *');

  test('only the files that the contract imports are compiled', async () => {
    const { asked, edited } = await compiledFor({ 'Vault.sol': doubled });
    expect(asked).toEqual([['Vault.sol', 'Fees.sol']]);
    expect(edited).toMatchObject({ state: 'compiled', code: codeOf(doubled, { owner: OWNER, step: STEP }) });
  });

  test('all are where the edit imports another, or the compiler orders by all of them', async () => {
    const all = [Object.keys(whole.sources)];
    const importing = doubled.replace('import', 'import "./Other.sol"; import');
    expect(await compiledFor({ 'Vault.sol': importing })).toMatchObject({ asked: all, edited: { state: 'compiled' } });
    expect((await compiledFor({ 'Vault.sol': doubled }, { viaIR: true })).asked).toEqual(all);
  });
});

test('sources that do not make the code of the chain are not edited', async () => {
  const other = { code: `${code.slice(0, 40)}ff${code.slice(42)}` as Hex, source };
  const refused = await compileEdited(
    compiler,
    other,
    { texts: {}, immutables: {} },
    { signal: new AbortController().signal },
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 'unsupported' } });
});

test('a file that the contract does not have is refused', async () => {
  const asker = { signal: new AbortController().signal };
  const refused = await compileEdited(
    compiler,
    { code, source },
    { texts: { 'Other.sol': '' }, immutables: {} },
    asker,
  );
  expect(refused).toMatchObject({ ok: false, error: { message: 'There is no file Other.sol to edit.' } });
});
