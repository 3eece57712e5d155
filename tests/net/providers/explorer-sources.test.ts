/** Verified sources from explorers; the answers have the shapes their documentation and recorded ones show. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import type { VerifiedSource } from '../../../src/core/contract/build-output/standard-input';
import { ok } from '../../../src/core/values/result';
import { blockscoutSources } from '../../../src/net/providers/blockscout';
import { etherscanSources } from '../../../src/net/providers/etherscan';
import type { ContractQuestion, Provider } from '../../../src/net/providers/provider';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';

let server: JsonServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const ADDRESS = `0x${'12'.repeat(20)}` as Address;

/** The one source a provider has of the contract, undefined when it is not verified there. */
async function sourceFrom(provider: Provider<ContractQuestion, VerifiedSource>, networkId = 1) {
  const question = { networkId: networkId as NetworkId, address: ADDRESS };
  const page = await provider.ask(question, undefined, new AbortController().signal);
  return page.ok ? ok(page.value.rows[0]) : page;
}

describe('Blockscout', () => {
  async function ask(body: unknown, status = 200) {
    server = await startJsonServer(() => ({ status, body }));
    return sourceFrom(blockscoutSources(`${server.url}/api/v2`));
  }

  test('gives all files under their paths, with the settings they were compiled with', async () => {
    const answer = await ask({
      name: 'Token',
      language: 'solidity',
      file_path: 'src/Token.sol',
      source_code: 'import "./B.sol"; contract Token is B {}',
      additional_sources: [{ file_path: 'src/B.sol', source_code: 'contract B {}' }],
      compiler_version: 'v0.8.20+commit.a1b79de6',
      compiler_settings: { viaIR: true, compilationTarget: { 'src/Token.sol': 'Token' } },
    });
    expect(server?.seen).toEqual([`/api/v2/smart-contracts/${ADDRESS}`]);
    expect(answer.ok && answer.value).toEqual({
      input: {
        language: 'Solidity',
        sources: {
          'src/Token.sol': { content: 'import "./B.sol"; contract Token is B {}' },
          'src/B.sol': { content: 'contract B {}' },
        },
        settings: { viaIR: true },
      },
      compilerVersion: '0.8.20+commit.a1b79de6',
      name: 'Token',
      path: 'src/Token.sol',
    });
  });

  test('puts settings together where only single fields say them, and knows what is not verified', async () => {
    const flat = { name: 'A', source_code: 'contract A {}', compiler_version: 'v0.4.24+commit.e67f0147' };
    const answer = await ask({
      ...flat,
      optimization_enabled: true,
      optimizations_runs: 999,
      evm_version: 'byzantium',
    });
    expect(answer.ok && answer.value?.input.settings).toEqual({
      optimizer: { enabled: true, runs: 999 },
      evmVersion: 'byzantium',
    });
    expect(answer.ok && answer.value?.path).toBe('A.sol');
    await server?.stop();
    expect(await ask({ is_verified: false })).toEqual({ ok: true, value: undefined });
    await server?.stop();
    expect(await ask({ message: 'Not found' }, 404)).toEqual({ ok: true, value: undefined });
    await server?.stop();
    expect(await ask({ name: 7 })).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  });
});

describe('Etherscan', () => {
  const row = {
    ABI: '[]',
    ContractName: 'Token',
    CompilerVersion: 'v0.8.9+commit.e5eed63a',
    OptimizationUsed: '1',
    Runs: '200',
    ConstructorArguments: '',
    EVMVersion: 'Default',
    Library: '',
  };
  const SOURCES = { 'src/Token.sol': { content: 'contract Token {}' } };

  async function ask(SourceCode: string, more: Partial<typeof row> = {}) {
    server = await startJsonServer(() => ({
      body: { status: '1', message: 'OK', result: [{ ...row, ...more, SourceCode }] },
    }));
    return sourceFrom(etherscanSources({ url: `${server.url}/v2/api`, key: 'k e y' }), 10);
  }

  test('reads standard JSON in double braces', async () => {
    const input = { language: 'Solidity', sources: SOURCES, settings: { optimizer: { enabled: true } } };
    const answer = await ask(`{${JSON.stringify(input)}}`, { ContractName: 'src/Token.sol:Token' });
    expect(server?.seen).toEqual([
      `/v2/api?chainid=10&module=contract&action=getsourcecode&address=${ADDRESS}&apikey=k+e+y`,
    ]);
    expect(answer.ok && answer.value).toEqual({
      input,
      compilerVersion: '0.8.9+commit.e5eed63a',
      name: 'Token',
      path: 'src/Token.sol',
    });
  });

  test('reads an object of sources and a single text, with optimizer, EVM version and libraries beside', async () => {
    const many = await ask(JSON.stringify(SOURCES));
    expect(many.ok && many.value?.input.sources).toEqual(SOURCES);
    await server?.stop();
    const one = await ask('contract Token {}', { EVMVersion: 'istanbul', Library: `Maths:${'ab'.repeat(20)}` });
    expect(one.ok && one.value?.input).toEqual({
      language: 'Solidity',
      sources: { 'Token.sol': { content: 'contract Token {}' } },
      settings: {
        optimizer: { enabled: true, runs: 200 },
        evmVersion: 'istanbul',
        libraries: { '': { Maths: `0x${'ab'.repeat(20)}` } },
      },
    });
  });

  test('tells not verified from refused, whose answers both have status 200', async () => {
    expect(await ask('', { ContractName: '', CompilerVersion: '' })).toEqual({ ok: true, value: undefined });
    await server?.stop();
    server = await startJsonServer(() => ({
      body: { status: '0', message: 'NOTOK', result: 'Max rate limit reached' },
    }));
    expect(await sourceFrom(etherscanSources({ url: server.url, key: 'x' }))).toMatchObject({
      ok: false,
      error: { code: 'rateLimited' },
    });
  });
});
