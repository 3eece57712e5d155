/**
 * Which function calls which inside of a contract, by its syntax tree. Code
 * made via IR leaves out the place of many calls, and whole functions where
 * they were inlined; what the tree says of the two ends fills the gap.
 */

import { readFields, readText } from '../../values/json-fields';
import { type AstNode, nodeIn, nodesIn, rangeOf, typeStringOf, visitAst } from '../compiled/ast';
import type { Compilation, SourceContract } from '../compiled/compilation';
import type { SourceFunction } from '../compiled/functions';
import { modifiersOf } from '../compiled/modifiers';
import type { SourceRange } from '../compiled/source-file';

/** A call in the text of a function; that of a modifier has the place of the whole function. */
export type CallSite = { place: SourceRange; caller: SourceFunction; target: SourceFunction };

export type CallGraph = {
  /** The calls in a function, in the order of the text, those of its modifiers first. */
  callsOf(entry: SourceFunction): readonly CallSite[];
  /** The shortest way of calls from one function to another; undefined when there is none, empty to itself. */
  pathTo(from: SourceFunction, to: SourceFunction): readonly CallSite[] | undefined;
};

const graphs = new WeakMap<SourceContract, CallGraph>();

/** Returns the calls of the functions that run as `contract`. Each function is read once, each way looked for once. */
export function callGraphOf(compilation: Compilation, contract: SourceContract): CallGraph {
  let graph = graphs.get(contract);
  if (graph === undefined) {
    graph = makeGraph(compilation, contract.bases);
    graphs.set(contract, graph);
  }
  return graph;
}

function makeGraph(compilation: Compilation, bases: readonly number[]): CallGraph {
  const calls = new Map<SourceFunction, readonly CallSite[]>();
  const reached = new Map<SourceFunction, Map<SourceFunction, CallSite | undefined>>();
  const callsOf = (entry: SourceFunction) => {
    let found = calls.get(entry);
    if (found === undefined) {
      found = readCalls(compilation, bases, entry);
      calls.set(entry, found);
    }
    return found;
  };
  const reachedFrom = (from: SourceFunction) => {
    let found = reached.get(from);
    if (found === undefined) {
      found = search(from, callsOf);
      reached.set(from, found);
    }
    return found;
  };
  return {
    callsOf,
    pathTo(from, to) {
      const steps = reachedFrom(from);
      if (!steps.has(to)) return undefined;
      const path: CallSite[] = [];
      for (let at = steps.get(to); at !== undefined; at = steps.get(at.caller)) path.unshift(at);
      return path;
    },
  };
}

/** Finds for each function the call that reaches it first, breadth first. */
function search(
  from: SourceFunction,
  callsOf: (entry: SourceFunction) => readonly CallSite[],
): Map<SourceFunction, CallSite | undefined> {
  const found = new Map<SourceFunction, CallSite | undefined>([[from, undefined]]);
  // A map is walked in the order of insertion, also over what is added meanwhile.
  for (const entry of found.keys())
    for (const site of callsOf(entry)) if (!found.has(site.target)) found.set(site.target, site);
  return found;
}

function readCalls(compilation: Compilation, bases: readonly number[], caller: SourceFunction): readonly CallSite[] {
  const { byId } = compilation.functions;
  const modifiers = modifiersOf(compilation, caller, bases).flatMap(({ id }) => {
    const target = byId.get(id);
    return target ? [{ place: caller.range, caller, target }] : [];
  });
  const calls: CallSite[] = [];
  visitAst(caller.node, (node) => {
    const place = rangeOf(node);
    const target = place && targetOf(compilation, bases, caller, node);
    if (place && target) calls.push({ place, caller, target });
  });
  return [...modifiers, ...calls.sort((a, b) => a.place.start - b.place.start)];
}

/** The function that a node calls within the contract; undefined where it calls none, or one that only its run decides. */
function targetOf(
  compilation: Compilation,
  bases: readonly number[],
  caller: SourceFunction,
  node: AstNode,
): SourceFunction | undefined {
  const { byId } = compilation.functions;
  // An operator that the source defines for a type.
  if (node.nodeType === 'BinaryOperation' || node.nodeType === 'UnaryOperation') return byId.get(Number(node.function));
  const called = node.nodeType === 'FunctionCall' ? nodeIn(node, 'expression') : undefined;
  if (called === undefined || !isInternal(called)) return undefined;
  const declared = byId.get(Number(called.referencedDeclaration));
  if (declared === undefined || !bases.includes(declared.contract)) return declared;
  if (called.nodeType === 'Identifier') return overriding(compilation, bases, declared);
  const isSuper = readText(readFields(called.expression).name) === 'super';
  return isSuper ? overriding(compilation, bases.slice(bases.indexOf(caller.contract) + 1), declared) : declared;
}

function isInternal(called: AstNode): boolean {
  return readText(readFields(called.typeDescriptions).typeIdentifier).startsWith('t_function_internal');
}

/** The first function of the line of contracts with the name and the types of `declared`. */
function overriding(
  { declarations, functions }: Compilation,
  line: readonly number[],
  declared: SourceFunction,
): SourceFunction {
  const types = typesOf(declared);
  for (const contract of line)
    for (const { id } of nodesIn(declarations.get(contract) ?? {}, 'nodes')) {
      const member = functions.byId.get(id);
      if (member?.kind !== declared.kind || member.name !== declared.name || member.node.implemented === false)
        continue;
      if (typesOf(member) === types) return member;
    }
  return declared;
}

function typesOf({ parameters }: SourceFunction): string {
  return parameters.map(typeStringOf).join(',');
}
