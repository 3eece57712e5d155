/** `loupe verify`: standard JSON compiled here, and build output, against code on a chain. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '../../../tools/memory-database';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { loupe } from '../../helpers/loupe';
import { startNode, type TestNode } from '../../helpers/node';
import { newestSolc } from '../../helpers/solc';

const SOURCE = 'contract Box { uint256 public held; function put(uint256 value) external { held = value; } }';
const inputOf = (content: string) => ({ language: 'Solidity', sources: { 'Box.sol': { content } }, settings: {} });

const SETTINGS = {
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'metadata'], '': ['ast'] } },
};

let node: TestNode;
let folder: string;
let address: string;
beforeAll(async () => {
  node = await startNode();
  folder = mkdtempSync(join(tmpdir(), 'loupe-verify-'));
  // What is deployed is what the compiler itself says: no part of Loupe takes part in it.
  const solc = newestSolc();
  const input = { ...inputOf(SOURCE), settings: SETTINGS };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  // A compiler as a program, which answers what the compiler from npm said of the same sources: that is kept, and costs no second.
  const script = `#!/bin/sh\ncase "$1" in --version) echo ${solc.longVersion} ;; *) cat > /dev/null; cat "$0.json" ;; esac\n`;
  writeFileSync(join(folder, 'solc'), script, { mode: 0o755 });
  const data = `0x${output.contracts['Box.sol'].Box.evm.bytecode.object}`;
  const hash = await node.call('eth_sendTransaction', [{ from: ANVIL_ACCOUNTS[0], data, gas: '0x100000' }]);
  address = (await node.call<{ contractAddress: string }>('eth_getTransactionReceipt', [hash])).contractAddress;
  mkdirSync(join(folder, 'out/build-info'), { recursive: true });
  const version = solc.longVersion;
  const build = { solcVersion: version.split('+')[0], solcLongVersion: version, input, output };
  writeFileSync(join(folder, 'out/build-info/1.json'), JSON.stringify(build));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await node.stop();
});

afterEach(emptyDatabase);

const verify = (...given: readonly string[]) => loupe(['verify', address, ...given, '--rpc', node.url], folder);
const write = (name: string, content: unknown) => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return name;
};

test('a folder of build output is compared with the chain', async () => {
  const { code, out } = await verify('out');
  expect([code, out]).toEqual([0, expect.stringMatching(/^✓ the same code {2}Box\.sol:Box {2}0\.8/)]);
});

test('standard JSON is compiled here: the same, the same but for its metadata, another code, none', async () => {
  const by = async (name: string, content: string) => {
    await emptyDatabase(); // as for a process of its own
    const input = { ...inputOf(content), settings: SETTINGS };
    writeFileSync(join(folder, 'solc.json'), newestSolc().compile(JSON.stringify(input)));
    return verify(write(name, inputOf(content)), '--solc', join(folder, 'solc'), '--json');
  };
  const same = await by('same.json', SOURCE);
  expect([same.code, JSON.parse(same.out)]).toMatchObject([0, { match: 'exact' }]);
  const commented = await by('commented.json', `${SOURCE} // another text, another hash of it`);
  expect([commented.code, JSON.parse(commented.out)]).toMatchObject([0, { match: 'partial' }]);
  const other = await by('other.json', SOURCE.replace('held = value', 'held = value + 1'));
  expect([other.code, JSON.parse(other.out)]).toMatchObject([1, { match: 'none' }]);
  const broken = await by('broken.json', SOURCE.slice(0, -1));
  expect([broken.code, broken.err]).toEqual([2, expect.stringMatching(/^It does not compile: /)]);
  const absent = await verify('same.json', '--solc', join(folder, 'no-compiler'));
  expect([absent.code, absent.err]).toEqual([2, expect.stringContaining('--solc names a compiler.')]);
});
