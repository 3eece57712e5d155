/** Parameters and return values of functions, with their types, where they live and the stack slots they take. */

import { readText } from '../../values/json-fields';
import type { AstNode } from '../compiled/ast';
import { type Compilation, isAtLeast } from '../compiled/compilation';
import type { SourceFunction } from '../compiled/functions';
import {
  type DataLocation,
  isValueType,
  locationOfVariable,
  type SourceType,
  stackSlots,
  typeOfVariable,
} from './source-type';

export type TypedVariable = { name: string; type: SourceType; location: DataLocation; slots: number };

export type FunctionVariables = { parameters: readonly TypedVariable[]; returns: readonly TypedVariable[] };

const kept = new WeakMap<SourceFunction, FunctionVariables>();
const MAX_KEYS = 64;
const WORD: SourceType = { kind: 'uint', name: 'uint256', bytes: 32 };

/** Returns the parameters and return values of a function; those of a getter follow from its variable's type. */
export function functionVariables(compilation: Compilation, entry: SourceFunction): FunctionVariables {
  let known = kept.get(entry);
  if (known === undefined) {
    known =
      entry.kind === 'getter'
        ? getterVariables(typeOfVariable(entry.node, compilation.declarations))
        : {
            parameters: entry.parameters.map((node) => parameterOf(compilation, node, entry)),
            returns: entry.returns.map((node) => typedVariable(node, compilation)),
          };
    kept.set(entry, known);
  }
  return known;
}

/** Returns a declared variable with its type; one of assembly is a word. */
export function typedVariable(node: AstNode, { declarations }: Compilation): TypedVariable {
  if (node.nodeType === 'YulTypedName') return typed(readText(node.name), WORD, 'stack');
  const type = typeOfVariable(node, declarations);
  return typed(readText(node.name), type, locationOfVariable(node, type));
}

/** Before 0.5 an external function's parameters are in calldata without a word about it. */
function parameterOf(compilation: Compilation, node: AstNode, entry: SourceFunction): TypedVariable {
  const variable = typedVariable(node, compilation);
  const isOld = !isAtLeast(compilation, 0, 5, 0) && entry.visibility === 'external' && entry.kind === 'function';
  return isOld && variable.location === 'memory' ? typed(variable.name, variable.type, 'calldata') : variable;
}

/** A getter takes the keys and indexes on the way to what it returns (Solidity docs, Getter Functions). */
function getterVariables(type: SourceType): FunctionVariables {
  const parameters: TypedVariable[] = [];
  let at = type;
  while ((at.kind === 'mapping' || at.kind === 'array') && parameters.length < MAX_KEYS) {
    const key = at.kind === 'mapping' ? at.key : WORD;
    parameters.push(typed('', key, isValueType(key) ? 'stack' : 'memory'));
    at = at.kind === 'mapping' ? at.value : at.element;
  }
  const parts =
    at.kind === 'struct'
      ? at.members().filter((member) => member.type.kind !== 'mapping' && member.type.kind !== 'array')
      : [{ name: '', type: at }];
  const returns = parts.map((part) => typed(part.name, part.type, isValueType(part.type) ? 'stack' : 'memory'));
  return { parameters, returns };
}

function typed(name: string, type: SourceType, location: DataLocation): TypedVariable {
  return { name, type, location, slots: stackSlots(type, location) };
}

/** Sums the stack slots of all of them. */
export function slotsOfAll(variables: readonly TypedVariable[]): number {
  return variables.reduce((sum, { slots }) => sum + slots, 0);
}
