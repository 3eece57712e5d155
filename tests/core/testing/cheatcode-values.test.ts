/** Values of cheatcodes, beside those of the standards they follow and of forge 1.7.1. */
import { expect, test } from 'vitest';
import { CHAIN_CODES } from '../../../src/core/testing/cheatcodes/chains';
import type { Cheatcodes } from '../../../src/core/testing/cheatcodes/cheatcode';
import { ED25519 } from '../../../src/core/testing/cheatcodes/ed25519';
import type { Vm } from '../../../src/core/testing/cheats/vm';

function call(codes: Cheatcodes, name: string, args: readonly unknown[], vm?: Vm): unknown {
  const [, code] = Object.entries(codes).find(([signature]) => signature.startsWith(name)) ?? [];
  if (code === undefined) throw new Error(`no cheatcode ${name}`);
  return code(vm as Vm, args as never);
}

/** RFC 8032, section 7.1, test 3. */
const KEY = '0xc5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7';
const PUBLIC = '0xfc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025';
const SIGNATURE =
  '0x6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a';

test('Ed25519 signs the namespace with the message behind it', () => {
  expect(call(ED25519, 'createEd25519Key', [KEY])).toEqual([PUBLIC, KEY]);
  expect(call(ED25519, 'signEd25519', ['0xaf', '0x82', KEY])).toBe(SIGNATURE);
  expect(call(ED25519, 'verifyEd25519', [SIGNATURE, '0xaf', '0x82', PUBLIC])).toBe(true);
  expect(call(ED25519, 'verifyEd25519', [SIGNATURE, '0xaf', '0x83', PUBLIC])).toBe(false);
  expect(call(ED25519, 'verifyEd25519', ['0x00', '0xaf', '0x82', PUBLIC])).toBe(false);
});

test('a chain is known by name and by id, its alias by the endpoint of the project', () => {
  const rpcEndpoints = { mainnet: 'https://node.test', sepolia: `\${RPC}` };
  const vm = { project: { settings: { rpcEndpoints } }, kept: { environment: new Map() } } as unknown as Vm;
  expect(call(CHAIN_CODES, 'getChain(string)', ['mainnet'], vm)).toEqual([
    'mainnet',
    1n,
    'mainnet',
    'https://node.test',
  ]);
  expect(call(CHAIN_CODES, 'getChain(uint256)', [80094n], vm)).toEqual(['berachain', 80094n, '80094', '']);
  expect(call(CHAIN_CODES, 'getChain(uint256)', [11155111n], vm)).toEqual(['sepolia', 11155111n, '11155111', '']);
  expect(() => call(CHAIN_CODES, 'getChain(string)', ['42161222'], vm)).toThrow('invalid chain alias: 42161222');
});
