/**
 * Records what Vyper compilers make of the test contracts, for the tests of
 * src/core/source/vyper: input and the parts of the output that are read.
 *
 *     npx tsx tools/generate/vyper-output.ts VYPER_JSON…
 *
 * VYPER_JSON is the program `vyper-json` of an installed Vyper. Each writes
 * tests/core/source/vyper/NAME-VERSION.gen.json of each NAME-SERIES.vy there
 * that is of its series. Vyper is not installed by npm.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Fields, readFields, readText } from '../../src/core/values/json-fields';

const FOLDER = new URL('../../tests/core/source/vyper/', import.meta.url);
const OUTPUTS = ['abi', 'layout', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];
const OLD_OUTPUTS = OUTPUTS.filter((name) => name !== 'layout');

const programs = process.argv.slice(2);
if (programs.length === 0) throw new Error('Name at least one program vyper-json.');
for (const program of programs) record(program);

function record(program: string): void {
  const version = /\d+\.\d+\.\d+\S*/.exec(run(program, ['--version'], ''))?.[0] ?? '';
  const series = version.split('.').slice(0, 2).join('.');
  const [numbers] = version.split('+');
  for (const source of readdirSync(FOLDER).filter((file) => file.endsWith(`-${series}.vy`))) {
    const name = source.slice(0, -`-${series}.vy`.length);
    const content = readFileSync(new URL(source, FOLDER), 'utf8');
    const answer =
      tryCompile(program, name, content, OUTPUTS) ??
      tryCompile(program, name, content, OLD_OUTPUTS) ??
      fail(`${program} fails`);
    const file = new URL(`${name}-${numbers}.gen.json`, FOLDER);
    writeFileSync(file, `${JSON.stringify({ version, ...answer })}\n`);
    console.log(fileURLToPath(file));
  }
}

/** Undefined where this version does not know an output. */
function tryCompile(program: string, name: string, content: string, outputs: readonly string[]): Fields | undefined {
  const contractName = name.replace(/^./, (letter) => letter.toUpperCase());
  const path = `contracts/${contractName}.vy`;
  const decimals = /\bdecimal\b/.test(content) ? { enable_decimals: true } : {};
  const settings = { ...decimals, outputSelection: { '*': outputs } };
  const input = { language: 'Vyper', sources: { [path]: { content } }, settings };
  const output = readFields(JSON.parse(run(program, ['/dev/stdin'], JSON.stringify(input))));
  const contract = readFields(readFields(output.contracts)[path])[contractName];
  if (contract === undefined) return undefined;
  const { id } = readFields(readFields(output.sources)[path]);
  return {
    input,
    output: { sources: { [path]: { id: id ?? 0 } }, contracts: { [path]: { [contractName]: read(contract) } } },
  };
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
