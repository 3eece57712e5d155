/** `loupe verify`: standard JSON compiled here, and build output, against code on a chain. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../../tools/memory-database';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { deployRuntime } from '../../helpers/contracts';
import { expectForm } from '../../helpers/json-form';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';
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

test('the init code of a blueprint is compared (ERC-5202)', async () => {
  const output = JSON.parse(newestSolc().compile(JSON.stringify({ ...inputOf(SOURCE), settings: SETTINGS })));
  const initCode = output.contracts['Box.sol'].Box.evm.bytecode.object as string;
  // No data, two bytes of data, and a length of two bytes; then what is no blueprint: another version, other init code.
  for (const [preamble, told] of [
    ['fe7100', 'exact'],
    ['fe710102beef', 'exact'],
    [`fe71020003${'01'.repeat(3)}`, 'exact'],
    ['fe7104', undefined],
    ['fe710000', 'none'],
  ] as const) {
    const at = await deployRuntime(node, `${preamble}${initCode}`);
    const ask = (...given: readonly string[]) => loupe([...given, '--rpc', node.url], folder);
    const { code, out } = await ask('verify', at, 'out', '--json');
    const json = JSON.parse(out);
    expectForm('verify', json);
    const { blueprint, match } = json;
    expect([preamble, code, match]).toEqual([preamble, told === 'exact' ? 0 : 1, told ?? 'none']);
    const creates = { contract: 'Box', file: 'Box.sol', match: 'exact', compilerVersion: newestSolc().longVersion };
    const size = initCode.length / 2 + (told === 'none' ? 1 : 0);
    expect(blueprint).toEqual(told && { size, ...(told === 'exact' && { creates }) });
    if (told !== 'exact') continue;
    expect((await ask('verify', at, 'out')).out).toMatch(/its init code is compared\n✓ the same code {2}Box\.sol:Box /);
    const contract = await ask('contract', at, '--sources', 'out');
    expect(contract.out).toContain(`a blueprint (ERC-5202), ${size} bytes of init code of Box.sol:Box\n`);
  }
});

test('standard JSON is compiled here: the same, the same but for its metadata, another code, none', async () => {
  const by = async (name: string, content: string) => {
    await emptyDatabase(); // as for a process of its own
    const input = { ...inputOf(content), settings: SETTINGS };
    writeFileSync(join(folder, 'solc.json'), newestSolc().compile(JSON.stringify(input)));
    return verify(write(name, inputOf(content)), '--solc', join(folder, 'solc'), '--json');
  };
  const same = await by('same.json', SOURCE);
  expectForm('verify', JSON.parse(same.out));
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

describe('Sourcify', () => {
  /** As the server answers (API v2), with its fields in camel case and the chain as text. */
  const verified = () => ({
    match: 'exact_match',
    creationMatch: 'exact_match',
    runtimeMatch: 'exact_match',
    chainId: '31337',
    address,
    verifiedAt: '2025-03-01T10:00:00Z',
    matchId: '1',
    abi: [],
    compilation: {
      language: 'Solidity',
      compiler: 'solc',
      compilerVersion: newestSolc().longVersion,
      compilerSettings: {},
      name: 'Box',
      fullyQualifiedName: 'Box.sol:Box',
    },
    stdJsonInput: inputOf(SOURCE),
  });
  /** For a contract that it does not know it answers 404 with this. */
  const unknown = () => ({ match: null, creationMatch: null, runtimeMatch: null, chainId: '31337', address });

  async function answering(body: unknown, status = 200): Promise<JsonServer> {
    const server = await startJsonServer(() => ({ status, body }));
    onTestFinished(server.stop);
    return server;
  }
  const ask = (server: string, ...given: readonly string[]) => verify('--sourcify', '--server', server, ...given);

  test('learns chain and address only, and what it states is its word', async () => {
    const server = await answering(verified());
    const { code, out, err } = await ask(server.url);
    expect(code).toBe(0);
    expect(err).toBe(`Sourcify at ${server.url} is asked for ${address} on chain 31337.\n`);
    expect(out).toMatch(/^✓ verified there {2}Box {2}0\.8/);
    expect(out).toContain('Only Sourcify vouches for it');
    expect(server.seen).toEqual([`/v2/contract/31337/${address}?fields=abi,compilation`]);
    const stated = JSON.parse((await ask(server.url, '--json')).out);
    expectForm('verify', stated);
    expect(stated).toMatchObject({
      format: 'loupe-verification',
      version: 1,
      statedBy: 'sourcify',
      match: 'exact',
    });
  });

  test('with a compiler what it has is compiled here and compared', async () => {
    writeFileSync(
      join(folder, 'solc.json'),
      newestSolc().compile(JSON.stringify({ ...inputOf(SOURCE), settings: SETTINGS })),
    );
    const { url } = await answering(verified());
    const same = await ask(url, '--solc', join(folder, 'solc'));
    expect([same.code, same.out]).toEqual([0, expect.stringMatching(/^✓ the same code {2}Box\.sol:Box/)]);
    const older = {
      ...verified(),
      compilation: { ...verified().compilation, compilerVersion: '0.8.4+commit.c7e474f2' },
    };
    const other = await ask((await answering(older)).url, '--solc', join(folder, 'solc'));
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringContaining('The sources are of solc 0.8.4+commit.c7e474f2'),
    ]);
  });

  test('not verified ends with 1; down, HTML, another contract and an error end with 2 and a sentence', async () => {
    const none = await ask((await answering(unknown(), 404)).url);
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('Sourcify has not verified it.')]);
    for (const { body, status } of [
      { body: '<html>busy</html>', status: 200 },
      { body: { ...verified(), address: `0x${'11'.repeat(20)}` }, status: 200 },
      { body: { error: 'rate limited' }, status: 429 },
    ]) {
      const refused = await ask((await answering(body, status)).url);
      expect([refused.code, refused.out]).toEqual([2, '']);
      expect(refused.err.split('\n')[1]).toMatch(/Sourcify.*\.$/);
    }
    expect((await ask('http://127.0.0.1:9')).code).toBe(2);
    expect((await verify('out', '--sourcify')).err).toContain('SOURCE and --sourcify exclude each other.');
    expect((await verify('--server', 'http://127.0.0.1:9')).err).toContain('--server is for --sourcify.');
  });
});
