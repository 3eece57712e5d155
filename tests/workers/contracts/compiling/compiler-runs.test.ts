import 'fake-indexeddb/auto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { StandardInput } from '../../../../src/core/contract/build-output/standard-input';
import { keepCompilation } from '../../../../src/db/contracts/compilations';
import { CompilerRuns } from '../../../../src/workers/contracts/compiling/compiler-runs';

const version = '0.8.30';
const input: StandardInput = { language: 'Solidity', sources: { 'A.sol': { content: 'contract A {}' } }, settings: {} };
const output = { contracts: {} };

const packed = (text: string | Uint8Array) => new Uint8Array(gzipSync(text, { level: 1 })).buffer;
const packedInput = packed(JSON.stringify(input));

test('the output of a build that comes after its input was looked for is found', async () => {
  const runs = new CompilerRuns();
  await keepCompilation({ id: 'halves', version, input: packedInput });
  expect(await runs.read('halves')).toBeUndefined();
  await keepCompilation({ id: 'halves', version, output: packed(JSON.stringify(output)) });
  expect(await runs.read('halves')).toMatchObject({ version, input, output });
});

test.each([
  ['is no gzip', new Uint8Array([1, 2, 3]).buffer],
  ['is cut off', packed(JSON.stringify(output)).slice(0, 20)],
  ['is no JSON', packed('{"contracts":')],
  ['hides far more than it is long', packed(new Uint8Array(300 << 20))],
])('a kept run whose output %s is as one that is not there, until it is kept anew', async (id, damaged) => {
  const runs = new CompilerRuns();
  await keepCompilation({ id, version, input: packedInput, output: damaged });
  expect(await runs.read(id)).toBeUndefined();
  await keepCompilation({ id, version, output: packed(JSON.stringify(output)) });
  expect(await runs.read(id)).toMatchObject({ version, input, output });
});
