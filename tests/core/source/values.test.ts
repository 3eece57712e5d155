import { expect, test } from 'vitest';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { StepIndex } from '../../../src/core/evm/recording/steps';
import { LIMBS, toBigInt } from '../../../src/core/evm/words/words';
import type { MachineState } from '../../../src/core/replay/replay';
import { FrameInSource } from '../../../src/core/source/frame-in-source';
import { type SourceTree, SourceTreeBuilder } from '../../../src/core/source/source-tree';
import { callValues } from '../../../src/core/source/values/call-values';
import { functionVariables, slotsOfAll } from '../../../src/core/source/values/function-variables';
import { localsAt } from '../../../src/core/source/values/locals';
import { StoragePaths } from '../../../src/core/source/values/storage-path';
import { RowKind } from '../../../src/core/trace/rows';
import { target } from '../../../tools/conformance/solidity/targets';
import { runSource, type SourceRun } from '../../helpers/source-run';

const SOURCE = `pragma solidity >=0.5.0;
pragma experimental ABIEncoderV2;
contract Shop {
  enum State { Open, Closed }
  struct Order { uint64 price; bool paid; address buyer; uint[] parts; }
  uint8 small; bool flag;
  mapping(address => mapping(string => uint)) public ratings;
  Order[] orders;
  uint[3] fixedNumbers;
  State state;
  bytes data;
  function run(uint[] calldata list, string calldata name) external returns (uint) {
    small = 7; flag = true; state = State.Closed;
    ratings[msg.sender]["good"] = 3;
    orders.length += 2;
    orders[1].paid = true;
    orders[1].parts.push(5);
    fixedNumbers[2] = 9;
    data = "a text that is longer than thirty-one bytes, so it has slots of its own";
    return check(list, name, State.Closed, -5, 0x12345678);
  }
  function check(uint[] memory list, string memory name, State s, int16 low, bytes4 id) internal returns (uint sum) {
    uint[] memory copy = list;
    for (uint i = 0; i < list.length; i++) {
      uint item = list[i];
      sum += item;
    }
    Order storage order = orders[1];
    order.price = uint64(sum);
    low; id; s; name; copy;
  }
}
`;

function sourceFor(version: string): string {
  if (version.startsWith('0.4'))
    return SOURCE.replace('>=0.5.0', '>=0.4.26').replaceAll(' calldata', '').replace('public ratings', 'ratings');
  if (version.startsWith('0.5')) return SOURCE;
  return SOURCE.replace('orders.length += 2;', 'orders.push(); orders.push();');
}

function decode(run: SourceRun): SourceTree {
  const builder = new SourceTreeBuilder({ ...run, steps: run.replay.steps, accesses: run.replay.accesses });
  builder.run(1e9);
  return builder.tree();
}

const short = (value: Decoded): string =>
  value.items ? `${value.name}=[${value.items.map((item) => item.text).join(',')}]` : `${value.name}=${value.text}`;

function callOf(run: SourceRun, tree: SourceTree, name: string) {
  const row = Array.from({ length: tree.length }, (_, at) => at).find(
    (at) => tree.kind[at] === RowKind.internal && tree.functions[tree.subject[at] ?? 0]?.entry.name === name,
  );
  const found = tree.functions[tree.subject[row ?? 0] ?? 0];
  if (row === undefined || found === undefined) throw new Error(`no call of ${name}`);
  return { ...found, compilation: run.compilation, step: tree.step[row] ?? 0, endStep: tree.endStep[row] ?? 0 };
}

const CALL = [{ name: 'run', args: [[1n, 2n, 3n], 'Ann'] }];
const VERSIONS = [
  target('0.4.26'),
  target('0.4.26', true),
  target('0.5.17'),
  target('0.6.12'),
  target('0.8.37'),
  target('0.8.37', true),
];

test.each(VERSIONS)('arguments and return values, $version, optimizer $optimizer', (compiler) => {
  const run = runSource(sourceFor(compiler.version), 'Shop', compiler, CALL);
  const call = callOf(run, decode(run), 'check');
  expect(callValues(run.replay, call, () => undefined).arguments?.map(short)).toEqual([
    'list=[1,2,3]',
    'name=Ann',
    's=Closed',
    'low=-5',
    'id=0x12345678',
  ]);
  expect(callValues(run.replay, call, () => undefined).returns?.map(short)).toEqual(['sum=6']);
});

test.each(VERSIONS)('slots by their paths, $version, optimizer $optimizer', (compiler) => {
  const run = runSource(sourceFor(compiler.version), 'Shop', compiler, CALL);
  const { slots } = run.state;
  const paths = new StoragePaths(run.replay.preimages);
  const layout = run.compilation.contracts.find(({ name }) => name === 'Shop')?.layout.storage ?? [];
  const named = new Set(
    run.replay.accesses
      .slots()
      .flatMap((slot) => paths.at(toBigInt(slots.keys, slot * LIMBS), layout).map(({ path }) => path)),
  );
  for (const path of [
    'small',
    'flag',
    `ratings[0x${'c0'.repeat(20)}]["good"]`,
    'orders.length',
    'orders[1].price',
    'orders[1].paid',
    'orders[1].parts.length',
    'orders[1].parts[0]',
    'fixedNumbers[2]',
    'state',
    'data',
  ])
    expect(named).toContain(path);
});

const NESTED = `pragma solidity >=0.6.0;
contract Nested {
  struct Line { uint64[5] prices; mapping(uint => uint8[3]) marks; }
  struct Order { bool open; Line[2] lines; string[] notes; }
  mapping(string => Order[3][]) orders;
  function fill(string memory name, uint i) public {
    orders[name].push();
    Order storage order = orders[name][0][2];
    order.open = true;
    order.lines[1].prices[4] = 7;
    order.lines[i].marks[9][2] = 3;
    order.notes.push("n");
  }
}
`;

test.each(['', 'a name that is longer than the thirty-two bytes of a word'])(
  'arrays of fixed length and structs below hashes, key "%s"',

  (name) => {
    for (const optimizer of [false, true]) {
      const call = { name: 'fill', args: [name, 1n] };
      const run = runSource(NESTED, 'Nested', target('0.8.37', optimizer), [call]);
      const paths = new StoragePaths(run.replay.preimages);
      const layout = run.compilation.contracts[0]?.layout.storage ?? [];
      const slots = run.replay.accesses.slots();
      const partsOf = (slot: number) => paths.at(toBigInt(run.state.slots.keys, slot * LIMBS), layout);
      const order = `orders[${JSON.stringify(name)}][0][2]`;
      const named = slots.flatMap((slot) => partsOf(slot).map(({ path }) => path));
      for (const path of ['open', 'lines[1].prices[4]', 'lines[1].marks[9][2]', 'notes.length', 'notes[0]'])
        expect(named).toContain(`${order}.${path}`);
      expect(slots.filter((slot) => partsOf(slot).length === 0)).toEqual([]);
    }
  },
);

const FIXED = `pragma solidity >=0.8.0;
contract Fixed {
  struct Page { uint8 kind; uint[] lines; mapping(address => bool) readers; }
  uint[] list;
  Page[2] pages;
  mapping(uint => Page) chapters;
  function fill() public {
    list.push(1);
    list[0] = 9;
    pages[1].lines.push(5);
    chapters[7].kind = 3;
    chapters[7].readers[msg.sender] = true;
  }
}
`;

test.each([target('0.8.37', true), target('0.8.37', true, true)])(
  'what lies behind hashes that the optimizer worked out, $viaIR',

  (compiler) => {
    const run = runSource(FIXED, 'Fixed', compiler, [{ name: 'fill' }]);
    const paths = new StoragePaths(run.replay.preimages);
    const layout = run.compilation.contracts[0]?.layout.storage ?? [];
    const slots = run.replay.accesses.slots();
    const named = slots.map((slot) => paths.at(toBigInt(run.state.slots.keys, slot * LIMBS), layout)[0]?.path);
    expect(named.toSorted()).toEqual([
      'chapters[7].kind',
      `chapters[7].readers[0x${'c0'.repeat(20)}]`,
      'list.length',
      'list[0]',
      'pages[1].lines.length',
      'pages[1].lines[0]',
    ]);
  },
);

// The optimizer of 0.4 writes these variables after the statements that are looked at.
const WRITING_AT_ONCE = VERSIONS.filter(({ version, optimizer }) => version !== '0.4.26' || !optimizer);

test.each(WRITING_AT_ONCE)(
  'locals in their scopes, $version, optimizer $optimizer',

  (compiler) => {
    const run = runSource(sourceFor(compiler.version), 'Shop', compiler, CALL);
    const call = callOf(run, decode(run), 'check');
    const frame = FrameInSource.of({ ...run, steps: run.replay.steps }, 0);
    const entered = run.replay.at((call.step + 1) as StepIndex) as MachineState;
    const label = entered.stack.length - slotsOfAll(functionVariables(run.compilation, call.entry).parameters) - 1;
    const file = run.compilation.files.get(0)?.text ?? '';
    const textAt = (needle: string) => file.indexOf(needle);
    /** The machine and the variables at the last step of the statement `needle`, or at its first one. */
    const localsIn = (needle: string, first = false) => {
      let last = -1;
      for (let at = 0; at < (frame?.length ?? 0); at++) {
        const range = frame?.range(at);
        if (range && range.start >= textAt(needle) && range.start + range.length <= textAt(needle) + needle.length)
          last = first && last >= 0 ? last : at;
      }
      const range = frame?.range(last);
      const state = run.replay.at((frame?.steps.step[last] ?? 0) as StepIndex);
      if (range === undefined || state === undefined) throw new Error(`nothing ran at ${needle}`);
      const answer = localsAt(state, run.compilation, call.entry, label, range, { slotNames: () => undefined });
      return { state, locals: answer.known ? answer.locals : [] };
    };
    const valuesIn = (needle: string, first = false) => localsIn(needle, first).locals.map(({ value }) => short(value));
    const slotOf = (needle: string, variable: string) => {
      const { state, locals } = localsIn(needle);
      const local = locals.find(({ value }) => value.name === variable);
      return local && { taken: local.slots, word: state.stack[local.slot] };
    };
    expect(slotOf('sum += item', 'item')).toEqual({ taken: 1, word: 3n });
    const inLoop = valuesIn('sum += item');
    expect(inLoop).toContain('i=2');
    expect(inLoop).toContain('item=3');
    expect(inLoop).toContain('copy=[1,2,3]');
    expect(inLoop).toContain('name=Ann');
    const after = valuesIn('order.price = uint64(sum)', true);
    expect(after).toContain('sum=6');
    expect(after.some((text) => text.startsWith('order=storage slot 0x'))).toBe(true);
    // Before 0.5 a variable lives as long as its function.
    expect(after.some((text) => text.startsWith('i='))).toBe(compiler.version === '0.4.26');
  },
);
