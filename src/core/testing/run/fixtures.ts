/** Values that a test contract names for a parameter: the list that `fixtureX` returns, or the items of an array in storage. */

import type { AbiFunction, AbiParameter } from 'viem';
import { hexToBytes } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import { Halt } from '../../evm/frames/halt';
import { CALLER } from '../settings';
import { calldataOf, returnedValue } from './calldata';
import type { Fixtures } from './inputs';
import type { SuiteRun } from './suite-run';
import type { TestChain } from './test-chain';

const MOST_VALUES = 10_000;

/** Returns the fixtures of parameters by their name; those without any are absent. */
export async function fixturesOf(
  suite: SuiteRun,
  parameters: readonly AbiParameter[],
  chain: TestChain,
  address: Address,
): Promise<Fixtures> {
  const found = new Map<string, readonly unknown[]>();
  for (const { name = '' } of parameters) {
    if (name === '' || found.has(name)) continue;
    const values = await fixtureOf(suite, name, chain, address);
    if (values !== undefined) found.set(name, values);
  }
  return found;
}

/** Returns the fixtures of a parameter; undefined where the contract has none. */
export async function fixtureOf(
  suite: SuiteRun,
  name: string,
  chain: TestChain,
  address: Address,
): Promise<readonly unknown[] | undefined> {
  const wanted = plain(`fixture${name}`);
  const fixture = suite.functions.find((one) => plain(one.name) === wanted);
  if (fixture === undefined) return undefined;
  if (fixture.inputs.length === 0)
    return (await returned(fixture, [], chain, address)) as readonly unknown[] | undefined;
  const values: unknown[] = [];
  for (let at = 0n; values.length < MOST_VALUES; at++) {
    const value = await returned(fixture, [at], chain, address);
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

async function returned(fixture: AbiFunction, args: readonly unknown[], chain: TestChain, to: Address) {
  const data = hexToBytes(calldataOf(fixture, args));
  const { halt, output } = await chain.trial().call({ from: CALLER, to, data });
  return halt === Halt.none ? returnedValue(fixture, output) : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/_/g, '');
}
