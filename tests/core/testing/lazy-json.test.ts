/** What is read of a build without parsing all of it is what parsing all of it gives. */
import { expect, test } from 'vitest';
import { readArtefacts } from '../../../src/core/testing/artefact';
import { lazyRun, parseArtefact } from '../../../src/core/testing/lazy-json';

const tree = (text: string) => ({ absolutePath: 'src/A.sol', nodes: [{ documentation: { text } }] });
const artefact = (text: string) => ({ abi: [], metadata: { title: ',"ast":{"absolutePath"' }, ast: tree(text), id: 4 });

test('the tree of an artefact is empty where it configures no test', () => {
  const { abi, metadata } = artefact('');
  expect(parseArtefact(JSON.stringify(artefact('says nothing')))).toEqual({ abi, metadata, ast: {} });
  const configures = artefact('forge-config: default.fuzz.runs = 1');
  expect(parseArtefact(JSON.stringify(configures))).toEqual(configures);
  expect(() => parseArtefact('{"abi":[],"ast":{"absolutePath"')).toThrow();
});

test('a tree below another field is none of the artefact', () => {
  const nested = { abi: [], output: { first: 1, ast: tree('') } };
  expect(parseArtefact(JSON.stringify(nested))).toEqual(nested);
});

const SOURCES = { 'src/B.sol': { content: '// "}{' }, 'src/A.sol': { content: '{"src/A.sol":{"id":1' } };
const BUILD = {
  id: '1',
  input: { language: 'Solidity', sources: SOURCES, settings: { output: {} } },
  output: {
    contracts: { 'src/A.sol': { A: { metadata: '{"sources":{"src/A.sol":{"id":7}}}' } } },
    sources: {
      'src/A.sol': { id: 0, ast: { ...tree('a "quoted\\" {brace'), at: [{}, '}'] } },
      'src/B.sol': { id: 1, ast: tree('}') },
    },
  },
  solcLongVersion: '0.8.30+commit.73712a01',
  solcVersion: '0.8.30',
};

test('a compiler run gives the output of one source, and all of it', () => {
  const run = lazyRun(JSON.stringify(BUILD));
  expect(run?.version).toBe(BUILD.solcLongVersion);
  expect(run?.input).toEqual(BUILD.input);
  for (const path of ['src/A.sol', 'src/B.sol'] as const)
    expect(run?.sourceOf?.(path)).toEqual(BUILD.output.sources[path]);
  expect(run?.sourceOf?.('src/C.sol')).toBeUndefined();
  expect(run?.output).toEqual(BUILD.output);
});

test('a file that is written otherwise is no such run', () => {
  for (const other of [{ ...BUILD, output: undefined }, { output: BUILD.output }, { abi: [] }, {}])
    expect(lazyRun(JSON.stringify(other))).toBeUndefined();
  expect(lazyRun(JSON.stringify(BUILD, undefined, 2))).toBeUndefined();
  expect(lazyRun(JSON.stringify(BUILD).slice(0, -40))).toBeUndefined();
});

test('which files have compiler runs is told by what is in them, wherever they lie', async () => {
  const file = (path: string, value: unknown) => ({
    path,
    read: async () => new TextEncoder().encode(JSON.stringify(value)),
  });
  const artefact = { abi: [], bytecode: { object: '0x00' }, ast: { absolutePath: 'src/A.sol' } };
  const read = await readArtefacts([file('out/ab.json', BUILD), file('out/A.sol/A.json', artefact)], []);
  expect([...read.runFiles]).toEqual(['out/ab.json']);
});
