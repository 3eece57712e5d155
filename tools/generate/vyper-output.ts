/**
 * Records what Vyper compilers make of the test ledger, for the tests of
 * src/core/source/vyper: input and the parts of the output that are read.
 *
 *     npx tsx tools/generate/vyper-output.ts VYPER_JSON…
 *
 * VYPER_JSON is the program `vyper-json` of an installed Vyper. Each writes
 * tests/core/source/vyper/ledger-VERSION.gen.json. Vyper is not installed by npm.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Fields, readFields, readText } from '../../src/core/values/json-fields';

const FOLDER = new URL('../../tests/core/source/vyper/', import.meta.url);
const PATH = 'contracts/Ledger.vy';
const OUTPUTS = ['abi', 'layout', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];
const OLD_OUTPUTS = OUTPUTS.filter((name) => name !== 'layout');

const programs = process.argv.slice(2);
if (programs.length === 0) throw new Error('Name at least one program vyper-json.');
for (const program of programs) record(program);

function record(program: string): void {
  const version = /\d+\.\d+\.\d+\S*/.exec(run(program, ['--version'], ''))?.[0] ?? '';
  const series = version.split('.').slice(0, 2).join('.');
  const content = readFileSync(new URL(`ledger-${series}.vy`, FOLDER), 'utf8');
  const answer =
    tryCompile(program, content, OUTPUTS) ?? tryCompile(program, content, OLD_OUTPUTS) ?? fail(`${program} fails`);
  const [numbers] = version.split('+');
  const file = new URL(`ledger-${numbers}.gen.json`, FOLDER);
  writeFileSync(file, `${JSON.stringify({ version, ...answer })}\n`);
  console.log(fileURLToPath(file));
}

/** Undefined where this version does not know an output. */
function tryCompile(program: string, content: string, outputs: readonly string[]): Fields | undefined {
  const settings = { outputSelection: { '*': outputs } };
  const input = { language: 'Vyper', sources: { [PATH]: { content } }, settings };
  const output = readFields(JSON.parse(run(program, ['/dev/stdin'], JSON.stringify(input))));
  const contract = readFields(readFields(output.contracts)[PATH]).Ledger;
  if (contract === undefined) return undefined;
  const { id } = readFields(readFields(output.sources)[PATH]);
  return { input, output: { sources: { [PATH]: { id: id ?? 0 } }, contracts: { [PATH]: { Ledger: read(contract) } } } };
}

/** Returns the parts of a contract's output that are read; maps of 0.4 hold the same places three times. */
function read(contract: unknown): Fields {
  const { abi, layout, evm } = readFields(contract);
  const { bytecode, deployedBytecode, methodIdentifiers } = readFields(evm);
  const code = (stated: unknown) => {
    const { object, sourceMap, sourceMapFull } = readFields(stated);
    const { pc_pos_map_compressed, error_map } = readFields(sourceMap);
    if (typeof sourceMap === 'object') return { object, sourceMap: { pc_pos_map_compressed, error_map } };
    const checks = readFields(sourceMapFull).error_map;
    return { object, sourceMap, ...(checks === undefined ? {} : { sourceMapFull: { error_map: checks } }) };
  };
  return {
    abi,
    layout,
    evm: { bytecode: code(bytecode), deployedBytecode: code(deployedBytecode), methodIdentifiers },
  };
}

function run(program: string, args: readonly string[], input: string): string {
  const { stdout, stderr, status } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0 || readText(stdout) === '') fail(stderr);
  return stdout;
}

function fail(text: string): never {
  throw new Error(text);
}
