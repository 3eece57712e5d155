import { expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { SourceStopsBuilder } from '../../../../src/core/source/debug/source-stops';
import { FrameInSource } from '../../../../src/core/source/frame-in-source';
import { RowKind } from '../../../../src/core/trace/rows';
import { sourceRows } from '../../../../src/workers/trace/rows/source-rows';
import { slotVariables } from '../../../../src/workers/trace/source/slot-variables';
import { SourceTrace } from '../../../../src/workers/trace/source/source-trace';
import { stateVariablesAt, variablesAt } from '../../../../src/workers/trace/source/source-variables';
import type { LocalsView } from '../../../../src/workers/trace/source-trace.api';
import { lineValues } from '../../../../src/workers/trace/steps/line-values';
import { StepsInSource } from '../../../../src/workers/trace/steps/steps-in-source';
import type { Target } from '../../../../tools/conformance/solidity/solc';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource, type SourceCall } from '../../../helpers/source-run';

/** As JSON would have it. */
function plain(value: Decoded): unknown {
  if (value.kind === 'array') return value.items?.map(plain);
  if (value.kind === 'tuple') return Object.fromEntries((value.items ?? []).map((item) => [item.name, plain(item)]));
  return value.text;
}

/** Runs the calls and says what the variables were at the last step of a text of the source, or at its first. */
async function inspect(source: string, compiler: Target, calls: readonly SourceCall[], args: readonly unknown[] = []) {
  const run = runSource(source, 'C', compiler, calls, args);
  const trace = await SourceTrace.decode(run as never, { ...run, found: [] } as never, new AbortController().signal);
  const text = run.compilation.files.get(0)?.text ?? '';
  const stepAt = (needle: string, first = false) => {
    const start = text.indexOf(needle);
    if (start < 0) throw new Error(`no text ${needle}`);
    let found = -1;
    for (let row = 0; row < run.trace.rows.length; row++) {
      const frame = FrameInSource.of({ ...run, steps: run.replay.steps }, row);
      for (let at = 0; at < (frame?.length ?? 0); at++) {
        const range = frame?.range(at);
        if (range && range.start >= start && range.start + range.length <= start + needle.length)
          found = first && found >= 0 ? found : (frame?.steps.step[at] ?? -1);
      }
    }
    if (found < 0) throw new Error(`nothing ran at ${needle}`);
    return found;
  };
  const steps = await StepsInSource.create(trace, { pause: async () => undefined });
  const shown = (view: LocalsView) => Object.fromEntries(view.locals.map(({ value }) => [value.name, plain(value)]));
  return {
    at: (needle: string, first = false) => shown(variablesAt(trace, stepAt(needle, first))),
    view: (needle: string, first = false) => variablesAt(trace, stepAt(needle, first)),
    /** State variables at the last step of a text; of a mapping its keys. */
    stored: (needle: string, mapping?: string) => {
      const { variables } = stateVariablesAt(trace, stepAt(needle));
      const found = variables.find(({ value }) => value.name === mapping)?.value.items;
      return mapping === undefined
        ? Object.fromEntries(variables.map(({ value }) => [value.name, plain(value)]))
        : found?.map(({ name }) => name);
    },
    changed: () => slotVariables(trace).flatMap(({ values }) => values.map(({ path }) => path)),
    /** What stands beside the line that a text is on, when execution came to the last stop in `from`. */
    lines: (from: string) => {
      const start = text.indexOf(from);
      const { stops } = steps;
      const reached = Array.from(stops.step).filter((_, at) => {
        const { range } = stops.statements[stops.statement[at] ?? 0] ?? {};
        return range && range.start >= start && range.start < start + from.length;
      });
      const values = lineValues(steps, reached.at(-1) ?? -1);
      return (needle: string) => {
        const line = text.slice(0, text.indexOf(needle)).split('\n').length;
        return values
          .filter((value) => value.line === line)
          .map(({ name, before, after }) => `${name} ${before ? `${before.text} → ` : ''}${after.text}`);
      };
    },
  };
}

const LEGACY = [target('0.6.12'), target('0.7.6'), target('0.8.37')];
const SENDER = `0x${'c0'.repeat(20)}`;

const KINDS = `pragma solidity >=0.6.2; pragma experimental ABIEncoderV2;
interface Other { function get(uint a) external returns (uint b, string memory text); }
contract Callee {
  function get(uint a) external pure returns (uint, string memory) {
    require(a < 5, "too large");
    return (a * 2, "twice");
  }
}
contract C {
  struct Point { uint8 x; int16 y; string label; uint[] more; }
  Point[] points; uint[2][] pairs; mapping(address => Point) owned; bytes note; uint seen;
  Callee callee = new Callee();
  modifier outer(uint limit) { uint half = limit / 2; require(half < 100); _; seen = half; }
  modifier inner() { bool flag = true; if (flag) { uint8 deep = 9; seen = deep; } _; }

  function memories(Point memory p, string[] memory names) public returns (uint sum, bytes3 tag) {
    uint[3] memory fixed_ = [uint(1), 2, 3];
    uint[][] memory nested = new uint[][](2);
    nested[1] = new uint[](1); nested[1][0] = 42;
    sum = fixed_[0]; tag = "abc";
    seen = p.more.length + names.length;
  }
  function callsdata(Point calldata p, uint[] calldata list, bytes calldata raw, uint[2][] calldata rows) external {
    uint[] calldata rest = list;
    seen = p.x + rest.length + raw.length + rows.length;
  }
  function pointers() public {
    points.push(); points.push();
    Point storage p = points[1];
    p.x = 3; p.y = -4; p.label = "here"; p.more.push(8);
    mapping(address => Point) storage m = owned;
    m[msg.sender].x = 5;
    uint[2][] storage all = pairs; all.push(); all[0][1] = 6;
    bytes storage text = note; text.push(0x61);
    seen = 1;
  }
  function plus(uint a) internal pure returns (uint) { return a + 1; }
  function functions() public {
    function(uint) internal pure returns (uint) f = plus;
    function(uint) external returns (uint, string memory) g = callee.get;
    (uint one, , uint three) = (uint(1), uint(2), uint(3));
    seen = f(one) + three; g;
  }
  function scopes(uint n) public outer(n) inner returns (uint total) {
    for (uint i = 0; i < 2; i++) { uint twice = i * 2; total += twice; }
    { uint block_ = 7; total += block_; }
    uint late = total; seen = late;
  }
  function tries(uint a) public returns (uint result) {
    uint before = 11;
    try callee.get(a) returns (uint doubled, string memory said) {
      uint inTry = doubled; result = inTry; said;
    } catch Error(string memory reason) {
      uint inCatch = bytes(reason).length; result = inCatch;
    }
    uint afterwards = before; seen = afterwards;
  }
}
`;

const POINT = { x: 3, y: -4, label: 'a label', more: [7n, 8n] };
const POINT_SHOWN = { x: '3', y: '-4', label: 'a label', more: ['7', '8'] };

const modern = (source: string, { version }: Target) =>
  version.startsWith('0.8') ? source : source.replace('p.x + rest', 'uint(p.x) + rest');

test.each(LEGACY)('memory, solc $version', async (compiler) => {
  const { at } = await inspect(modern(KINDS, compiler), compiler, [
    { name: 'memories', args: [POINT, ['Ann', 'Bob']] },
  ]);
  expect(at('seen = p.more.length + names.length', true)).toEqual({
    p: POINT_SHOWN,
    names: ['Ann', 'Bob'],
    sum: '1',
    tag: '0x616263',
    fixed_: ['1', '2', '3'],
    nested: [[], ['42']],
  });
});

test.each(LEGACY)('calldata, solc $version', async (compiler) => {
  const args = [
    POINT,
    [1n, 2n],
    '0x00ff',
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ];
  const { at } = await inspect(modern(KINDS, compiler), compiler, [{ name: 'callsdata', args }]);
  expect(
    at(
      'seen = p.x + rest.length + raw.length + rows.length'.replace(
        'p.x',
        compiler.version.startsWith('0.8') ? 'p.x' : 'uint(p.x)',
      ),
      true,
    ),
  ).toEqual({
    p: POINT_SHOWN,
    list: ['1', '2'],
    raw: '0x00ff',
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
    rest: ['1', '2'],
  });
});

test.each(LEGACY)('storage pointers, solc $version', async (compiler) => {
  const { at, view } = await inspect(modern(KINDS, compiler), compiler, [{ name: 'pointers' }]);
  expect(at('seen = 1', true)).toMatchObject({
    p: { x: '3', y: '-4', label: 'here', more: ['8'] },
    m: { [SENDER]: { x: '5', y: '0' } },
    all: [['not touched in this transaction', '6']],
    text: '0x61',
  });
  const paths = view('seen = 1', true).locals.map(({ path }) => path);
  expect(paths).toEqual(['points[1]', 'owned', 'pairs', 'note']);
});

test.each(LEGACY)('functions and tuples with gaps, solc $version', async (compiler) => {
  const { at } = await inspect(modern(KINDS, compiler), compiler, [{ name: 'functions' }]);
  expect(at('seen = f(one) + three', true)).toEqual({
    f: 'plus',
    g: expect.stringMatching(/^0x[\da-f]{40}\.get$/),
    one: '1',
    three: '3',
  });
});

const ASSEMBLY = `pragma solidity >=0.6.2;
contract C {
  function run(uint a) public returns (uint r) {
    uint x = a;
    assembly {
      function pair(u, v) -> sum, difference { let t := add(u, v) sum := t difference := sub(u, v) }
      let m := 5
      let none
      let p, q := pair(a, m)
      if gt(p, q) { let twice := mul(p, 2) r := twice }
      for { let i := 0 } lt(i, 2) { i := add(i, 1) } { r := add(r, i) }
      mstore(0, r)
    }
    {
      uint x = a + 1;
      x = 50;
    }
    for (uint a = 0; a < 2; a++) r += a * x;
  }
}
`;

test.each(LEGACY)('variables of assembly, solc $version', async (compiler) => {
  const { at } = await inspect(ASSEMBLY, compiler, [{ name: 'run', args: [9n] }]);
  // 9 + 5 and 9 - 5.
  const known = { a: '9', x: '9', m: '5', none: '0', p: '14', q: '4' };
  expect(at('gt(p, q)', true)).toEqual({ ...known, r: '0' });
  expect(at('r := twice', true)).toEqual({ ...known, r: '0', twice: '28' });
  expect(at('add(r, i)')).toEqual({ ...known, r: '28', i: '1' });
  expect(at('mstore(0, r)', true)).toEqual({ ...known, r: '29' });
});

test.each(LEGACY)('beside a line stands the variable that it means, solc $version', async (compiler) => {
  const { lines } = await inspect(ASSEMBLY, compiler, [{ name: 'run', args: [9n] }]);
  const beside = lines('r += a * x');
  expect(beside('uint x = a + 1')).toEqual(['x 10', 'a 9']);
  expect(beside('x = 50')).toEqual(['x 10 → 50']);
  expect(beside('let p, q')).toEqual(['a 9', 'm 5', 'p 14', 'q 4']);
  // The loop's last line is its condition: its own `a` is 2 there, not the parameter.
  expect(lines('}\n}\n')('for (uint a')).toContain('a 2');
});

test('bytes that no variable has change none', async () => {
  const { changed } = await inspect(
    `pragma solidity >=0.6.2;
contract C {
  string text = "abc"; address owner = msg.sender; uint8 small = 3;
  function dirty() public {
    assembly {
      sstore(text.slot, or(sload(text.slot), 0xdeadbe00))
      sstore(owner.slot, or(sload(owner.slot), shl(248, 1)))
    }
    text; owner; small;
  }
}
`,
    target('0.8.37'),
    [{ name: 'dirty' }],
  );
  expect(changed()).toEqual([]);
});

test.each([target('0.8.37'), target('0.8.37', true)])(
  'a key that was hashed and stands in the source as well is one key, optimizer $optimizer',
  async (compiler) => {
    const { stored } = await inspect(
      `pragma solidity >=0.6.2;
contract C {
  uint constant LIMIT = 77;
  mapping(bytes32 => uint) words; mapping(uint => uint) numbers; uint seen;
  function run(uint a) public {
    words[bytes32(uint(1))] = 5; numbers[3] = 6; numbers[LIMIT] = 7; numbers[a] += 8;
    seen = 1;
  }
}
`,
      compiler,
      [{ name: 'run', args: [3n] }],
    );
    expect(stored('seen = 1')).toMatchObject({ numbers: { 3: '14', 77: '7' } });
    expect(stored('seen = 1', 'numbers')).toEqual(['3', '77']);
    expect(stored('seen = 1', 'words')).toHaveLength(1);
  },
);

const SAME_NAMES = `pragma solidity >=0.6.2;
library One { function inc(uint a) internal pure returns (uint) { return a + 1; } }
library Two { function inc(uint a) internal pure returns (uint) { return a + 2; } }
contract Base { uint public seen; function run(uint a) internal virtual returns (uint) { seen = a; return a; } }
contract C is Base {
  function(uint) internal returns (uint) kept = C.run;
  function run(uint a) internal override returns (uint) { seen = a + 1; return a; }
  function hand(function(uint) internal returns (uint) g, uint a) internal returns (uint) { return g(a); }
  function both() public {
    function(uint) internal pure returns (uint) f = Two.inc;
    kept = Base.run;
    seen = hand(kept, f(1)) + One.inc(2);
  }
}
`;

test.each([...LEGACY, target('0.8.37', false, true)])(
  'functions of one name are told apart by their contracts, solc $version, via IR $viaIR',
  async (compiler) => {
    const run = runSource(SAME_NAMES, 'C', compiler, [{ name: 'both' }]);
    const trace = await SourceTrace.decode(run as never, { ...run, found: [] } as never, new AbortController().signal);
    const rows = Array.from({ length: trace.tree.length }, (_, index) => index);
    const written = rows.filter((index) => trace.tree.kind[index] === RowKind.storageWrite);
    const values = written.flatMap((index) => trace.accessFields(index).values ?? []);
    expect(values.find(({ path }) => path === 'kept')).toMatchObject({
      before: { text: 'C.run' },
      after: { text: 'Base.run' },
    });
    const handed = rows.find(
      (index) => trace.tree.kind[index] === RowKind.internal && trace.internalCall(index).entry.name === 'hand',
    );
    expect(handed === undefined ? undefined : trace.valuesOf(trace.internalCall(handed)).arguments?.map(plain)).toEqual(
      ['Base.run', '3'],
    );
    if (compiler.viaIR) return;
    const { at } = await inspect(SAME_NAMES, compiler, [{ name: 'both' }]);
    expect(at('kept = Base.run')).toEqual({ f: 'Two.inc' });
  },
);

test.each(LEGACY)('blocks, modifiers and their order, solc $version', async (compiler) => {
  const { at } = await inspect(modern(KINDS, compiler), compiler, [{ name: 'scopes', args: [20n] }]);
  expect(at('require(half < 100)')).toEqual({ limit: '20', half: '10' });
  expect(at('seen = deep', true)).toEqual({ flag: 'true', deep: '9' });
  expect(at('total += twice')).toEqual({ n: '20', i: '1', twice: '2', total: '2' });
  expect(at('total += block_', true)).toEqual({ n: '20', total: '2', block_: '7' });
  expect(at('seen = late', true)).toEqual({ n: '20', total: '9', late: '9' });
  expect(at('seen = half', true)).toEqual({ limit: '20', half: '10' });
});

test.each(LEGACY)('what was tried and what was caught, solc $version', async (compiler) => {
  const fine = await inspect(modern(KINDS, compiler), compiler, [{ name: 'tries', args: [4n] }]);
  expect(fine.at('result = inTry', true)).toEqual({
    a: '4',
    result: '0',
    before: '11',
    doubled: '8',
    said: 'twice',
    inTry: '8',
  });
  expect(fine.at('seen = afterwards', true)).toEqual({ a: '4', result: '8', before: '11', afterwards: '11' });
  const caught = await inspect(modern(KINDS, compiler), compiler, [{ name: 'tries', args: [6n] }]);
  expect(caught.at('result = inCatch', true)).toEqual({
    a: '6',
    result: '0',
    before: '11',
    reason: 'too large',
    inCatch: '9',
  });
});

test('a function that clears its stack says so', async () => {
  const source =
    'contract C { function run(uint a) public returns (uint r) { r = add(a, 2); }\n function add(uint x, uint y) internal pure returns (uint z) { z = x + y; } }';
  const { view } = await inspect(source, target('0.8.37'), [{ name: 'run', args: [1n] }]);
  const text = 'function add(uint x, uint y) internal pure returns (uint z) { z = x + y; }';
  expect(view(text)).toMatchObject({ function: 'add', locals: [], why: expect.stringContaining('returning') });
});

test('code compiled via IR says that its variables are not known', async () => {
  const source = 'contract C { uint s; function run(uint a) public { uint b = a * 2; s = b; } }';
  const { view } = await inspect(source, { ...target('0.8.37'), viaIR: true }, [{ name: 'run', args: [1n] }]);
  expect(view('s = b', true)).toMatchObject({ locals: [], why: expect.stringMatching(/via IR.*“Debug build”/) });
});

test.each(LEGACY)('variables of a constructor, solc $version', async (compiler) => {
  const source = `pragma solidity >=0.6.0;
  abstract contract Base { uint kept; constructor(uint b) internal { uint twice = b * 2; kept = twice; } }
  contract C is Base { uint own; constructor(uint a, string memory s) Base(a + 1) public { uint n = bytes(s).length; own = n + a; } }`;
  const text = compiler.version.startsWith('0.6') ? source : source.replaceAll(/ (internal|public) \{/g, ' {');
  const { at } = await inspect(text, compiler, [], [5n, 'four']);
  expect(at('own = n + a', true)).toEqual({ a: '5', s: 'four', n: '4' });
  expect(at('kept = twice', true)).toEqual({ b: '6', twice: '12' });
});

test('a reading that was broken off has no result, however few steps there are', async () => {
  const run = runSource('contract C { uint seen; function f() public { seen = 1; } }', 'C', target('0.8.37'), [
    { name: 'f' },
  ]);
  const decoding = SourceTrace.decode(run as never, { ...run, found: [] } as never, AbortSignal.abort());
  await expect(decoding).rejects.toThrow(/abort/i);
});

const ENDS = `pragma solidity >=0.6.2;
contract C {
  uint last; uint count;
  modifier counted(uint by) { uint next = count + by; _; count = next; }
  function shadow(uint p, uint q) public { uint sum = p + q; last += sum; }
  function early(uint p) public returns (uint r) { uint twice = p * 2; if (twice > 4) return twice; r = 1; }
  function within(uint p) public counted(p) returns (uint r) { uint local = p + 1; r = local * 2; }
}
`;

test.each([...LEGACY, target('0.8.37', true)])(
  'at the closing brace the last statement is done and the variables are there, $version',
  async (compiler) => {
    const braces = async (name: string, ...args: readonly bigint[]) => {
      const run = runSource(ENDS, 'C', compiler, [{ name, args }]);
      const trace = await SourceTrace.decode(
        run as never,
        { ...run, found: [] } as never,
        new AbortController().signal,
      );
      const builder = new SourceStopsBuilder(
        { ...run, steps: run.replay.steps, accesses: run.replay.accesses },
        trace.tree,
      );
      while (!builder.run(1e9));
      const { step, statement, statements } = builder.stops();
      return Array.from(step).flatMap((at, index) => {
        if (statements[statement[index] ?? 0]?.range.length !== 1) return [];
        const locals = variablesAt(trace, at).locals.map(({ value }) => `${value.name}=${value.text}`);
        const held = stateVariablesAt(trace, at).variables.map(({ value }) => `${value.name}=${value.text}`);
        return [`${locals.join(' ')} | ${held.join(' ')}`];
      });
    };
    expect(await braces('shadow', 4n, 5n)).toEqual(['p=4 q=5 sum=9 | last=9 count=not touched in this transaction']);
    // Of what returns something an optimizer moves the results with the last statement.
    const unlessMoved = (text: string) => (compiler.optimizer ? '' : text);
    expect(await braces('early', 3n)).toEqual([`${unlessMoved('p=3 r=6')} | ${UNTOUCHED}`]);
    expect(await braces('early', 2n)).toEqual([`${unlessMoved('p=2 r=1 twice=4')} | ${UNTOUCHED}`]);
    // The body ends where the modifier goes on, which in optimised code is at its next statement.
    const body = 'p=7 r=16 local=8 | last=not touched in this transaction count=0';
    expect(await braces('within', 7n)).toEqual([
      ...(compiler.optimizer ? [] : [body]),
      `${unlessMoved('by=7 next=7')} | last=not touched in this transaction count=7`,
    ]);
  },
);

const UNTOUCHED = 'last=not touched in this transaction count=not touched in this transaction';

const FOLDED = `pragma solidity >=0.8.0;
contract C {
  mapping(bytes32 => mapping(address => uint)) roles;
  bytes32 constant MINTER = keccak256("MINTER");
  function grant() external { roles[MINTER][msg.sender] = 4; }
}
`;

test('a mapping is read with the keys that the compiler hashed', async () => {
  const run = runSource(FOLDED, 'C', target('0.8.37', true), [{ name: 'grant' }]);
  const trace = await SourceTrace.decode(run as never, { ...run, found: [] } as never, new AbortController().signal);
  const { variables } = stateVariablesAt(trace, run.replay.steps.length - 1);
  // What cast keccak MINTER says.
  const minter = '0xf0887ba65ee2024ea881d91b74c2450ef19e1557f03bed3ea9f16b037cbe2dc9';
  expect(variables.map(({ value }) => plain(value))).toEqual([{ [minter]: { [SENDER]: '4' } }]);
});

/** argotorg/solidity#10715: via IR many an instruction is of the whole contract. */
const GATED = `pragma solidity ^0.8.20;
contract C {
  address owner; uint256 public n; mapping(address => uint256) public balances;
  constructor() { owner = msg.sender; }
  modifier onlyOwner() {
    require(msg.sender == owner, "not owner");
    _;
  }
  function act(uint256 by) external onlyOwner {
    n += by;
    balances[msg.sender] = n;
  }
}
`;

test.each([target('0.8.37'), target('0.8.37', true), target('0.8.37', true, true)])(
  'an access stands at the line of its statement or at none, optimizer $optimizer, via IR $viaIR',
  async (compiler) => {
    const run = runSource(GATED, 'C', compiler, [{ name: 'act', args: [4n] }]);
    const trace = await SourceTrace.decode(run as never, { ...run, found: [] } as never, new AbortController().signal);
    const lines = sourceRows(trace, 0, 200).flatMap(({ kind, values, place }) =>
      kind === RowKind.storageRead || kind === RowKind.storageWrite
        ? [`${values?.[0]?.path.replace(/\[.*/, '')} ${place?.line ?? 'nowhere'}`]
        : [],
    );
    const allowed = ['owner 6', 'n 10', 'n 11', 'balances 11'];
    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const line of lines) if (!compiler.viaIR || !line.endsWith(' nowhere')) expect(allowed, line).toContain(line);
  },
);

const OUTER = `pragma solidity >=0.8.0;
struct Item { int16 price; uint24[3] sizes; }
contract C {
  uint immutable cap; address immutable maker;
  mapping(address => Item[]) items;
  modifier below(uint value) { uint left = cap - value; _; require(left < cap); }
  constructor(uint top) { cap = top; maker = msg.sender; }
  function add(Item[] calldata given, int8 by) external below(given.length) returns (int sum) {
    Item[] storage own = items[msg.sender];
    for (uint i = 0; i < given.length; i++) { own.push(given[i]); sum += given[i].price + by; }
    Item memory last = given[given.length - 1]; last.price = -300;
    sum -= last.price;
  }
}
`;

// remix-project#771, #885, #901 and #960; truffle#1787 and #2889, truffle PR 1677.
test.each([target('0.8.37'), target('0.8.37', true)])(
  'immutables, a struct outside of contracts and its lists take nothing from the variables, optimizer $optimizer',
  async (compiler) => {
    const given = [
      { price: -5, sizes: [1, 2, 3] },
      { price: 7, sizes: [16_777_215, 0, 9] },
    ];
    const { at } = await inspect(OUTER, compiler, [{ name: 'add', args: [given, -128] }], [50n]);
    const shown = [
      { price: '-5', sizes: ['1', '2', '3'] },
      { price: '7', sizes: ['16777215', '0', '9'] },
    ];
    const { given: list, by, own, last, sum } = at('sum -= last.price', true);
    expect({ list, by, own, last, sum }).toEqual({
      list: shown,
      by: '-128',
      own: shown,
      last: { price: '-300', sizes: ['16777215', '0', '9'] },
      sum: '-254',
    });
  },
);
