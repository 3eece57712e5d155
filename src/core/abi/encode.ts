/** Encodes what a reader types into the fields of a function. */
import { type AbiFunction, type AbiParameter, encodeAbiParameters } from 'viem';
import type { Hex, Selector } from '../chain/primitives';
import { fail, ok, type Result } from '../values/result';
import { type AbiType, compileTypes } from './abi-type';
import { nameOf } from './decode-parameters';
import { type ArgumentProblem, parseArgument } from './parse-argument';
import { selectorOf, signatureOf } from './signature';

/** Characters of one typed argument. */
const MAX_ARGUMENT = 4_000_000;

/** A call as its fields stand: its calldata, or which of them are no values of their types. */
export type TypedCall =
  | { calldata: Hex; problems?: never; summary?: never }
  | {
      calldata?: never;
      /** Problems by position; undefined for an argument that is right. */
      problems: readonly (FieldProblem | undefined)[];
      /** A sentence on the first: `Encode function call failed: …`. */
      summary: string;
    };

/** `path` is the place in the argument, `text` a sentence for it: `Encode input parameters failed: …`. */
export type FieldProblem = { path: string; text: string };

/** Returns the call of a function with the texts of its fields, every one of which is looked at. */
export function encodeTypedCall(entry: Pick<AbiFunction, 'name' | 'inputs'>, args: readonly string[]): TypedCall {
  const encoded = encodeArguments(entry.inputs, args);
  if (encoded.ok) return { calldata: `${selectorOfTyped(entry)}${encoded.value.slice(2)}` as Hex };
  const { problems, reason } = encoded.error;
  return {
    problems: problems.map(
      (problem) => problem && { path: problem.path, text: `Encode input parameters failed: ${problem.reason}` },
    ),
    summary: `Encode function call failed: ${reason}`,
  };
}

/** Selectors of functions that were typed into. A form is encoded with every key press, and hashing takes a fifth of that. */
const selectors = new Map<string, Selector>();
/** More forms than a reader fills in; then it begins anew. */
const MAX_SELECTORS = 2_000;

function selectorOfTyped(entry: Pick<AbiFunction, 'name' | 'inputs'>): Selector {
  const signature = signatureOf(entry);
  const known = selectors.get(signature);
  if (known !== undefined) return known;
  if (selectors.size === MAX_SELECTORS) selectors.clear();
  const selector = selectorOf(signature);
  selectors.set(signature, selector);
  return selector;
}

/** Returns arguments without a selector, as a constructor takes them. The error is a sentence for the reader: `Encode input parameters failed: …`. */
export function encodeParameters(parameters: readonly AbiParameter[], args: readonly string[]): Result<Hex, string> {
  const encoded = encodeArguments(parameters, args);
  return encoded.ok ? encoded : fail(`Encode input parameters failed: ${encoded.error.reason}`);
}

type Refusal = { problems: readonly (ArgumentProblem | undefined)[]; reason: string };

function encodeArguments(parameters: readonly AbiParameter[], args: readonly string[]): Result<Hex, Refusal> {
  if (parameters.length !== args.length)
    return fail({ problems: [], reason: `expected ${parameters.length} arguments, got ${args.length}` });
  const types = compileTypes(parameters);
  if (types === undefined) return fail({ problems: [], reason: 'the ABI names a type that cannot be encoded' });
  const values: unknown[] = [];
  const problems: (ArgumentProblem | undefined)[] = [];
  for (const [position, type] of types.entries()) {
    const path = nameOf(type, position);
    const value =
      args[position].length > MAX_ARGUMENT
        ? fail({ path, reason: 'it is too long' })
        : parseArgument(type, args[position], path);
    values.push(value.ok ? value.value : undefined);
    problems.push(value.ok ? undefined : value.error);
  }
  const first = problems.find((problem) => problem !== undefined);
  if (first !== undefined) return fail({ problems, reason: `${first.path}: ${first.reason}` });
  return ok(encodeAbiParameters(types.map(parameterOf), values));
}

/** The type behind the name: viem encodes no `fixed`, no `function` and no type of a library. */
function parameterOf(type: AbiType): AbiParameter {
  if (type.element !== undefined) {
    const element = parameterOf(type.element);
    return { ...element, type: `${element.type}[${type.count === -1 ? '' : type.count}]` };
  }
  if (type.components !== undefined) {
    // By position, so that components without a name, or with the same one, do no harm.
    return { type: 'tuple', components: type.components.map((component) => ({ ...parameterOf(component), name: '' })) };
  }
  if (type.kind === 'integer') return { type: `${type.signed ? '' : 'u'}int${type.width}` };
  if (type.kind === 'bytes') return { type: type.width === -1 ? 'bytes' : `bytes${type.width}` };
  return { type: type.kind };
}
