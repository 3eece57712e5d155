import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { availableFilters } from '../../../src/core/source/available-filters';
import { createSearch, NO_NAMES, type TraceFilter, type TraceNames } from '../../../src/core/source/search-rows';
import { RowFlag, RowKind, type Trace } from '../../../src/core/trace/rows';
import { addressOf, callTree, selectorOf } from '../../helpers/call-tree';
import { randomTrees } from '../../helpers/random-trace';

function namesOf(trace: Trace): TraceNames {
  const contracts = new Map([
    [addressOf('Token'), 'Wrapped Ether'],
    [addressOf('Pool'), 'Pair'],
  ]);
  return {
    version: 1,
    address: (address) => contracts.get(trace.addresses[address]!),
    member: (address, selector, kind) => {
      if (kind === 'constructor') return contracts.has(trace.addresses[address]!) ? 'constructor' : undefined;
      if (selector < 0) return undefined;
      const isSwap = trace.selectors[selector] === selectorOf('swap');
      return kind === 'event' ? 'Transfer' : isSwap && address >= 0 ? 'swapExactTokens' : undefined;
    },
  };
}

const OPCODES = ['CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE', 'CREATE', 'CREATE2', 'SELFDESTRUCT', 'LOG1'];

/** What the filters mean, row by row. */
function naiveFind(trace: Trace, names: TraceNames, text: string, filter: TraceFilter): number[] {
  const { rows, addresses, selectors, texts } = trace;
  const needle = text.toLowerCase();
  const has = (value: string | undefined): boolean => value?.toLowerCase().includes(needle) ?? false;
  const found: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    const kind = rows.kind[row]!;
    const isLog = kind === RowKind.log;
    const [from, to, selector] = [rows.from[row]!, rows.to[row]!, rows.selector[row]!];
    const callee = isLog ? from : to;
    const memberKind = isLog ? 'event' : kind >= RowKind.create ? 'constructor' : 'function';
    const answers: Record<string, boolean> = {
      opcode: has(OPCODES[kind]),
      from: has(addresses[from]) || has(names.address(from)),
      to: !isLog && (has(addresses[to]) || has(names.address(to))),
      function: has(names.member(callee, selector, memberKind)) || has(selectors[selector]),
      contract: has(names.address(callee)),
    };
    const any = Object.values(answers).includes(true) || has(texts[rows.error[row]!]);
    const failed = (rows.flags[row]! & RowFlag.failed) !== 0;
    if (filter === 'all' ? any : filter === 'reverts' ? failed && any : answers[filter]) found.push(row);
  }
  return found;
}

describe('search', () => {
  test('finds what looking at each row finds', () => {
    const texts = fc.constantFrom(
      'call',
      'e',
      'wrapped',
      'SWAP',
      'transfer',
      '0x546f',
      'a',
      'gas',
      'log',
      'constr',
      '7377',
      'x',
    );
    const filters = fc.constantFrom<TraceFilter>('all', 'opcode', 'from', 'to', 'function', 'contract', 'reverts');
    fc.assert(
      fc.property(randomTrees, texts, filters, fc.boolean(), (tree, text, filter, named) => {
        const trace = callTree(tree);
        const names = named ? namesOf(trace) : NO_NAMES;
        const found = createSearch(trace, names).find(text, filter);
        expect(Array.from(found)).toEqual(naiveFind(trace, names, text, filter));
      }),
      { numRuns: 1_000 },
    );
  });

  test('sees names that became known since', () => {
    const trace = callTree('A > Token.swap');
    let version = 0;
    const known = namesOf(trace);
    const names: TraceNames = {
      get version() {
        return version;
      },
      address: (address) => (version > 0 ? known.address(address) : undefined),
      member: (...question) => (version > 0 ? known.member(...question) : undefined),
    };
    const search = createSearch(trace, names);
    expect(Array.from(search.find('exact', 'function'))).toEqual([]);
    version = 1;
    expect(Array.from(search.find('exact', 'function'))).toEqual([1]);
    expect(Array.from(search.find('wrapped', 'contract'))).toEqual([1]);
  });

  test('gives every failed row for the reverts filter alone, and nothing for no text elsewhere', () => {
    const search = createSearch(callTree('A\n  B !\n  C ! out of gas\n  D'));
    expect(Array.from(search.find('', 'reverts'))).toEqual([1, 2]);
    expect(Array.from(search.find('OUT OF', 'reverts'))).toEqual([2]);
    expect(search.find('', 'all')).toHaveLength(0);
    expect(search.find('a', 'file')).toHaveLength(0);
    expect(search.find('a', 'comments')).toHaveLength(0);
  });

  test('reports only filters that have data', () => {
    const quiet = callTree('A > B');
    expect(availableFilters(quiet, NO_NAMES, false)).toEqual(['all', 'opcode', 'from', 'to']);
    const loud = callTree('A.swap > Token !');
    expect(availableFilters(loud, namesOf(loud), false)).toEqual([
      'all',
      'opcode',
      'from',
      'to',
      'function',
      'contract',
      'reverts',
    ]);
  });
});
