import { beforeAll, expect, test } from 'vitest';
import { loadLibrary } from '../../../src/core/evm/precompiles/libraries';
import { LineProfiler, type ProfiledLine } from '../../../src/core/gas/line-profile';
import { SourceTreeBuilder } from '../../../src/core/source/source-tree';
import { target } from '../../../tools/conformance/solidity/targets';
import { runSource, type SourceCall, type SourceRun } from '../../helpers/source-run';

beforeAll(() => loadLibrary('hashes'));

const SOURCE = `pragma solidity >=0.5.0;
contract Token {
  uint total;
  function add(uint amount) public {
    total += amount;
  }
  function burn() public {
    while (true) total += 1;
  }
  function count() public pure returns (uint i) {
    while (true) i++;
  }
}
contract Bank {
  Token token = new Token();
  uint count;
  function loop(uint times) public {
    for (uint i = 0; i < times; i++)
      count += i;
  }
  function pay(uint times) public {
    for (uint i = 0; i < times; i++)
      token.add(i);
  }
  function fall(uint depth) public returns (uint) {
    if (depth == 0) return count;
    return fall(depth - 1) + 1;
  }
  function hash(bytes memory data) public pure returns (bytes32) {
    return sha256(data);
  }
  function tryBurn() public returns (bool ok) {
    (ok, ) = address(token).call.gas(50000)(abi.encodeWithSignature("burn()"));
  }
  function tryCount(uint gasGiven) public returns (bool ok) {
    (ok, ) = address(token).call.gas(gasGiven)(abi.encodeWithSignature("count()"));
  }
}
`;

function profileOf(run: SourceRun): readonly ProfiledLine[] {
  const { trace, replay, sourceOf, codeOf } = run;
  const { steps, accesses } = replay;
  const builder = new SourceTreeBuilder({ trace, steps, accesses, sourceOf, codeOf });
  while (!builder.run(1_000));
  const profiler = new LineProfiler({ trace, steps, tree: builder.tree(), sourceOf });
  while (!profiler.run());
  return profiler.profile();
}

function lines(name: string, args: readonly unknown[] = []) {
  const call: SourceCall = { name, args };
  const run = runSource(SOURCE, 'Bank', target('0.5.17'), [call]);
  const found = profileOf(run);
  const text = SOURCE.split('\n');
  const at = (part: string) => found.find(({ place }) => place && text[place.line - 1]?.includes(part));
  return { run, found, at };
}

/** Gas of the outermost call without what came before its first instruction, from the frame's own account. */
function executed({ trace, replay }: SourceRun): number {
  let left = 0;
  const { steps } = replay;
  for (let step = 0; step < steps.length; step += 1) {
    if (steps.frame(step as never) !== 0) continue;
    left += steps.cost(step as never);
  }
  for (let row = 1; row < trace.rows.length; row = trace.rows.subtreeEnd[row] ?? trace.rows.length) {
    if ((trace.rows.kind[row] ?? 9) > 5) continue;
    left += (trace.rows.gasUsed[row] ?? 0) - (trace.rows.gas[row] ?? 0);
  }
  return left;
}

const sum = (found: readonly ProfiledLine[]) => found.reduce((all, { own }) => all + own, 0);

test('a loop is where the gas goes, and all lines together are what was executed', () => {
  const { run, found, at } = lines('loop', [40]);
  expect(sum(found)).toBe(executed(run));
  const body = at('count += i');
  expect(found[0]).toBe(body);
  expect(body?.total).toBe(body?.own);
  expect(at('i < times')?.own).toBeGreaterThan(0);
  // What the compiler adds to find the function is the contract's own.
  expect(at('function loop')?.total).toBe(executed(run) - (at('contract Bank')?.own ?? 0));
});

test('the gas of a called contract is in the total of the line that called', () => {
  const { run, found, at } = lines('pay', [10]);
  expect(sum(found)).toBe(executed(run));
  const call = at('token.add(i)');
  const body = at('total += amount');
  let callees = 0;
  for (let row = 1; row < run.trace.rows.length; row += 1) callees += run.trace.rows.gasUsed[row] ?? 0;
  expect(body?.own).toBeGreaterThan(0);
  expect(call?.total).toBe((call?.own ?? 0) + callees);
  expect(body?.total).toBeLessThan(callees);
});

test('a line within itself is counted once', () => {
  const { run, found, at } = lines('fall', [20]);
  expect(sum(found)).toBe(executed(run));
  const line = at('return fall(depth - 1)');
  expect(line?.total).toBeLessThanOrEqual(executed(run));
  expect(line?.total).toBeGreaterThan(line?.own ?? 0);
  expect(at('function fall')?.total).toBe(executed(run) - (at('contract Bank')?.own ?? 0));
});

test('a precompile has no line of its own, so its gas is that of the line that calls it', () => {
  const { run, found, at } = lines('hash', ['0x1234']);
  const line = at('return sha256');
  expect(line?.total).toBe(line?.own);
  expect(sum(found)).toBe(executed(run));
});

test('gas that a frame burns by halting is of its last line', () => {
  const { run, found, at } = lines('tryBurn');
  expect(sum(found)).toBe(executed(run));
  const call = at('address(token).call');
  expect(run.trace.rows.gasUsed[1]).toBe(50_000);
  expect(call?.total).toBe((call?.own ?? 0) + 50_000);
  const burning = found.filter(({ place }) => place && [3, 7, 8, 2].includes(place.line));
  expect(sum(burning)).toBe(50_000);
});

test('a frame that cannot pay its last instruction uses what it was given, whatever that costs', () => {
  for (let gas = 5_000; gas < 5_010; gas++) {
    const { run, found, at } = lines('tryCount', [BigInt(gas)]);
    expect(run.trace.rows.gasUsed[1]).toBe(gas);
    expect(sum(found)).toBe(executed(run));
    const call = at('address(token).call.gas(gasGiven)');
    expect(call?.total).toBe((call?.own ?? 0) + gas);
  }
});
